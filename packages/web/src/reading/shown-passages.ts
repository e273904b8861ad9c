import type { FoundPassage } from "./answers.js";
import { excerpt, markedPairs, type Part } from "./excerpt.js";

/** Characters that a result shows: of all passages, of its only one, of its best one with its list, and of another. */
const SHOWN = { all: 300, alone: 250, best: 190, other: 100 };

/** A passage, and the part of its text that a result shows. */
export interface ShownPassage extends Part {
  readonly passage: FoundPassage;
}

/**
 * The passages that a result shows, in document order: the one that has most of the question, then each other one that
 * adds to it, then the others while there is room. A list or table is not parted from the passage that announces it.
 */
export function shownPassages(passages: readonly FoundPassage[]): ShownPassage[] {
  const groups = groupsOf(passages);
  const [first, ...others] = groups.toSorted((a, b) => b.pairs.size - a.pairs.size);
  const shown = new Set(first === undefined ? [] : [first]);
  const known = new Set(first?.pairs);
  let room = SHOWN.all - (first?.length ?? 0);
  const isNew = ({ pairs }: Group) => [...pairs].some((pair) => !known.has(pair));
  for (const group of [...others.filter(isNew), ...others]) {
    if (shown.has(group) || (!isNew(group) && room < SHOWN.other)) continue;
    shown.add(group);
    room -= Math.min(group.length, SHOWN.other);
    for (const pair of group.pairs) known.add(pair);
  }
  return groups
    .filter((group) => shown.has(group))
    .flatMap((group) => {
      const characters = shown.size === 1 ? SHOWN.alone : group === first ? SHOWN.best : SHOWN.other;
      return group.passages.map((passage) => ({ passage, ...partOf(passage, characters) }));
    });
}

/** A passage with the list or table that it announces. */
interface Group {
  readonly passages: readonly FoundPassage[];
  /** What is marked in the parts that are shown of a best passage. */
  readonly pairs: ReadonlySet<string>;
  /** Of these parts, in characters. */
  readonly length: number;
}

function groupsOf(passages: readonly FoundPassage[]): Group[] {
  const together: FoundPassage[][] = [];
  for (const passage of passages) {
    if (passage.goes_on && together.length > 0) together.at(-1)?.push(passage);
    else together.push([passage]);
  }
  return together.map((of) => {
    const parts = of.map((passage) => ({ passage, part: partOf(passage, SHOWN.best) }));
    return {
      passages: of,
      pairs: new Set(parts.flatMap(({ passage, part }) => [...markedPairs(textOf(passage), passage.highlights, part)])),
      length: parts.reduce((sum, { part: { from, to } }) => sum + to - from, 0),
    };
  });
}

const textOf = ({ body_text, body_md }: FoundPassage) => body_text ?? body_md ?? "";

/** All of a table: its rows are chosen. */
function partOf(passage: FoundPassage, characters: number): Part {
  const text = textOf(passage);
  if (passage.body_text === null) return { from: 0, to: text.length };
  return excerpt(text, passage.highlights, characters);
}
