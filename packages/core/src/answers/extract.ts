import type { StructuredChunk } from "../chunks/structured-chunk.js";
import type { SearchFound } from "../search/ranking/search-found.js";
import { markedTerms } from "../search/results/highlights.js";
import type { NamedCell } from "./answer.js";
import { itemsBelow, type PlacedUnit, placedUnits } from "./items.js";
import { CELLS, cellText, rowText, type Unit } from "./units.js";
import type { Wanted } from "./wanted.js";
import { termsIn, weigher } from "./weigher.js";

/** A section whose text may answer a question. */
export interface ExtractSource {
  /** The names of the section and of its document, and of what is around it. */
  readonly names: string;
  /** In document order. */
  readonly chunks: readonly Pick<StructuredChunk, "chunk_id" | "text_type" | "display">[];
}

/** A part of a source that answers, word for word; of a row of a table, the first cell and those that answer. */
export interface Quote extends PlacedUnit {
  /** The share of the question's weight that it and the names around it have, less where it lacks the fact; 0 to 1. */
  readonly score: number;
  /** The share of the question's weight that the text itself has, without the names around it. */
  readonly own: number;
  /** Whether it has what the question asks for; true where that is not known. */
  readonly isWanted: boolean;
}

type Term = SearchFound["terms"][number];

/** How many quotes an answer has, of text or of a table's rows, about how long they are together, and how near to the best one the others have to be. */
const QUOTES = { texts: 4, rows: 6, length: 500, share: 0.6, own: 0.7, compared: 50 };
/** The most items of one list or table. */
const ITEMS_MAX = 6;
/** A row that has less of the question has it by chance: 員 in 役員. */
const TELLING = 0.1;
/** A short item takes a line all the same. */
const LINE = 45;
/** What a text without what the question asks for counts: it is seldom the answer. */
const WITHOUT = { certain: 0.3, loose: 0.7 };
/** A form to be filled in, or a line of a table of contents. */
const BLANK = /[＿_]{2,}|[○〇◯△×]{2,}|[.．・…]{4,}|(?<![ 　])[ 　]{2,}(?:円|日|年|月|％)/;
/** A row with at most so many cells is shown whole, or with somewhat more that are so short together. */
const ROW = { cells: 4, short_cells: 7, length: 60 };
/** Shorter texts say nothing by themselves. */
const UNIT_MIN = 8;
/** Characters read for one answer. */
const READ_MAX = 60_000;

/**
 * The sentences, items and rows of a section that answer best: those that have the weight of the question's terms, and
 * the kind of fact that it asks for. A sentence that announces items has them with it.
 *
 * @param wanted null: the words alone decide
 */
export function extractFrom(wanted: Wanted | null, terms: readonly Term[], { names, chunks }: ExtractSource): Quote[] {
  const weigh = weigher(terms);
  const without = wanted?.isCertain ? WITHOUT.certain : WITHOUT.loose;
  const marked = markedTerms(terms);
  const said = (unit: PlacedUnit) => saidOf(unit, marked, wanted);
  const candidates: Candidate[] = [];
  let left = READ_MAX;
  for (const { unit, leads, items } of partsOf(placedUnits(chunks))) {
    left -= unit.text.length;
    if (left < 0) break;
    const isBlank = BLANK.test(unit.text) || (items.length > 0 && items.every(({ text }) => BLANK.test(text)));
    if (unit.text.length < UNIT_MIN || isBlank) continue;
    const isWanted = wanted === null || [unit, ...items].some(wanted.has);
    const { own, all } = weigh(unit, names);
    const score = isWanted ? all : all * without;
    if (score === 0) continue;
    const quote = (one: PlacedUnit): Quote => ({ ...one, ...said(one), score, own, isWanted });
    const shown = shownItems(items, (item) => weigh(item, "").own);
    candidates.push({ ...quote(unit), leads: leads.map(quote), items: shown.map(quote) });
  }
  return answer(candidates, wanted);
}

/** A unit with what must be read with it. */
interface Part {
  readonly unit: PlacedUnit;
  /** The units that announce it, the outermost first: an item can be announced by an item. */
  readonly leads: readonly PlacedUnit[];
  /** The items or rows that it announces. */
  readonly items: readonly PlacedUnit[];
}

function* partsOf(units: readonly PlacedUnit[]): Generator<Part> {
  const leadsOf = new Map<PlacedUnit, readonly PlacedUnit[]>();
  for (const [i, unit] of units.entries()) {
    const leads = leadsOf.get(unit) ?? [];
    const items = itemsBelow(units, i);
    const above = [...leads, unit];
    for (const item of items) leadsOf.set(item, above);
    yield { unit, leads, items };
  }
}

/**
 * Units of one source that a model has chosen, each with what must be read with it.
 *
 * @param places among the source's {@link placedUnits}
 */
export function chosenFrom(
  wanted: Wanted | null,
  terms: readonly Term[],
  { chunks }: Pick<ExtractSource, "chunks">,
  places: readonly number[],
): PlacedUnit[] {
  const weigh = weigher(terms);
  const marked = markedTerms(terms);
  const last = Math.max(...places);
  const units: PlacedUnit[] = [];
  let place = 0;
  for (const { unit, leads, items } of partsOf(placedUnits(chunks))) {
    if (places.includes(place)) units.push(...leads, unit, ...shownItems(items, (item) => weigh(item, "").own));
    if (place === last) break;
    place += 1;
  }
  return [...new Set(units)].map((unit) => ({ ...unit, ...saidOf(unit, marked, wanted) }));
}

/** A part that may answer, with the sentences that announce it, the outermost first, and the items that it announces. */
interface Candidate extends Quote {
  readonly leads: readonly Quote[];
  readonly items: readonly Quote[];
}

/** The first items of a list; of a table the rows that have words of the question, if there are any. */
function shownItems(items: readonly PlacedUnit[], own: (item: PlacedUnit) => number): readonly PlacedUnit[] {
  const shares = items.map(own);
  const most = Math.max(...shares);
  const chosen =
    most > 0 && items[0]?.cells ? items.filter((_, i) => (shares[i] as number) >= most * QUOTES.own) : items;
  return chosen.slice(0, ITEMS_MAX);
}

function answer(candidates: readonly Candidate[], wanted: Wanted | null): Quote[] {
  const sorted = candidates.toSorted((a, b) => b.score - a.score);
  const [first] = sorted;
  if (first === undefined || (wanted?.isCertain && !first.isWanted)) return [];
  const near = sorted.filter(
    ({ isWanted, score }) => isWanted === first.isWanted && score >= first.score * QUOTES.share,
  );
  let room = QUOTES.length;
  const shown = bestOf(near).filter((group, i) => {
    const length = group.reduce((sum, { text }) => sum + Math.max(LINE, text.length), 0);
    if (i > 0 && length > room) return false;
    room -= length;
    return true;
  });
  return distinct(shown.flat());
}

/** The best parts, each with what belongs to it. */
function bestOf(near: readonly Candidate[]): Quote[][] {
  const isRow = near[0]?.cells !== null;
  const alike = near.filter(({ cells }) => (cells !== null) === isRow);
  // All rows have the names around their table: what a row itself says chooses among them.
  const most = Math.max(...alike.map(({ own }) => own));
  const chosen = isRow && most >= TELLING ? alike.filter(({ own }) => own >= most * QUOTES.own) : alike;
  const shown = distinct(chosen.slice(0, QUOTES.compared)).slice(0, isRow ? QUOTES.rows : QUOTES.texts);
  const groups = shown.map(({ leads, items, ...quote }) => [...leads, quote, ...items]);
  return isRow ? [groups.flat()] : groups;
}

function distinct<T extends Quote>(quotes: readonly T[]): T[] {
  return quotes.filter((one, i) => !quotes.slice(0, i).some((other) => saysTheSame(one, other)));
}

const saysTheSame = (a: Quote, b: Quote) =>
  a.text === b.text || (a.chunk_id === b.chunk_id && a.start < b.end && b.start < a.end);

function isShort(cells: readonly NamedCell[]): boolean {
  const length = cells.reduce((sum, cell) => sum + cell.text.length, 0);
  return cells.length <= ROW.cells || (cells.length <= ROW.short_cells && length <= ROW.length);
}

/**
 * A long row is shown with its first cell, which names it, the cells that have words of the question, and those that have
 * what it asks for if no other one has it.
 */
function saidOf(
  { text, cells, above }: PlacedUnit,
  marked: readonly Term[],
  wanted: Wanted | null,
): Pick<Unit, "text" | "cells"> {
  if (cells === null || isShort(cells)) return { text, cells };
  const isAsked = (cell: NamedCell) => termsIn(cellText(cell), marked).size > 0;
  const hasWanted = (cell: NamedCell) => wanted?.has({ text: cellText(cell), cells: [cell], above }) ?? false;
  const [, ...others] = cells;
  const asked = others.filter(isAsked);
  if (asked.length === 0) return { text, cells };
  const shown = asked.some(hasWanted) ? isAsked : (cell: NamedCell) => isAsked(cell) || hasWanted(cell);
  const said = cells.filter((cell, i) => i === 0 || shown(cell));
  return said.length === cells.length ? { text, cells } : { text: `${rowText(said)}${CELLS}…`, cells: said };
}
