import { type Reader, readerFilter } from "../access/audience.js";
import { decideAccess } from "../access/decision.js";
import { CHUNK_TEXT_MAX, type StructuredChunk, type TextType } from "../chunks/structured-chunk.js";
import { type Refusal, refuse } from "../errors.js";
import { fittingRows } from "../json-text.js";
import { WINDOW_MAX } from "../limits.js";
import { type HitKey, SCORE_UNIT, type SearchHit, type SearchIndex, type SearchReads } from "../ports/search-index.js";
import { fingerprint, readSearchCursor, type SearchCursor, writeSearchCursor } from "./cursor.js";
import { Highlighter, type Range } from "./highlights.js";
import { readQuery, type SearchQuery } from "./query.js";
import { isKeywords, planOf, type QueryWeights, weighTerms } from "./search-plan.js";
import type { Vocabulary } from "./vocabulary.js";
import { type Passage, PassageMaker, type Window } from "./window.js";

export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
  /** The last hit of the previous page, as answered. */
  readonly cursor: string | null;
  readonly doc_ids: readonly string[] | null;
  readonly text_types: readonly TextType[] | null;
}

export interface SearchResult {
  readonly score: number;
  readonly doc: { readonly id: string; readonly title: string; readonly version: string };
  /** Whole, or cut to a window of at most {@link WINDOW_MAX} characters: then `content` and `content_md` are null. */
  readonly chunk: StructuredChunk;
  /** Which part of the text is displayed; null: all of it. */
  readonly window: Window | null;
  readonly truncated: boolean;
  /** UTF-16 ranges in display.body_text, or in display.body_md where that is null. */
  readonly highlights: readonly Range[];
}

export interface SearchAnswer {
  readonly results: readonly SearchResult[];
  /** How many chunks match among those that the reader may see. */
  readonly total: number;
  readonly cursor: string | null;
}

interface SearchDeps {
  readonly index: SearchIndex;
  readonly vocabulary: Vocabulary;
  /** Called when the index returned a row that the rule in memory forbids; the row is dropped. */
  readonly onAccessMismatch: (document_id: string, user_id: string) => void;
}

/** The best matches among the chunks that this reader may see, ready to show. */
export async function search(
  request: SearchRequest,
  reader: Reader,
  deps: SearchDeps,
): Promise<SearchAnswer | Refusal> {
  const query = readQuery(request.query, deps.vocabulary);
  const of = fingerprint(request.query, request.doc_ids, request.text_types);
  const from = request.cursor === null ? null : readSearchCursor(request.cursor, of, query.terms.length);
  if (request.cursor !== null && from === null) return FOREIGN_CURSOR;

  const found = await deps.index.withinTimeLimit((reads) => findHits(request, query, from, reader, reads));
  if (found === null) return TOO_SLOW;
  const { hits, total, weights } = found;
  const { page, results } = resultsOf(hits.slice(0, request.limit), query, weights);
  const last = page.at(-1);
  const more = hits.length > page.length && last !== undefined && weights !== null;
  return {
    results: results.filter((_, i) => isAllowed(page[i] as SearchHit, reader, deps)),
    total,
    cursor: more ? writeSearchCursor({ weights, after: keyOf(last) }, of) : null,
  };
}

interface Found {
  /** One more than requested where there is another page. */
  readonly hits: readonly SearchHit[];
  readonly total: number;
  readonly weights: QueryWeights | null;
}

async function findHits(
  request: SearchRequest,
  query: SearchQuery,
  from: SearchCursor | null,
  reader: Reader,
  index: SearchReads,
): Promise<Found> {
  const { limit, doc_ids, text_types } = request;
  const filter = readerFilter(reader);
  const filters = { doc_ids, text_types };
  const find = async (weights: QueryWeights): Promise<Found> => {
    const plan = planOf(query, weights, filters);
    if (plan === null) return { hits: [], total: 0, weights };
    return {
      ...(await index.find(plan, filter, { limit: limit + 1, after: from?.after ?? null, text_max: textMax(request) })),
      weights,
    };
  };
  if (from) return find(from.weights);
  if (query.terms.length === 0) return { hits: [], total: 0, weights: null };

  const weights = weighTerms(query.terms, await index.statistics(query.terms, filter));
  if (isKeywords(query)) {
    const strict = await find({ ...weights, chosen: query.terms.map((_, i) => i), every: true });
    if (strict.total > 0) return strict;
  }
  return find(weights);
}

function isAllowed(hit: SearchHit, reader: Reader, deps: SearchDeps): boolean {
  const { allowed } = decideAccess(reader, hit.access_rules);
  if (!allowed) deps.onAccessMismatch(hit.document_id, reader.user_id);
  return allowed;
}

/**
 * How much text of one answer's chunks comes from the index, in total and for each chunk: as much as a chunk is found
 * by.
 */
const TEXTS_MAX = 2_000_000;
const textMax = ({ limit }: SearchRequest) => Math.min(CHUNK_TEXT_MAX, Math.floor(TEXTS_MAX / limit));
/**
 * How much of that text is read to choose windows, and how much shown text to mark highlights. Other requests wait for
 * it, so both are counted in characters as search makes them; one character of the source can become 18.
 */
const READ_MAX = 200_000;
const HIGHLIGHTED_MAX = 60_000;
/** The windows of one answer have the first of these sizes with which the answer does not become too long. */
const WINDOWS = [WINDOW_MAX, WINDOW_MAX / 2, WINDOW_MAX / 4, WINDOW_MAX / 8];

/** The hits that fit into one answer, each with its window. */
function resultsOf(
  hits: readonly SearchHit[],
  { terms }: SearchQuery,
  weights: QueryWeights | null,
): { page: readonly SearchHit[]; results: SearchResult[] } {
  const weighed = terms.map(({ text }, i) => ({ text, weight: weights?.weights[i] ?? 1 }));
  const lengths = hits.map(({ chunk }) => textOf(chunk).length);
  const short = lengths.filter((length) => length <= WINDOW_MAX);
  const share = (READ_MAX - short.reduce((sum, length) => sum + length, 0)) / Math.max(1, hits.length - short.length);
  const made = hits.map((hit, i) => {
    const length = lengths[i] as number;
    const read = length <= WINDOW_MAX ? length : share;
    return { hit, passage: new PassageMaker(hit.chunk, hit.text_length, weighed, read) };
  });
  let shown: SearchResult[] = [];
  for (const max of WINDOWS) {
    shown = made.map(({ hit, passage }) => resultOf(hit, passage.within(max)));
    if (fittingRows(shown) === shown.length) break;
  }
  // Once, after the windows are chosen.
  const highlighter = new Highlighter(terms, HIGHLIGHTED_MAX);
  const results = shown.map((result) => ({ ...result, highlights: highlighter.in(textOf(result.chunk)) }));
  const fitting = fittingRows(results);
  return { page: hits.slice(0, fitting), results: results.slice(0, fitting) };
}

const textOf = ({ display: { body_text, body_md } }: StructuredChunk) => body_text ?? body_md ?? "";

function resultOf({ score, document }: SearchHit, { chunk, window }: Passage): SearchResult {
  return {
    score: score / SCORE_UNIT,
    doc: { id: document.document_id, title: document.title, version: document.version },
    chunk,
    window,
    truncated: window !== null,
    highlights: [],
  };
}

const keyOf = ({ score, document_id, place }: HitKey): HitKey => ({ score, document_id, place });

const TOO_SLOW = refuse("UNAVAILABLE", { code: "search.too_slow" });
const FOREIGN_CURSOR = refuse("INVALID_REQUEST", { code: "search.other_cursor" });
