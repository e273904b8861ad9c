import type { StructuredChunk } from "../chunks/structured-chunk.js";
import { searchText } from "../search/characters.js";
import type { SearchFound } from "../search/index/search-found.js";
import { markedTerms } from "../search/marked-terms.js";
import { REFERENCE_MARK, referenceFilter, referenceTermsOf } from "../search/references.js";
import { forEachTerm, termAt } from "../search/terms.js";
import { CELLS, type Unit, unitsOf } from "./units.js";
import { wantedIn } from "./wanted.js";

/** A section whose text may answer a question. */
export interface ExtractSource {
  /** Of the search, above 0; compared with those of other sources. */
  readonly score: number;
  /** The names of the section and of its document, and of what is around it. */
  readonly names: string;
  /** In document order. */
  readonly chunks: readonly Pick<StructuredChunk, "chunk_id" | "text_type" | "display">[];
}

/** A part of a source that answers, word for word; of a row of a table, the first cell and those that answer. */
export interface Quote extends Unit {
  readonly source: number;
  readonly chunk_id: string;
  /** From 0 to 1. */
  readonly score: number;
  /** The share of the question's weight that the text itself has, without the names around it. */
  readonly own: number;
  /** Whether it has what the question asks for; true where that is not known. */
  readonly isWanted: boolean;
}

type Term = SearchFound["terms"][number];

/** How many quotes an answer has, of text or of a table's rows, and how near to the best one the others have to be. */
const QUOTES = { texts: 3, rows: 6, share: 0.7, own: 0.6, compared: 50 };
/** The least score of a quote, and of one without what the question asks for. */
const SCORE_MIN = { wanted: 0.35, unwanted: 0.18 };
/** What the names around a text say counts less than what the text says. */
const NAMES_SHARE = 0.9;
/** A text without what the question asks for is seldom the answer. */
const UNWANTED = 0.3;
/** A form to be filled in, or a line of a table of contents. */
const BLANK = /[＿_]{2,}|[○〇◯△×]{2,}|[.．・…]{4,}|(?<![ 　])[ 　]{2,}(?:円|日|年|月|％)/;
const BLANK_SHARE = 0.4;
/** Shorter texts say nothing by themselves. */
const UNIT_MIN = 8;
/** Characters read for one answer. */
const READ_MAX = 60_000;

/**
 * The sentences, items and rows that answer best, best first: those that have the weight of the question's terms, and
 * the kind of fact that it asks for.
 */
export function extractFrom(question: string, terms: readonly Term[], sources: readonly ExtractSource[]): Quote[] {
  const weigh = weigher(terms);
  const wanted = wantedIn(question);
  const said = (unit: Unit) => saidOf(unit, terms);
  const most = Math.max(1, ...sources.map(({ score }) => score));
  const quotes: Quote[] = [];
  let left = READ_MAX;
  for (const [i, { score, names, chunks }] of sources.entries()) {
    const share = (score / most) ** 2;
    for (const { chunk_id, ...chunk } of chunks) {
      for (const unit of unitsOf(chunk)) {
        left -= unit.text.length;
        if (left < 0) return best(quotes);
        if (unit.text.length < UNIT_MIN) continue;
        const isWanted = wanted === null || wanted(unit);
        const blank = BLANK.test(unit.text) ? BLANK_SHARE : 1;
        const { own, all } = weigh(unit.text, names);
        const fit = all * share * blank * (isWanted ? 1 : UNWANTED);
        if (fit >= (isWanted ? SCORE_MIN.wanted : SCORE_MIN.unwanted))
          quotes.push({ source: i, chunk_id, ...unit, text: said(unit), score: fit, own, isWanted });
      }
    }
  }
  return best(quotes);
}

function best(quotes: readonly Quote[]): Quote[] {
  const sorted = quotes.toSorted((a, b) => b.score - a.score);
  const [first] = sorted;
  if (first === undefined) return [];
  const isRow = first.cells !== null;
  const near = sorted.filter(
    ({ source, isWanted, cells, score }) =>
      source === first.source &&
      isWanted === first.isWanted &&
      (cells !== null) === isRow &&
      score >= first.score * QUOTES.share,
  );
  // All rows have the names around their table: what a row itself says chooses among them.
  const most = Math.max(...near.map(({ own }) => own));
  const chosen = isRow ? near.filter(({ own }) => own >= most * QUOTES.own) : near;
  const distinct = chosen
    .slice(0, QUOTES.compared)
    .filter((one, i, all) => !all.slice(0, i).some((other) => saysTheSame(one, other)));
  return distinct.slice(0, isRow ? QUOTES.rows : QUOTES.texts);
}

const saysTheSame = (a: Quote, b: Quote) =>
  a.text === b.text || (a.chunk_id === b.chunk_id && a.start < b.end && b.start < a.end);

/** A row is shown with its first cell, which names it, and the cells that have words of the question, if there are any. */
function saidOf({ text, cells }: Unit, terms: readonly Term[]): string {
  if (cells === null) return text;
  const marked = markedTerms(terms);
  const [first = "", ...others] = cells;
  const asked = others.filter((cell) => termsIn(cell, marked).size > 0);
  if (asked.length === 0) return text;
  return [first, ...asked, ...(asked.length < others.length ? ["…"] : [])].join(CELLS);
}

/** The shares of the typed terms' weight that a text has, alone and with the names around it. */
function weigher(terms: readonly Term[]): (text: string, names: string) => { own: number; all: number } {
  const typed = terms.reduce((sum, { origin, weight }) => (origin === "typed" ? sum + weight : sum), 0);
  const total = Math.max(typed, Number.EPSILON);
  const known = new Map<string, ReadonlySet<Term>>();
  const inNames = (names: string) => {
    const found = known.get(names) ?? termsIn(names, terms);
    known.set(names, found);
    return found;
  };
  return (text, names) => {
    const own = termsIn(text, terms);
    let weight = 0;
    for (const term of own) weight += term.weight;
    if (weight === 0) return { own: 0, all: 0 };
    const inText = weight;
    for (const term of inNames(names)) if (!own.has(term)) weight += term.weight * NAMES_SHARE;
    return { own: inText / total, all: Math.min(1, weight / total) };
  };
}

function termsIn(text: string, terms: readonly Term[]): ReadonlySet<Term> {
  const compared = searchText(text);
  const words = new Set<string>();
  forEachTerm(compared, (from, to) => words.add(termAt(compared, from, to)));
  if (referenceFilter(terms)(text)) for (const { text: reference } of referenceTermsOf(text)) words.add(reference);
  const isSign = (term: Term) => !term.text.startsWith(REFERENCE_MARK) && (term.prefix || term.text.length === 1);
  return new Set(terms.filter((term) => words.has(term.text) || (isSign(term) && compared.text.includes(term.text))));
}
