import type { StructuredChunk } from "../chunks/structured-chunk.js";
import type { SearchHits } from "../search/ranking/search-hits.js";
import { markedTerms } from "../search/results/highlights.js";
import { termsOf, withoutRunEnds } from "../search/text/terms.js";
import type { NamedCell } from "./answer.js";
import { annexIn, type Fact } from "./fact.js";
import { itemsBelow, type PlacedUnit, placedUnits } from "./items.js";
import { CELLS, cellText, rowText } from "./table-rows.js";
import { widthOf } from "./units.js";
import { termsIn, weigher } from "./weigher.js";

type Term = SearchHits["terms"][number];

/** What a question asks, as far as it decides which passage answers. */
export interface Ask {
  readonly terms: readonly Term[];
  /** null: any text may answer. */
  readonly fact: Fact | null;
}

/** A section whose text may answer a question. */
export interface PassageSource {
  /** Of the section, its document and what is around it: what the rows of a table speak of. */
  readonly names: string;
  /** In document order. */
  readonly chunks: readonly Pick<StructuredChunk, "chunk_id" | "text_type" | "display">[];
  /** Of each chunk the closeness of its embedded parts in deviations, in their order; none where it is unknown. */
  readonly closeness: readonly (readonly number[])[];
}

/** A unit that may answer. */
export interface Passage {
  /** That unit and what must be read with it, in document order. */
  readonly units: readonly PlacedUnit[];
  /** From {@link SURE} on it is an answer. */
  readonly score: number;
  /** Whether it has what the question asks for; true where that is not known. */
  readonly hasFact: boolean;
  /** The annex to which the unit leaves what it does not say, as it names it; null: none. */
  readonly annex: string | null;
  /** The unit that answers. */
  readonly unit: PlacedUnit;
}

/**
 * What the score of a passage adds to the closeness of its part: the share of the question's words that it has, and the
 * fact that is asked for. Fitted to half of the questions of the bench, as {@link SURE} (docs/decisions/0029-answers-quote.md).
 */
const WEIGHTS = { words: 3.5, fact: 1.5 };
/** Where no vector says how close a part is. With the words alone, an answer has about four tenths of them. */
const CLOSENESS_UNKNOWN = 2.5;
export const SURE = 6.1;

/** A list is shown whole up to this length, in signs as wide as a kanji, or not at all. */
const LIST_MAX = 400;
/** The most rows of a table, and of a short one. */
const ROWS = { max: 15, few: 4 };
/** A row is named by nearly as much of the question as the row that has most of it. */
const NAMED = 0.7;
/** The rows of a table with a longer one have the cells that matter. */
const ROW_MAX = 60;
/** A form to be filled in, or a line of a table of contents. */
const BLANK = /[＿_]{2,}|[○〇◯△×]{2,}|[.．・…]{4,}|(?<![ 　])[ 　]{2,}(?:円|日|年|月|％)/;
/** Shorter texts say nothing by themselves. */
const UNIT_MIN = 8;
/** Characters read for one answer. */
const READ_MAX = 60_000;
/** Announces items of which each is enough: some of them say something else than all. */
const ALTERNATIVES = /いずれか|\b(?:any|one|either) of\b/i;

/**
 * The passage of a section that answers best; null: none has anything of the question.
 *
 * @param leaves whether a unit that names an annex counts as one with the fact, because the annex may have it
 */
export function bestPassage(ask: Ask, source: PassageSource, leaves: boolean): Passage | null {
  const { terms, fact } = ask;
  const weigh = weigher(terms);
  let best: (Omit<Passage, "units"> & { readonly part: Part }) | null = null;
  let left = READ_MAX;
  for (const part of partsOf(placedUnits(source.chunks))) {
    const { unit, items } = part;
    left -= unit.text.length;
    if (left < 0) break;
    const isBlank = BLANK.test(unit.text) || (items.length > 0 && items.every(({ text }) => BLANK.test(text)));
    if (unit.text.length < UNIT_MIN || isBlank) continue;
    const closeness = closenessOf(unit, source);
    const share = weigh(unit.cells === null ? unit : { ...unit, above: `${source.names} ${unit.above}` });
    if (share === 0 && closeness === null) continue;
    const hasFact = fact === null || [unit, ...items].some(fact.isIn);
    const annex = leaves && (fact === null || !hasFact) ? annexIn(unit.text) : null;
    const bonus = hasFact || annex !== null ? WEIGHTS.fact : 0;
    const score = (closeness ?? CLOSENESS_UNKNOWN) + WEIGHTS.words * share + bonus;
    if (best === null || score > best.score) best = { part, unit, score, hasFact, annex };
  }
  if (best === null) return null;
  const marked = markedTerms(terms);
  return { ...best, units: shownUnits(readWith(best.part, marked), marked, fact) };
}

const widthOfAll = (units: readonly PlacedUnit[]) => units.reduce((sum, { text }) => sum + widthOf(text), 0);

/** The closeness of the embedded part that has a unit; a long chunk has several, which are about equally long. */
function closenessOf({ chunk, start, end }: PlacedUnit, { chunks, closeness }: PassageSource): number | null {
  const parts = closeness[chunk] ?? [];
  const { display } = chunks[chunk] as PassageSource["chunks"][number];
  const length = (display.body_text ?? display.body_md ?? "").length;
  return parts[Math.min(parts.length - 1, Math.floor(((start + end) / 2 / length) * parts.length))] ?? null;
}

/**
 * Units of one source that a model has chosen, each with what must be read with it.
 *
 * @param places among the source's {@link placedUnits}
 */
export function chosenUnits(ask: Ask, { chunks }: PassageSource, places: readonly number[]): readonly PlacedUnit[] {
  const marked = markedTerms(ask.terms);
  const parts = [...partsOf(placedUnits(chunks))].filter((_, place) => places.includes(place));
  return shownUnits(
    parts.flatMap((part) => readWith(part, marked)),
    marked,
    ask.fact,
  );
}

/** A unit with its context. */
interface Part {
  readonly unit: PlacedUnit;
  /** The units that announce it, the outermost first: an item can be announced by an item. Each with all its items. */
  readonly leads: readonly Lead[];
  /** The items or rows that it announces. */
  readonly items: readonly PlacedUnit[];
  /** The rows of its table; none of another text. */
  readonly rows: readonly PlacedUnit[];
}

interface Lead {
  readonly lead: PlacedUnit;
  readonly items: readonly PlacedUnit[];
}

function* partsOf(units: readonly PlacedUnit[]): Generator<Part> {
  const leadsOf = new Map<PlacedUnit, readonly Lead[]>();
  for (const [i, unit] of units.entries()) {
    const leads = leadsOf.get(unit) ?? [];
    const items = itemsBelow(units, i);
    const above = [...leads, { lead: unit, items }];
    for (const item of items) leadsOf.set(item, above);
    const rows = unit.cells === null ? [] : units.filter(({ chunk }) => chunk === unit.chunk);
    yield { unit, leads, items, rows };
  }
}

/** Each once, in document order, rows with the cells that matter. */
function shownUnits(units: readonly PlacedUnit[], marked: readonly Term[], fact: Fact | null): readonly PlacedUnit[] {
  const isLong = ({ cells }: PlacedUnit) => (cells ?? []).reduce((sum, { text }) => sum + text.length, 0) > ROW_MAX;
  const long = new Set(units.filter(isLong).map(({ chunk }) => chunk));
  return [...new Set(units)]
    .sort((a, b) => a.chunk - b.chunk || a.start - b.start)
    .map((unit) =>
      unit.cells && long.has(unit.chunk) ? { ...unit, ...saidRow(unit.cells, unit.above, marked, fact) } : unit,
    );
}

/** A unit with what announces it. A list is whole or not there; of a table there are the rows that the question names. */
function readWith({ unit, leads, items, rows }: Part, marked: readonly Term[]): readonly PlacedUnit[] {
  const announcing = leads.map(({ lead }) => lead);
  if (unit.cells !== null) return [...announcing, ...namedRows(rows, marked)];
  if (items[0]?.cells) return [...announcing, unit, ...namedRows(items, marked)];
  const lists = items.length > 0 ? [...leads, { lead: unit, items }] : leads;
  for (const [i, { lead, items: list }] of lists.entries()) {
    const whole = [...announcing.slice(0, i), lead, ...list];
    if (widthOfAll(whole) <= LIST_MAX && list.every(({ cells }) => cells === null)) return whole;
  }
  // The last list is too long: its items are not there if the unit announces them or each of them is enough.
  return ALTERNATIVES.test(announcing.at(-1)?.text ?? "") ? announcing : [...announcing, unit];
}

/**
 * The rows whose whole names the question has. If it names none: all of a short table; of a longer one the rows with words
 * of the question that not all rows have, and that the text above the table does not have, or else the first rows.
 */
function namedRows(rows: readonly PlacedUnit[], marked: readonly Term[]): readonly PlacedUnit[] {
  const words = new Set(marked.map(({ text }) => text));
  const hasName = ({ cells }: PlacedUnit) => {
    const name = withoutRunEnds(termsOf(cells?.[0]?.text ?? ""));
    return name.length > 0 && name.every(({ text }) => words.has(text));
  };
  const withName = rows.filter(hasName);
  if (withName.length > 0) return withName.slice(0, ROWS.max);
  if (rows.length <= ROWS.few) return rows;
  const above = termsIn(rows[0]?.above ?? "", marked);
  const naming = rows.map(({ text }) =>
    termsIn(
      text,
      marked.filter((term) => term.text.length > 1 && !above.has(term)),
    ),
  );
  const weightOf = (terms: ReadonlySet<Term>) =>
    [...terms].reduce((sum, term) => (naming.every((some) => some.has(term)) ? sum : sum + term.weight), 0);
  const weights = naming.map(weightOf);
  const most = Math.max(...weights);
  const named = most > 0 ? rows.filter((_, i) => (weights[i] as number) >= most * NAMED) : rows;
  return named.slice(0, ROWS.max);
}

/**
 * A row of a table with long ones has its first cell, which names it, with a second one without a figure, the cells that
 * have words of the question, and those that have the fact if no other one has it.
 */
function saidRow(
  cells: readonly NamedCell[],
  above: string,
  marked: readonly Term[],
  fact: Fact | null,
): Pick<PlacedUnit, "text" | "cells"> {
  const isNamed = (cell: NamedCell) => termsIn(cellText(cell), marked).size > 0;
  const hasFact = (cell: NamedCell) => fact?.isIn({ text: cellText(cell), cells: [cell], above }) ?? false;
  const named = cells.slice(1).filter(isNamed);
  const isShown = named.some(hasFact) ? isNamed : (cell: NamedCell) => isNamed(cell) || hasFact(cell);
  const isName = ({ text }: NamedCell, i: number) => i === 0 || (i === 1 && !/\d/.test(text));
  const said = cells.filter((cell, i) => isName(cell, i) || isShown(cell));
  return named.length === 0 || said.length === cells.length
    ? { text: rowText(cells), cells }
    : { text: `${rowText(said)}${CELLS}…`, cells: said };
}
