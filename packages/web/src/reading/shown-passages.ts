import type { FoundPassage } from "./answers.js";
import { excerpt, markedPairs, type Part } from "./excerpt.js";

/**
 * How much a result shows, in characters as wide as a kanji: of all passages, of its only one, of its best one with its
 * list, and of another; and how many rows of a table.
 */
export interface Amount {
  readonly all: number;
  readonly alone: number;
  readonly best: number;
  readonly other: number;
  readonly rows: number;
}

/**
 * Of the first result most readers need no other: it shows about as much as a short article has. Below an answer, the
 * results are for those whom it did not answer: so many of them are on the screen as possible.
 */
export const AMOUNTS = {
  first: { all: 480, alone: 400, best: 320, other: 160, rows: 4 },
  other: { all: 260, alone: 220, best: 160, other: 90, rows: 4 },
  belowAnswer: { all: 130, alone: 120, best: 90, other: 45, rows: 3 },
} as const satisfies Record<string, Amount>;

/** A passage, and the part of its text that a result shows. */
export interface ShownPassage extends Part {
  readonly passage: FoundPassage;
}

/**
 * The passages that a result shows, in document order: the one that has most of the question, then each other one that
 * adds to it, then the others while there is room. A list or table is not parted from the passage that announces it.
 */
export function shownPassages(passages: readonly FoundPassage[], characters: Amount): ShownPassage[] {
  const groups = groupsOf(passages, characters.best);
  const [first, ...others] = groups.toSorted((a, b) => b.pairs.size - a.pairs.size);
  const shown = new Set(first === undefined ? [] : [first]);
  const known = new Set(first?.pairs);
  let room = characters.all - (first?.length ?? 0);
  const isNew = ({ pairs }: Group) => [...pairs].some((pair) => !known.has(pair));
  for (const group of [...others.filter(isNew), ...others]) {
    if (shown.has(group) || (!isNew(group) && room < characters.other)) continue;
    shown.add(group);
    room -= Math.min(group.length, characters.other);
    for (const pair of group.pairs) known.add(pair);
  }
  return groups
    .filter((group) => shown.has(group))
    .flatMap((group) => {
      const most = shown.size === 1 ? characters.alone : group === first ? characters.best : characters.other;
      return group.passages.map((passage) => ({ passage, ...partOf(passage, most) }));
    });
}

/** A passage with the list or table that it announces. */
interface Group {
  readonly passages: readonly FoundPassage[];
  /** What is marked in the parts that are shown of a best passage. */
  readonly pairs: ReadonlySet<string>;
  /** Of these parts, in characters as wide as a kanji. */
  readonly length: number;
}

function groupsOf(passages: readonly FoundPassage[], best: number): Group[] {
  const together: FoundPassage[][] = [];
  for (const passage of passages) {
    if (passage.goes_on && together.length > 0) together.at(-1)?.push(passage);
    else together.push([passage]);
  }
  return together.map((of) => {
    const parts = of.map((passage) => ({ passage, part: partOf(passage, best) }));
    return {
      passages: of,
      pairs: new Set(parts.flatMap(({ passage, part }) => [...markedPairs(textOf(passage), passage.highlights, part)])),
      length: parts.reduce((sum, { passage, part: { from, to } }) => sum + widthOf(textOf(passage).slice(from, to)), 0),
    };
  });
}

const textOf = ({ body_text, body_md }: FoundPassage) => body_text ?? body_md ?? "";

/** All of a table: its rows are chosen. */
function partOf(passage: FoundPassage, characters: number): Part {
  const text = textOf(passage);
  if (passage.body_text === null) return { from: 0, to: text.length };
  return excerpt(text, passage.highlights, Math.round((characters * text.length) / Math.max(1, widthOf(text))));
}

/** In characters as wide as a kanji; letters, digits and spaces are about half as wide. */
const widthOf = (text: string) => text.length - (text.match(NARROW)?.length ?? 0) / 2;
const NARROW = /[\u0020-\u024f]/g;
