import { type Reader, readerFilter } from "../access/audience.js";
import { decideAccess } from "../access/decision.js";
import type { StructuredChunk, TextType } from "../chunks/structured-chunk.js";
import { type Refusal, refuse } from "../errors.js";
import { type HitKey, SCORE_UNIT, type SearchHit, type SearchIndex, type SearchReads } from "../ports/search-index.js";
import { fingerprint, readSearchCursor, type SearchCursor, writeSearchCursor } from "./cursor.js";
import { highlightsIn, type Range } from "./highlights.js";
import { isKeywords, planOf, type QueryWeights, weighTerms } from "./plan.js";
import { readQuery, type SearchQuery } from "./query.js";

export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
  /** What the last page ended with, as it was answered. */
  readonly cursor: string | null;
  readonly doc_ids: readonly string[] | null;
  readonly text_types: readonly TextType[] | null;
}

export interface SearchResult {
  readonly score: number;
  readonly doc: { readonly id: string; readonly title: string; readonly version: string };
  readonly chunk: StructuredChunk;
  /** UTF-16 ranges in display.body_text, or in display.body_md where that is null. */
  readonly highlights: readonly Range[];
}

export interface SearchAnswer {
  readonly results: readonly SearchResult[];
  /** How many chunks match among what the reader may see. */
  readonly total: number;
  readonly cursor: string | null;
}

export interface SearchDeps {
  readonly index: SearchIndex;
  /** Told when a row came out of the index that the rule in memory forbids; it is dropped. */
  readonly onAccessMismatch: (document_id: string, user_id: string) => void;
}

/** The chunks that answer a query best, among what this reader may see, ready to show. */
export async function search(
  request: SearchRequest,
  reader: Reader,
  deps: SearchDeps,
): Promise<SearchAnswer | Refusal> {
  const query = readQuery(request.query);
  const of = fingerprint(request.query, request.doc_ids, request.text_types);
  const from = request.cursor === null ? null : readSearchCursor(request.cursor, of, query.terms.length);
  if (request.cursor !== null && from === null) return FOREIGN_CURSOR;

  const found = await deps.index.during((reads) => findHits(request, query, from, reader, reads));
  if (found === null) return TOO_SLOW;
  const { hits, total, weights } = found;
  const page = hits.slice(0, request.limit);
  const last = page.at(-1);
  const more = hits.length > request.limit && last !== undefined && weights !== null;
  return {
    results: page.filter((hit) => isAllowed(hit, reader, deps)).map((hit) => resultOf(hit, query)),
    total,
    cursor: more ? writeSearchCursor({ weights, after: keyOf(last) }, of) : null,
  };
}

interface Found {
  /** One more than asked for where there is another page. */
  readonly hits: readonly SearchHit[];
  readonly total: number;
  readonly weights: QueryWeights | null;
}

async function findHits(
  { limit, doc_ids, text_types }: SearchRequest,
  query: SearchQuery,
  from: SearchCursor | null,
  reader: Reader,
  index: SearchReads,
): Promise<Found> {
  const filter = readerFilter(reader);
  const filters = { doc_ids, text_types };
  const find = async (weights: QueryWeights): Promise<Found> => {
    const plan = planOf(query, weights, filters);
    if (plan === null) return { hits: [], total: 0, weights };
    return { ...(await index.find(plan, filter, { limit: limit + 1, after: from?.after ?? null })), weights };
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

function resultOf({ score, document, chunk }: SearchHit, { terms }: SearchQuery): SearchResult {
  const { body_text, body_md } = chunk.display;
  return {
    score: score / SCORE_UNIT,
    doc: { id: document.document_id, title: document.title, version: document.version },
    chunk,
    highlights: highlightsIn(body_text ?? body_md ?? "", terms),
  };
}

const keyOf = ({ score, document_id, place }: HitKey): HitKey => ({ score, document_id, place });

const TOO_SLOW = refuse(
  "UNAVAILABLE",
  "The search took too long and was stopped. Use fewer words, or words that occur less often.",
);
const FOREIGN_CURSOR = refuse(
  "INVALID_REQUEST",
  "cursor is not one that this query gave out; begin again without it, with the same query and filters.",
);
