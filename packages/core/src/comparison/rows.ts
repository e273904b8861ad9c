import { align, isInOrder, type Pairs, swapped } from "./align.js";
import { BULLET, type Unit } from "./articles.js";
import { keyOf, pairUnits } from "./pair-units.js";
import { type Run, runsOf, wordRuns } from "./word-runs.js";

/** One side of a row. */
export interface ComparedSide {
  /** How deep the line stands in lists, from 0. */
  readonly depth: number;
  /** The cells of a table's row; else one with the text. For lines that are left out: the numbers of the first and the last item. */
  readonly cells: readonly (readonly Run[])[];
}

/** A line or a table's row in two versions, or a run of them that both have and that is left out. */
export interface ComparedRow {
  readonly kind: Unit["kind"] | "omitted" | "omitted_rows";
  /** null: the version has no such line. */
  readonly before: ComparedSide | null;
  readonly after: ComparedSide | null;
  /** How many lines the row stands for: 1, or as many as are left out. */
  readonly lines: number;
}

/** A line in two versions. */
interface Entry {
  readonly before: Unit | null;
  readonly after: Unit | null;
  /** Whether both have the same text at the same depth, perhaps under another number. */
  readonly same: boolean;
}

/**
 * The rows of a section: its heading, what differs, and the headings above that; the rest is left out, in parts that
 * show which item of the list a change stands in. Yields where the caller can pause.
 */
export function* rowsOf(before: readonly Unit[], after: readonly Unit[]): Generator<[], ComparedRow[]> {
  const entries = entriesOf(before, after, yield* pairUnits(before, after));
  const shown = shownAmong(entries);
  const rows: ComparedRow[] = [];
  for (let place = 0; place < entries.length; ) {
    if (shown[place]) {
      rows.push(shownRow(entries[place] as Entry));
      place += 1;
      yield [];
      continue;
    }
    let end = place;
    while (end < entries.length && !shown[end]) end += 1;
    const parts = omittedParts(entries.slice(place, end), entries[place - 1], entries[end]);
    for (const part of parts) rows.push(part);
    place = end;
  }
  return rows;
}

function entriesOf(before: readonly Unit[], after: readonly Unit[], pairs: Pairs): Entry[] {
  const entries: Entry[] = [];
  let [b, a] = [0, 0];
  for (const [nextB, nextA] of [...pairs, [before.length, after.length] as const]) {
    for (; b < nextB; b += 1) entries.push({ before: before[b] as Unit, after: null, same: false });
    for (; a < nextA; a += 1) entries.push({ before: null, after: after[a] as Unit, same: false });
    const [old, own] = [before[b], after[a]];
    if (old !== undefined && own !== undefined)
      entries.push({ before: old, after: own, same: keyOf(old) === keyOf(own) && old.depth === own.depth });
    b += 1;
    a += 1;
  }
  return entries;
}

const unitOf = ({ before, after }: Entry) => (after ?? before) as Unit;
const depthOf = ({ before, after }: Entry) => Math.min(before?.depth ?? Infinity, after?.depth ?? Infinity);
const isOfTable = (entry: Entry) => unitOf(entry).kind.startsWith("table");

function shownAmong(entries: readonly Entry[]): boolean[] {
  const shown = entries.map(({ same }) => !same);
  let [isBelowHeading, isBelowHead] = [false, false];
  for (let place = entries.length - 1; place >= 0; place -= 1) {
    const { kind } = unitOf(entries[place] as Entry);
    if ((kind === "heading" && (isBelowHeading || place === 0)) || (kind === "table_head" && isBelowHead))
      shown[place] = true;
    const isShown = shown[place] as boolean;
    isBelowHeading = kind !== "heading" && (isBelowHeading || isShown);
    isBelowHead = kind === "table_row" && (isBelowHead || isShown);
  }
  return shown;
}

/** Rows of a table that is shown are left out in it; the rest so that each item around `next` is a part of its own. */
function omittedParts(entries: readonly Entry[], previous: Entry | undefined, next: Entry | undefined): ComparedRow[] {
  const isRow = (entry: Entry | undefined) => entry !== undefined && unitOf(entry).kind === "table_row";
  let [start, end] = [0, entries.length];
  if (previous !== undefined && isOfTable(previous)) while (start < end && isRow(entries[start])) start += 1;
  if (isRow(next)) while (end > start && isRow(entries[end - 1])) end -= 1;
  return [
    ...omitted("omitted_rows", entries.slice(0, start)),
    ...itemsOf(entries.slice(start, end), next).flatMap((part) => omitted("omitted", part)),
    ...omitted("omitted_rows", entries.slice(end)),
  ];
}

function itemsOf(entries: readonly Entry[], next: Entry | undefined): Entry[][] {
  const around = new Set<number>();
  let depth = next === undefined ? 0 : isOfTable(next) ? Number.POSITIVE_INFINITY : depthOf(next);
  for (let place = entries.length - 1; place >= 0 && depth > 0; place -= 1) {
    const entry = entries[place] as Entry;
    if (isOfTable(entry) || depthOf(entry) >= depth) continue;
    around.add(place);
    depth = depthOf(entry);
  }
  const parts: Entry[][] = [];
  for (const [place, entry] of entries.entries()) {
    const last = entries[place - 1];
    const begins =
      last === undefined ||
      around.has(place) ||
      (around.has(place - 1) && !isOfTable(entry)) ||
      (isRenumbered(last) !== isRenumbered(entry) && !isOfTable(entry));
    if (begins) parts.push([entry]);
    else parts.at(-1)?.push(entry);
  }
  return parts;
}

const isRenumbered = ({ before, after }: Entry) => before?.mark !== after?.mark;

function omitted(kind: "omitted" | "omitted_rows", part: readonly Entry[]): ComparedRow[] {
  if (part.length === 0) return [];
  const lines = part.filter((entry) => !isOfTable(entry));
  const least = lines.reduce((depth, entry) => Math.min(depth, depthOf(entry)), Number.POSITIVE_INFINITY);
  const items = lines.filter((entry) => depthOf(entry) === least);
  const ends = items.length > 1 ? [items[0] as Entry, items.at(-1) as Entry] : items;
  const side = (of: "before" | "after"): ComparedSide => {
    const marks = ends.map((entry) => (entry[of]?.mark ?? "").replace(BULLET, "").trimEnd());
    const cells = marks.map((mark, i) => runsOf(mark, isRenumbered(ends[i] as Entry)));
    return { depth: items.length > 0 ? least : 0, cells: marks.includes("") ? [] : cells };
  };
  return [{ kind, before: side("before"), after: side("after"), lines: part.length }];
}

function shownRow({ before, after }: Entry): ComparedRow {
  const { kind } = (after ?? before) as Unit;
  const row = { kind, lines: 1 };
  if (before === null) return { ...row, before: null, after: wholly(after as Unit) };
  if (after === null) return { ...row, before: wholly(before), after: null };
  const isMoved = before.depth !== after.depth;
  // The mark of an item shows that its depth changed; without a mark, all of its text does.
  if (isMoved && before.mark + after.mark === "") return { ...row, before: wholly(before), after: wholly(after) };
  const [old, own] = cellRuns(before.cells, after.cells);
  const changed = isMoved || before.mark !== after.mark;
  return {
    ...row,
    before: { depth: before.depth, cells: withMark(before.mark, changed, old) },
    after: { depth: after.depth, cells: withMark(after.mark, changed, own) },
  };
}

const wholly = ({ depth, mark, cells }: Unit): ComparedSide => {
  return {
    depth,
    cells: withMark(
      mark,
      true,
      cells.map((cell) => runsOf(cell, true)),
    ),
  };
};

function withMark(mark: string, changed: boolean, [first = [], ...rest]: readonly Run[][]): Run[][] {
  const [run, ...others] = first;
  const joined = run?.changed === changed ? [{ text: mark + run.text, changed }, ...others] : first;
  return [joined === first ? [...runsOf(mark, changed), ...first] : joined, ...rest];
}

/** As edits of one row; rows of more columns are not read. */
const CELLS_MAX = 200;

function cellRuns(before: readonly string[], after: readonly string[]): [before: Run[][], after: Run[][]] {
  if (before.length === after.length) {
    const runs = before.map((cell, i) => wordRuns(cell, after[i] as string));
    return [runs.map((each) => each.before), runs.map((each) => each.after)];
  }
  // A column came or went: the cells that both rows have tell which.
  const pairs = isInOrder(before, after)
    ? (align(before, after, CELLS_MAX) ?? [])
    : swapped(align(after, before, CELLS_MAX) ?? []);
  const [same, sameAfter] = [new Set(pairs.map(([b]) => b)), new Set(pairs.map(([, a]) => a))];
  return [before.map((cell, i) => runsOf(cell, !same.has(i))), after.map((cell, i) => runsOf(cell, !sameAfter.has(i)))];
}
