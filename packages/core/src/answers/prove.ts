import { shownText } from "../chunks/display.js";
import type { SectionResult } from "../search/found-results.js";
import { EMPTY_VOCABULARY, type Vocabulary } from "../search/vocabulary.js";
import { boundOf } from "./bounds.js";
import { clauseAround, leadIn } from "./clause.js";
import { contentOf, languageOf, termsIn, tiedContent } from "./content.js";
import { findQuote, type QuotedChunk, type QuotePlace } from "./find-quote.js";
import { unitInName } from "./measures.js";
import { isMixed, polarityOf } from "./negation.js";
import { foldedQuote } from "./placed-text.js";
import { isAmong, type Quantity, quantitiesIn } from "./quantities.js";
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
export type Reason = "unsafe" | "no_such_source" | "not_quoted" | "number" | "negation" | "content";

export type Proven = { readonly proof: QuotePlace } | { readonly dropped: Reason };

/** The part of a sentence's content that its quote must have. */
const CONTENT_SHARE = 0.6;
/** What the names of the section have counts less than what is quoted. */
const NAMES_SHARE = 0.5;

/**
 * Decides whether a sentence agrees with its quote: the source has the quote, and the quote has the sentence's numbers
 * and references, its negation, and most of what it is about. It is no proof of the paraphrase.
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
  const place = findQuote(quote, given.chunks);
  const quoted = place === null ? null : quotedAt(place, given);
  // The rows of a table speak of different things, so a sentence has one of them.
  if (place === null || quoted === null || (quoted.table && quoted.table.rows.length > 1))
    return { dropped: "not_quoted" };
  if (!hasNumbers(text, quoted)) return { dropped: "number" };
  if (!hasPolarity(text, clauseOf(quoted))) return { dropped: "negation" };
  return isInLanguageOf(question, text) && hasContent(text, quoted, vocabulary)
    ? { proof: place }
    : { dropped: "content" };
}

/** Denials and exceptions as often. Of a quote that both affirms and denies, only its own words tell which is which. */
function hasPolarity(sentence: string, clause: string): boolean {
  const [said, quoted] = [polarityOf(sentence), polarityOf(clause)];
  if (said.denials !== quoted.denials || said.exceptions > 0 !== quoted.exceptions > 0) return false;
  if (!isMixed(clause)) return true;
  return foldedQuote(clause).text.includes(foldedQuote(sentence).text.trim().replace(END, ""));
}

const END = /(?<![。.!?！？])[。.!?！？]+$/;

function isInLanguageOf(question: string, sentence: string): boolean {
  const [asked, spoken] = [languageOf(question), languageOf(sentence)];
  return asked === null || spoken === null || asked === spoken;
}

/** A quote in its chunk. */
interface Quoted {
  readonly text: string;
  readonly body: string;
  readonly start: number;
  readonly end: number;
  readonly chunk: QuotedChunk;
  /** What stands above the list that it is an item of: 次の者には支給しない。 "" outside lists. */
  readonly above: string;
  /** The labels and titles of the section and of those around it. */
  readonly names: string;
  /** null outside tables. */
  readonly table: RowsAt | null;
}

function quotedAt({ chunk_id, start, end }: QuotePlace, { section, chunks }: ProofSource): Quoted | null {
  const chunk = chunks.find((one) => one.chunk_id === chunk_id);
  if (chunk === undefined) return null;
  const body = shownText(chunk.display);
  const names = [section.label, ...chunk.display.breadcrumb, chunk.display.title].join("\n");
  const table = chunk.text_type === "table" ? rowsAt(body, start, end) : null;
  const above = leadIn(body, start, chunks[chunks.indexOf(chunk) - 1]);
  return { text: body.slice(start, end), body, start, end, chunk, above, names, table };
}

function hasNumbers(sentence: string, quoted: Quoted): boolean {
  const { text, names } = quoted;
  const quantities = [...quantitiesAt(quoted), ...quantitiesOfTable(quoted)];
  const isSaid = (quantity: Quantity) =>
    quantities.some((one) => isAmong(quantity, [one]) && boundOf(sentence, quantity) === one.bound);
  if (!quantitiesIn(sentence).every(isSaid)) return false;
  const known = new Set([...structureReferencesIn(folded(text)), ...structureReferencesIn(folded(names))].map(keyOf));
  return structureReferencesIn(folded(sentence)).every((reference) => known.has(keyOf(reference)));
}

const folded = (text: string) => text.normalize("NFKC");
const keyOf = ({ kind, number }: { kind: string; number: string }) => `${kind} ${number}`;

/** Read in the whole text, so that no part of 令和8年4月1日 is taken for another date. */
function quantitiesAt({ body, start, end }: Quoted): BoundQuantity[] {
  const inside = quantitiesIn(body).filter((quantity) => quantity.start >= start && quantity.end <= end);
  return inside.map((quantity) => ({ ...quantity, bound: boundOf(body, quantity) }));
}

interface BoundQuantity extends Quantity {
  readonly bound: string;
}

/** The quantities of the header (月額), and the bare numbers of the row with the units that the header names (日当（円）). */
function quantitiesOfTable(quoted: Quoted): BoundQuantity[] {
  const { table } = quoted;
  if (table === null) return [];
  const columns = cellsIn(table.header.split("\n").at(-1) ?? "");
  const bare = quantitiesAt(quoted).filter(({ unit }) => unit === "");
  const cells = table.rows.flatMap((row) => cellsIn(row));
  const named = cells.flatMap((cell, i) => {
    const unit = unitInName(columns[i] ?? "");
    const quantities = unit === "" ? [] : quantitiesIn(cell).filter((quantity) => isAmong(quantity, bare));
    return quantities.map((quantity) => ({ ...quantity, unit, bound: boundOf(cell, quantity) }));
  });
  const inHeader = quantitiesIn(table.header).map((quantity) => ({
    ...quantity,
    bound: boundOf(table.header, quantity),
  }));
  return [...inHeader, ...named];
}

function clauseOf({ text, body, start, end, chunk, above }: Quoted): string {
  return above + clauseAround(body, { start, end, text_type: chunk.text_type }, languageOf(text) ?? "japanese");
}

function hasContent(sentence: string, { text, names, table }: Quoted, vocabulary: Vocabulary): boolean {
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
