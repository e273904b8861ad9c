import { align, isInOrder, longestAscending, type Pairs, swapped } from "./align.js";
import type { Unit } from "./articles.js";
import { likeness, type Sample, sampleOf } from "./likeness.js";

/** The text of a unit without its mark: a new item changes the numbers of all that follow. */
export const keyOf = ({ kind, cells }: Unit) => JSON.stringify([kind, cells]);

/**
 * Pairs the lines and rows of an article in two versions, in ascending order. Takes time in proportion to the text, and
 * yields where the caller can pause.
 */
export function* pairUnits(before: readonly Unit[], after: readonly Unit[]): Generator<[], Pairs> {
  const keys = [before.map(wholeKey), after.map(wholeKey)] as const;
  return isInOrder(...keys) ? yield* pairsOf(before, after) : swapped(yield* pairsOf(after, before));
}

const wholeKey = (unit: Unit) => unit.mark + keyOf(unit);

function* pairsOf(before: readonly Unit[], after: readonly Unit[]): Generator<[], Pairs> {
  const [one, other] = [before[0], after[0]];
  // The heading of an article is that of the other one, whatever it says.
  if (one?.kind === "heading" && other?.kind === "heading")
    return [[0, 0], ...shifted(yield* pairsInGaps(before.slice(1), after.slice(1), RULES), 1, 1)];
  return yield* pairsInGaps(before, after, RULES);
}

type Rule = (before: readonly Unit[], after: readonly Unit[]) => Pairs;

/** By the same text; in the gaps, by what stays the same if a number changes; in the gaps of these, by likeness. */
const RULES: readonly Rule[] = [
  (before, after) => aligned(before.map(keyOf), after.map(keyOf)),
  (before, after) => aligned(before.map(looseKey), after.map(looseKey)),
  mostAlike,
];

function* pairsInGaps(
  before: readonly Unit[],
  after: readonly Unit[],
  [rule, ...rules]: readonly Rule[],
): Generator<[], Pairs> {
  if (rule === undefined || before.length === 0 || after.length === 0) return [];
  yield [];
  const pairs: (readonly [number, number])[] = [];
  let [b, a] = [0, 0];
  for (const [nextB, nextA] of [...rule(before, after), [before.length, after.length] as const]) {
    for (const pair of shifted(yield* pairsInGaps(before.slice(b, nextB), after.slice(a, nextA), rules), b, a))
      pairs.push(pair);
    if (nextB < before.length) pairs.push([nextB, nextA]);
    [b, a] = [nextB + 1, nextA + 1];
  }
  return pairs;
}

const shifted = (pairs: Pairs, b: number, a: number): Pairs => pairs.map(([i, j]) => [i + b, j + a]);

const EDITS_MAX = 1_000;

/** Where the lists differ too much: by the keys that each has once. */
function aligned(before: readonly string[], after: readonly string[]): Pairs {
  const pairs = align(before, after, EDITS_MAX);
  if (pairs !== null) return pairs;
  const places = onceIn(before);
  const common = [...onceIn(after)].flatMap(([key, a]) => {
    const b = places.get(key);
    return b === undefined ? [] : [[b, a] as const];
  });
  return longestAscending(common.map(([b]) => b)).map((i) => common[i] as readonly [number, number]);
}

function onceIn(keys: readonly string[]): Map<string, number> {
  const [places, repeated] = [new Map<string, number>(), new Set<string>()];
  for (const [place, key] of keys.entries()) {
    if (places.has(key)) repeated.add(key);
    places.set(key, place);
  }
  for (const key of repeated) places.delete(key);
  return places;
}

/** A row is the same as long as its first cell is, and a sentence as long as only its numbers change. */
function looseKey(unit: Unit): string {
  if (unit.kind === "table_row") return JSON.stringify([unit.kind, unit.cells[0]]);
  return keyOf(unit).replace(/[0-9０-９]+/g, "0");
}

/** More pairs than this of one gap are not tried: such a text was rewritten. */
const TRIED_MAX = 2_500;
const ALIKE = 0.3;
/** A line that begins with the same number may have another text. */
const SAME_MARK = 0.31;
const RUN = 2;

/** The pairs in ascending order whose likeness adds up to the most. */
function mostAlike(before: readonly Unit[], after: readonly Unit[]): Pairs {
  const [n, m] = [before.length, after.length];
  if (n * m > TRIED_MAX) return [];
  if (n === 1 && m === 1) return before[0]?.kind === after[0]?.kind ? [[0, 0]] : [];
  const [samples, others] = [before.map(sampleOfUnit), after.map(sampleOfUnit)];
  // best[b][a]: of the first b and the first a.
  const best = Array.from({ length: n + 1 }, () => new Float64Array(m + 1));
  const at = (b: number, a: number) => best[b]?.[a] as number;
  const gain = (b: number, a: number) =>
    alike(before[b] as Unit, after[a] as Unit, samples[b] as Sample, others[a] as Sample);
  const gains = Array.from({ length: n }, (_, b) => Float64Array.from({ length: m }, (_, a) => gain(b, a)));
  for (let b = 1; b <= n; b += 1)
    for (let a = 1; a <= m; a += 1) {
      const paired = at(b - 1, a - 1) + (gains[b - 1]?.[a - 1] as number);
      (best[b] as Float64Array)[a] = Math.max(paired, at(b - 1, a), at(b, a - 1));
    }
  const pairs: [number, number][] = [];
  for (let [b, a] = [n, m]; b > 0 && a > 0; ) {
    if (at(b, a) === at(b - 1, a)) b -= 1;
    else if (at(b, a) === at(b, a - 1)) a -= 1;
    else pairs.push([--b, --a]);
  }
  return pairs.reverse();
}

const sampleOfUnit = ({ cells }: Unit) => sampleOf(cells.join("\n"), RUN);

/** 0: not the same line. */
function alike(one: Unit, other: Unit, sample: Sample, otherSample: Sample): number {
  if (one.kind !== other.kind) return 0;
  const isMark = one.mark.trim() !== "" && one.depth === other.depth && one.mark === other.mark && one.mark !== "- ";
  const found = Math.max(likeness(sample, otherSample), isMark ? SAME_MARK : 0);
  return found < ALIKE ? 0 : found;
}
