import type { StructuredChunk } from "../chunks/structured-chunk.js";
import type { SearchHits } from "../search/ranking/search-hits.js";
import { markedTerms } from "../search/results/highlights.js";
import { foldWithMap } from "../search/text/folding.js";
import { REFERENCE_MARK, referenceFilter, referenceTermsOf } from "../search/text/references.js";
import { forEachTerm, termAt, termsOf, withoutRunEnds } from "../search/text/terms.js";
import { isFunctionWord } from "../search/text/words.js";
import { annexIn, type Fact } from "./fact.js";
import { itemsBelow, type PlacedUnit, placedUnits } from "./items.js";
import { widthOf } from "./units.js";

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
  /** Of each chunk the closeness of its nearest embedded part, in deviations; null where it is unknown. */
  readonly closeness: readonly (number | null)[];
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
/** The most rows of a table, and their length. */
const ROWS_MAX = 15;
const ROWS_LENGTH_MAX = 1_500;
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
    if (unit.text.length < UNIT_MIN || BLANK.test(unit.text)) continue;
    const closeness = source.closeness[unit.chunk] ?? null;
    const share = weigh(unit.cells === null ? unit.text : `${source.names} ${unit.above}\n${unit.text}`);
    if (share === 0 && closeness === null) continue;
    const hasFact = fact === null || [unit, ...items].some(fact.isIn);
    const annex = leaves && (fact === null || !hasFact) ? annexIn(unit.text) : null;
    const bonus = hasFact || annex !== null ? WEIGHTS.fact : 0;
    const score = (closeness ?? CLOSENESS_UNKNOWN) + WEIGHTS.words * share + bonus;
    if (best === null || score > best.score) best = { part, unit, score, hasFact, annex };
  }
  return best && { ...best, units: inOrder(readWith(best.part, terms)) };
}

const widthOfAll = (units: readonly PlacedUnit[]) => units.reduce((sum, { text }) => sum + widthOf(text), 0);

/**
 * Units of one source that a model has chosen, each with what must be read with it.
 *
 * @param places among the source's {@link placedUnits}
 */
export function chosenUnits(
  { terms }: Ask,
  { chunks }: PassageSource,
  places: readonly number[],
): readonly PlacedUnit[] {
  const parts = [...partsOf(placedUnits(chunks))].filter((_, place) => places.includes(place));
  return inOrder(parts.flatMap((part) => readWith(part, terms)));
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

/** Each once, in document order. */
const inOrder = (units: readonly PlacedUnit[]) =>
  [...new Set(units)].sort((a, b) => a.chunk - b.chunk || a.start - b.start);

/** A unit with what announces it. A list is whole or not there; of a table there are the rows that the question names. */
function readWith({ unit, leads, items, rows }: Part, terms: readonly Term[]): readonly PlacedUnit[] {
  const announcing = leads.map(({ lead }) => lead);
  if (unit.cells !== null) return [...announcing, ...namedRows(rows, terms, unit)];
  if (items[0]?.cells) return [...announcing, unit, ...namedRows(items, terms, rowWithMost(items, terms))];
  const lists = items.length > 0 ? [...leads, { lead: unit, items }] : leads;
  for (const [i, { lead, items: list }] of lists.entries()) {
    const whole = [...announcing.slice(0, i), lead, ...list];
    if (widthOfAll(whole) <= LIST_MAX && list.every(({ cells }) => cells === null)) return whole;
  }
  // The last list is too long: its items are not there if the unit announces them or each of them is enough.
  return ALTERNATIVES.test(announcing.at(-1)?.text ?? "") ? announcing : [...announcing, unit];
}

/** The row that has more of the question than others; null: all have as much. */
function rowWithMost(rows: readonly PlacedUnit[], terms: readonly Term[]): PlacedUnit | null {
  const shares = rows.map(({ text }) => text).map(weigher(terms));
  const most = Math.max(...shares);
  return most > Math.min(...shares) ? (rows[shares.indexOf(most)] ?? null) : null;
}

/** The rows whose whole names the question has; if it names none, all, or of a long table the best one. */
function namedRows(
  rows: readonly PlacedUnit[],
  terms: readonly Term[],
  best: PlacedUnit | null,
): readonly PlacedUnit[] {
  const words = new Set(markedTerms(terms).map(({ text }) => text));
  const named = rows.filter(({ cells }) => {
    const name = withoutRunEnds(termsOf(cells?.[0]?.text ?? ""));
    return name.length > 0 && name.every(({ text }) => words.has(text));
  });
  if (named.length > 0) return named.slice(0, ROWS_MAX);
  if (rows.length <= ROWS_MAX && widthOfAll(rows) <= ROWS_LENGTH_MAX) return rows;
  return best === null ? [] : [best];
}

/**
 * The share of a question's weight that a text has. A word and what is searched for it are one: a
 * text that has two of them does not say more than one that has one. Function words are in nearly every sentence, so they
 * say nothing of a text.
 */
export function weigher(query: readonly Term[]): (text: string) => number {
  const terms = query.filter(({ text }) => !isFunctionWord(text));
  const concepts = conceptsOf(terms);
  const weightOf = (isThere: (term: Term) => boolean) =>
    concepts.reduce((sum, words) => sum + Math.max(...words.map((word) => sumOf(word, isThere))), 0);
  const total = Math.max(
    weightOf(() => true),
    Number.EPSILON,
  );
  return (text) => {
    const there = termsIn(text, terms);
    return weightOf((term) => there.has(term)) / total;
  };
}

const sumOf = (word: readonly Term[], isThere: (term: Term) => boolean) =>
  word.reduce((sum, term) => (isThere(term) ? sum + term.weight : sum), 0);

/** The terms of a word. */
type Word = readonly Term[];

/** What a question asks about: each with the word that was typed, if a visible text has it, and those that are searched for it. */
function conceptsOf(terms: readonly Term[]): readonly (readonly Word[])[] {
  const saids = [...new Set(terms.flatMap(({ said }) => said ?? []))].sort((a, b) => b.length - a.length);
  const parts = saids.map((said) => new Set(termsOf(said).map(({ text }) => text)));
  const concepts = new Map<string, Map<string, Term[]>>();
  for (const term of terms) {
    const { text, said, also } = term;
    const concept =
      said === null ? saids[parts.findIndex((of) => of.has(text))] : saids.find((one) => one.includes(said));
    const words = concepts.get(concept ?? text) ?? new Map<string, Term[]>();
    concepts.set(concept ?? text, words);
    words.set(also ?? "", [...(words.get(also ?? "") ?? []), term]);
  }
  return [...concepts.values()].map((words) => [...words.values()]);
}

function termsIn(text: string, terms: readonly Term[]): ReadonlySet<Term> {
  const compared = foldWithMap(text);
  const words = new Set<string>();
  forEachTerm(compared, (from, to) => words.add(termAt(compared, from, to)));
  if (referenceFilter(terms)(text)) for (const { text: reference } of referenceTermsOf(text)) words.add(reference);
  const isSign = (term: Term) => !term.text.startsWith(REFERENCE_MARK) && (term.prefix || term.text.length === 1);
  return new Set(terms.filter((term) => words.has(term.text) || (isSign(term) && compared.text.includes(term.text))));
}
