import { type Reader, readerFilter } from "../../access/audience.js";
import type { TextType } from "../../chunks/structured-chunk.js";
import { isRefusal, type Refusal } from "../../errors.js";
import type { SearchAsk, SearchHits, SectionHit, SectionRange } from "../ranking/search-hits.js";
import type { IndexedState } from "../ranking/section-index.js";
import { havePhrases, phrasesIn } from "../text/phrases.js";
import type { HitDocument, HitPlaces } from "./hit-reader.js";
import { meaningOf, orderedBy, RERANKED, rerankerScores } from "./model-order.js";
import { chunksOf, resultsOf, type SectionResult, shownPlaces } from "./section-results.js";
import { documentsAmong, type FindDeps, withHits } from "./visible-hits.js";

export interface SectionSearch {
  readonly query: string;
  readonly limit: number;
  readonly doc_ids: readonly string[] | null;
  readonly text_types: readonly TextType[] | null;
}

export interface SearchResults extends Pick<SearchHits, "total" | "fits" | "widened" | "corrected"> {
  /** Best first. */
  readonly results: readonly SectionResult[];
  /** Up to ten. */
  readonly documents: readonly {
    readonly id: string;
    readonly title: string;
    /** How many of its sections match. */
    readonly sections: number;
    /** Whether the question names it; these come first. */
    readonly named: boolean;
  }[];
  /** What the results were found and ordered by. */
  readonly by: readonly ("words" | "meaning" | "rerank")[];
  /** at_least: more sections than were checked have all terms of the phrases. */
  readonly total_is: "exact" | "at_least";
}

/** The best sections for a query, in their final order, and what was read of their documents. */
export interface ReadSections {
  readonly hits: SearchHits;
  /** By document_id, without those that the reader may not see. */
  readonly documents: ReadonlyMap<string, HitDocument>;
  readonly total_is: SearchResults["total_is"];
  readonly by: SearchResults["by"];
}

/** The best matches among the sections that this reader may see, ready to show. */
export async function findSections(
  request: SectionSearch,
  reader: Reader,
  deps: FindDeps,
): Promise<SearchResults | Refusal> {
  const read = await readSections(request, reader, deps);
  return isRefusal(read) ? read : shownSections(read, request.limit, null);
}

type PlacesOf = (section: SectionHit) => readonly number[];

/** @param placesBeside the chunks that the caller reads, beside those that a result shows */
export async function readSections(
  { query, limit, doc_ids, text_types }: SectionSearch,
  reader: Reader,
  deps: FindDeps,
  placesBeside: (hits: SearchHits) => PlacesOf = () => () => [],
): Promise<ReadSections | Refusal> {
  const candidates = deps.reranker === null ? limit : Math.max(limit, RERANKED);
  const ask = { query, reader: readerFilter(reader), limit: candidates, doc_ids, text_types };
  const search = async () => {
    const hits = await hitsOf(ask, reader, deps);
    if (hits === null) return null;
    const scores = await rerankerScores(query, hits, reader, deps);
    const sections = orderedBy(scores, hits.sections).slice(0, limit);
    return { ...hits, sections, isReranked: scores.size > 0 };
  };
  const state = await withHits(search(), (hits) => placesIn(hits, placesBeside(hits)), reader, deps);
  if (isRefusal(state)) return state;
  const { answer: hits, documents } = state;
  const by = ["words", ...(hits.by_meaning ? MEANING : []), ...(hits.isReranked ? RERANK : [])] as const;
  return { hits, documents, by, total_is: hits.total_is };
}

const MEANING = ["meaning"] as const;
const RERANK = ["rerank"] as const;

/** @param beside what is sent with the results and takes room of them */
export function shownSections(
  { hits, documents: visible, by, total_is }: ReadSections,
  limit: number,
  beside: object | null,
): SearchResults {
  const { total, fits, widened, corrected } = hits;
  const documents = hits.documents.flatMap(({ document_id: id, sections, named }) => {
    const document = visible.get(id)?.document;
    return document === undefined ? [] : [{ id, title: document.title, sections, named }];
  });
  const sections = hits.sections.slice(0, limit);
  const results = resultsOf({ ...hits, sections }, visible, { documents, widened, corrected, beside });
  return { results, documents, widened, corrected, by, total, total_is, fits };
}

interface Hits extends SearchHits, IndexedState, Pick<SearchResults, "total_is"> {}

/**
 * What matches a query: by its words and its meaning, or by words alone if it has quoted phrases, which are required.
 *
 * @returns null when the time is over
 */
export async function hitsOf(
  ask: Omit<SearchAsk, "meaning">,
  reader: Reader,
  deps: Pick<FindDeps, "index" | "deadline" | "hits" | "meaning">,
): Promise<Hits | null> {
  const phrases = phrasesIn(ask.query);
  if (phrases.length > 0) return withPhrases({ ...ask, meaning: null }, phrases, deps);
  const meaning = await meaningOf(ask.query, reader, deps);
  return { ...(await deps.index.search({ ...ask, meaning }, deps.deadline.signal)), total_is: "exact" };
}

/** Only the database has the texts in which phrases occur, so the best sections with all their terms are read there. */
async function withPhrases(
  ask: SearchAsk,
  phrases: readonly string[],
  deps: Pick<FindDeps, "index" | "deadline" | "hits">,
): Promise<Hits | null> {
  const { index, deadline } = deps;
  const candidates = await index.phraseCandidates(ask, deadline.signal);
  const accepted = await sectionsWith(phrases, candidates.sections, deps);
  if (accepted === null) return null;
  const found = await index.search({ ...ask, accepted }, deadline.signal);
  return { ...found, total_is: candidates.more ? "at_least" : "exact" };
}

/** How many sections are checked before other requests have their turn. */
const CHECKED_AT_ONCE = 50;

async function sectionsWith(
  phrases: readonly string[],
  sections: readonly SectionRange[],
  { hits, deadline }: Pick<FindDeps, "hits" | "deadline">,
): Promise<SectionRange[] | null> {
  const accepted: SectionRange[] = [];
  for (let rest = sections; rest[0] !== undefined; ) {
    const [{ revision_id }] = rest as [SectionRange];
    const asked = rest.slice(0, CHECKED_AT_ONCE);
    const timeout_ms = deadline.left();
    const texts = timeout_ms > 0 ? await hits.texts(asked, { timeout_ms }) : null;
    if (texts === null) return null;
    const isPublished = texts[0] !== null;
    for (const [i, section] of asked.entries()) if (havePhrases(texts[i] ?? [], phrases)) accepted.push(section);
    // What exceeded the bound comes first in the next round; the first section never does.
    const read = texts.findLastIndex((text) => text !== null) + 1;
    rest = isPublished ? rest.slice(read) : rest.filter((section) => section.revision_id !== revision_id);
  }
  return accepted;
}

/** The chunks to read of the sections, and the other documents that an answer names. */
function placesIn({ sections, documents }: SearchHits, placesBeside: PlacesOf): HitPlaces[] {
  const chunks = chunksOf(sections, (section) => [...shownPlaces(section), ...placesBeside(section)]);
  const others = documents.filter(({ document_id }) => !chunks.some((hit) => hit.document_id === document_id));
  return [...chunks, ...documentsAmong(others)];
}
