import { shownText } from "../chunks/display.js";
import type { SectionResult } from "../search/found-results.js";
import { EMPTY_VOCABULARY, type Vocabulary } from "../search/vocabulary.js";
import { boundOf } from "./bounds.js";
import { clauseAround, leadIn } from "./clause.js";
import { type Cell, isUnderItsColumn } from "./columns.js";
import { contentOf, languageOf, termsIn, tiedContent } from "./content.js";
import { contradicts } from "./contraries.js";
import { findQuotes, type QuotedChunk, type QuotePlace } from "./find-quote.js";
import { unitInName } from "./measures.js";
import { isMixed, polarityOf } from "./negation.js";
import { foldedQuote } from "./placed-text.js";
import { isAmong, type Quantity, quantitiesIn } from "./quantities.js";
import { hasReferences } from "./quoted-references.js";
import { structureReferencesIn } from "./structure-references.js";
import { cellsIn, type RowsAt, rowsAt } from "./table-rows.js";
import { isUnsafe } from "./unsafe-text.js";

/** A sentence that a model wrote, and the words of a source that it says prove it. */
export interface Draft {
  readonly text: string;
  /** The number of the source, from 1. */
  readonly source: number;
  readonly quote: string;
}

/** A section that a model was given. */
export interface ProofSource {
  readonly section: Pick<SectionResult["section"], "label">;
  readonly chunks: readonly QuotedChunk[];
}

/** Why a sentence is not shown, in the order in which it is checked. */
export type Reason = "unsafe" | "no_such_source" | "not_quoted" | "number" | "negation" | "opposite" | "content";

export type Proven = { readonly proof: QuotePlace } | { readonly dropped: Reason };

/** The part of a sentence's content that its quote must have. */
const CONTENT_SHARE = 0.6;
/** What the names of the section have counts less than what is quoted. */
const NAMES_SHARE = 0.5;

/**
 * Decides whether a sentence agrees with its quote: the source has the quote, and the quote has the sentence's numbers
 * and references, its negation, and most of what it is about. It is no proof of the paraphrase.
 *
 * A quote that stands in several places proves the sentence if it does at each of those that fit the sentence best.
 *
 * @param sources what the model was given, in the order of their numbers
 * @param asked.question a sentence in another language than the question's is dropped, because its content is not compared
 */
export function proveSentence(
  { text, source, quote }: Draft,
  sources: readonly ProofSource[],
  { vocabulary = EMPTY_VOCABULARY, question = "" }: { vocabulary?: Vocabulary; question?: string } = {},
): Proven {
  if (isUnsafe(text)) return { dropped: "unsafe" };
  const given = sources[source - 1];
  if (given === undefined) return { dropped: "no_such_source" };
  const [first, ...others] = nearestTo(
    text,
    findQuotes(quote, given.chunks).map((place) => quotedAt(place, given)),
  );
  if (first === undefined) return { dropped: "not_quoted" };
  for (const quoted of [first, ...others]) {
    const dropped = whyNot(text, quoted, vocabulary);
    if (dropped !== null) return { dropped };
  }
  return isInLanguageOf(question, text) ? { proof: first.place } : { dropped: "content" };
}

/** Why a quote does not prove a sentence; null: it does. */
function whyNot(sentence: string, quoted: Quoted, vocabulary: Vocabulary): Reason | null {
  // The rows of a table speak of different things, so a sentence has one of them.
  if (quoted.table && quoted.table.rows.length > 1) return "not_quoted";
  if (!hasNumbers(sentence, quoted)) return "number";
  const clause = clauseOf(quoted);
  if (!hasPolarity(sentence, clause) || !deniesAsAbove(sentence, clause, quoted.above, vocabulary)) return "negation";
  if (contradicts(sentence, `${quoted.table?.header ?? ""}\n${clause}`, quoted.names)) return "opposite";
  return hasContent(sentence, quoted, vocabulary) ? null : "content";
}

/** The quotes around which most of the sentence's content stands, all equally much. */
function nearestTo(sentence: string, quotes: readonly Quoted[]): readonly Quoted[] {
  if (quotes.length < 2) return quotes;
  const content = [...contentOf(withoutNumbers(sentence))];
  const near = quotes.map((quoted) => content.filter(termsIn(aroundOf(quoted))).length);
  const most = Math.max(...near);
  return quotes.filter((_, i) => near[i] === most);
}

/** The sentence or line of a quote, and the line above its list. */
function aroundOf({ body, place: { start, end }, above }: Quoted): string {
  const from = Math.max(...["\n", "。", ". "].map((sign) => body.lastIndexOf(sign, start - 1)));
  return above + body.slice(start === 0 ? 0 : from + 1, end);
}

/** Denials and exceptions as often. Of a quote that both affirms and denies, only its own words tell which is which. */
function hasPolarity(sentence: string, clause: string): boolean {
  const [said, quoted] = [polarityOf(sentence), polarityOf(clause)];
  if (said.denials !== quoted.denials || said.exceptions > 0 !== quoted.exceptions > 0) return false;
  if (!isMixed(clause)) return true;
  return foldedQuote(clause).text.includes(foldedQuote(sentence).text.trim().replace(END, ""));
}

const END = /(?<![。.!?！？])[。.!?！？]+$/;

/** What only the line above a list denies is denied with a word of that line: 退職者には支給しない, not 退職者ではない. */
function deniesAsAbove(sentence: string, clause: string, above: string, vocabulary: Vocabulary): boolean {
  const item = clause.slice(above.length);
  if (polarityOf(above).denials === 0 || polarityOf(item).denials > 0 || languageOf(sentence) !== languageOf(above))
    return true;
  const inItem = termsIn(item);
  const denied = [...contentOf(above)].filter((term) => !inItem(term));
  return denied.some(termsIn(sentence)) || tiedContent(sentence, above, vocabulary).size > 0;
}

function isInLanguageOf(question: string, sentence: string): boolean {
  const [asked, spoken] = [languageOf(question), languageOf(sentence)];
  return asked === null || spoken === null || asked === spoken;
}

/** A quote in its chunk. */
interface Quoted {
  readonly place: QuotePlace;
  readonly text: string;
  readonly body: string;
  readonly text_type: QuotedChunk["text_type"];
  /** What stands above the list that it is an item of: 次の者には支給しない。 "" outside lists. */
  readonly above: string;
  /** The labels and titles of the section and of those around it. */
  readonly names: string;
  /** null outside tables. */
  readonly table: RowsAt | null;
}

function quotedAt(place: QuotePlace, { section, chunks }: ProofSource): Quoted {
  const at = chunks.findIndex((one) => one.chunk_id === place.chunk_id);
  const { display, text_type } = chunks[at] as QuotedChunk;
  const { start, end } = place;
  const body = shownText(display);
  const names = [section.label, ...display.breadcrumb, display.title].join("\n");
  const table = text_type === "table" ? rowsAt(body, start, end) : null;
  return {
    place,
    text: body.slice(start, end),
    body,
    text_type,
    above: leadIn(body, start, chunks[at - 1]),
    names,
    table,
  };
}

function hasNumbers(sentence: string, quoted: Quoted): boolean {
  const { text, names, table } = quoted;
  const quantities = quantitiesAt(quoted);
  const cells = table === null ? [] : cellsOf(table, quantities);
  if (table !== null) quantities.push(...boundIn(table.header), ...cells.flatMap((cell) => cell.quantities));
  const isSaid = (quantity: Quantity) =>
    quantities.some((one) => isAmong(quantity, [one]) && boundOf(sentence, quantity) === one.bound);
  const said = quantitiesIn(sentence);
  if (!said.every(isSaid) || !said.every((quantity) => isUnderItsColumn(quantity, sentence, cells))) return false;
  return hasReferences(folded(sentence), folded(text), folded(names));
}

const folded = (text: string) => text.normalize("NFKC");

interface BoundQuantity extends Quantity {
  readonly bound: string;
}

const boundIn = (text: string): BoundQuantity[] =>
  quantitiesIn(text).map((quantity) => ({ ...quantity, bound: boundOf(text, quantity) }));

/** Read in the whole text, so that no part of 令和8年4月1日 is taken for another date. */
const quantitiesAt = ({ body, place }: Quoted): BoundQuantity[] =>
  boundIn(body).filter((quantity) => quantity.start >= place.start && quantity.end <= place.end);

/** The quoted cells of a row: bare numbers have the unit that their column names (日当（円）). */
function cellsOf({ header, rows }: RowsAt, quoted: readonly Quantity[]): Cell<BoundQuantity>[] {
  const columns = cellsIn(header.split("\n").at(-1) ?? "");
  return rows
    .flatMap((row) => cellsIn(row))
    .map((cell, i) => {
      const column = columns[i] ?? "";
      const unit = unitInName(column);
      const own = boundIn(cell).filter((quantity) => isAmong(quantity, quoted));
      return { column, quantities: own.map((one) => (one.unit === "" && unit !== "" ? { ...one, unit } : one)) };
    });
}

function clauseOf({ text, body, place: { start, end }, text_type, above }: Quoted): string {
  return above + clauseAround(body, { start, end, text_type }, languageOf(text) ?? "japanese");
}

/** Letters of other scripts: some look like a Latin one, as in nоt with a Cyrillic о. */
const OTHER_LETTERS =
  /(?![\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}])\p{L}/gu;
const SENTENCE_BORDER = /(?<=[。！？!?])|(?<=[.．])\s/u;

/** Each sentence of a text by itself, so that nothing is added behind one that the quote proves. */
function hasContent(text: string, quoted: Quoted, vocabulary: Vocabulary): boolean {
  const { names, table } = quoted;
  const given = quoted.text + names + (table?.header ?? "");
  if (text.match(OTHER_LETTERS)?.some((letter) => !given.includes(letter))) return false;
  if (!hasContentOf(text, quoted, vocabulary)) return false;
  const sentences = text.split(SENTENCE_BORDER).filter((one) => contentOf(withoutNumbers(one)).size > 0);
  const language = languageOf(text);
  return (
    sentences.length < 2 ||
    sentences.every((one) => languageOf(one) === language && hasContentOf(one, quoted, vocabulary))
  );
}

function hasContentOf(sentence: string, { text, names, table }: Quoted, vocabulary: Vocabulary): boolean {
  const header = table?.header ?? "";
  const [spoken, written] = [languageOf(sentence), languageOf(text) ?? languageOf(header)];
  if (spoken !== null && written !== null && spoken !== written) return true;
  const words = withoutNumbers(sentence);
  const content = [...contentOf(words)];
  if (content.length === 0) return words !== folded(sentence);
  const tied = tiedContent(sentence, `${text}\n${header}`, vocabulary);
  const inQuote = termsIn(`${text}\n${header}`);
  const inNames = termsIn(names);
  const isSaid = (term: string) => tied.has(term) || inQuote(term);
  const inOtherRows = termsIn(table?.others.join("\n") ?? "");
  // What names another row of the table would move its numbers there.
  if (content.some((term) => !isSaid(term) && !inNames(term) && inOtherRows(term))) return false;
  const weight = content.reduce((sum, term) => sum + (isSaid(term) ? 1 : inNames(term) ? NAMES_SHARE : 0), 0);
  return weight >= content.length * CONTENT_SHARE;
}

/** The sentence without its quantities and references, which are compared by value. */
function withoutNumbers(sentence: string): string {
  const text = folded(sentence);
  const spans = [...quantitiesIn(text), ...structureReferencesIn(text)].toSorted((a, b) => a.start - b.start);
  let left = "";
  let from = 0;
  for (const { start, end } of spans) {
    if (start > from) left += `${text.slice(from, start)} `;
    from = Math.max(from, end);
  }
  return left + text.slice(from);
}
