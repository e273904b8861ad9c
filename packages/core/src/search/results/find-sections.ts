import { type Reader, readerFilter } from "../../access/audience.js";
import type { TextType } from "../../chunks/structured-chunk.js";
import { isRefusal, type Refusal } from "../../errors.js";
import { scaleOver } from "../ranking/fusion.js";
import type { SearchAsk, SearchHits, SectionHit, SectionRange } from "../ranking/search-hits.js";
import type { IndexedState } from "../ranking/section-index.js";
import { havePhrases, phrasesIn } from "../text/phrases.js";
import { meaningOf, orderedBy, RERANKED, rerankerScores } from "./model-order.js";
import { chunksOf, resultsOf, type SectionResult, shownPlaces } from "./section-results.js";
import { documentsAmong, type FindDeps, type HitDocument, type HitPlaces, withHits } from "./visible-hits.js";

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

/** The best matches among the sections that this reader may see, ready to show. */
export async function findSections(
  request: SectionSearch,
  reader: Reader,
  deps: FindDeps,
): Promise<SearchResults | Refusal> {
  const read = await readSections(request, reader, deps);
  return isRefusal(read) ? read : shownSections(read, request.limit, null);
}

/** The best sections for a query, in their final order, and what was read of their documents. */
export interface ReadSections {
  readonly hits: OrderedHits;
  /** By document_id, without those that the reader may not see. */
  readonly documents: ReadonlyMap<string, HitDocument>;
}

interface OrderedHits extends Hits {
  readonly is_reranked: boolean;
}

type PlacesOf = (section: SectionHit) => readonly number[];

/**
 * @param search.also_searched the query in other words: each is searched beside it
 * @param placesBeside the chunks that the caller reads, beside those that a result shows
 */
export async function readSections(
  {
    query,
    also_searched = [],
    limit,
    doc_ids,
    text_types,
  }: SectionSearch & { readonly also_searched?: readonly string[] },
  reader: Reader,
  deps: FindDeps,
  placesBeside: (hits: SearchHits) => PlacesOf = () => () => [],
): Promise<ReadSections | Refusal> {
  const isOrdered = deps.reranker === null && also_searched.length === 0;
  const candidates = isOrdered ? limit : Math.max(limit, RERANKED);
  const ask = { reader: readerFilter(reader), limit: candidates, doc_ids, text_types };
  const search = async (): Promise<OrderedHits | null> => {
    const own = await Promise.all(
      [query, ...also_searched].map((words) => hitsOf({ ...ask, query: words }, reader, deps)),
    );
    const inTime = own.filter((hits) => hits !== null);
    if (inTime.length < own.length) return null;
    const hits = fusedHits(inTime);
    const scores = await rerankerScores(query, hits, reader, deps);
    return { ...hits, sections: orderedBy(scores, hits.sections).slice(0, limit), is_reranked: scores.size > 0 };
  };
  const state = await withHits(search(), (hits) => placesIn(hits, placesBeside(hits)), reader, deps);
  return isRefusal(state) ? state : { hits: state.answer, documents: state.documents };
}

/** @param beside what is sent with the results and takes room of them */
export function shownSections(
  { hits, documents: visible }: ReadSections,
  limit: number,
  beside: object | null,
): SearchResults {
  const { total, total_is, fits, widened, corrected } = hits;
  const documents = hits.documents.flatMap(({ document_id: id, sections, named }) => {
    const document = visible.get(id)?.document;
    return document === undefined ? [] : [{ id, title: document.title, sections, named }];
  });
  const sections = hits.sections.slice(0, limit);
  const results = resultsOf({ ...hits, sections }, visible, { documents, widened, corrected, beside });
  const models = { words: true, meaning: hits.by_meaning, rerank: hits.is_reranked };
  const by = (["words", "meaning", "rerank"] as const).filter((model) => models[model]);
  return { results, documents, widened, corrected, by, total, total_is, fits };
}

interface Hits extends SearchHits, IndexedState, Pick<SearchResults, "total_is"> {}

/**
 * Hits of one question in several words as those of one search: of the first, with the sections of all that fit. The
 * scores of each list are scaled to lie between 0 and 1 over the list and added, so that a section of several lists comes
 * before a section of one list. Articles and documents are named by the question alone, never by the other words.
 */
function fusedHits(lists: readonly Hits[]): Hits {
  const [own, ...others] = lists as readonly [Hits, ...Hits[]];
  if (others.length === 0) return own;
  const scores = new Map<string, number>();
  const sectionHits = new Map<string, SectionHit>();
  const revisions = new Map<string, string>();
  for (const { sections } of lists.filter(({ fits }) => fits)) {
    const scaled = scaleOver(sections.map(({ score }) => score));
    for (const section of sections) {
      const { section_id, document_id, revision_id, score } = section;
      // A list may be of another state: places count in one revision.
      if ((revisions.get(document_id) ?? revision_id) !== revision_id) continue;
      revisions.set(document_id, revision_id);
      scores.set(section_id, (scores.get(section_id) ?? 0) + scaled(score));
      if (!sectionHits.has(section_id)) sectionHits.set(section_id, section);
    }
  }
  const tiers = new Map(own.sections.map(({ section_id, tier }) => [section_id, tier]));
  const scoreOf = ({ section_id }: SectionHit) => scores.get(section_id) as number;
  const sections = [...sectionHits.values()]
    .map((section) => ({ ...section, tier: tiers.get(section.section_id) ?? 0 }))
    .sort((a, b) => b.tier - a.tier || scoreOf(b) - scoreOf(a));
  return { ...own, fits: sections.length > 0, sections };
}

/**
 * What matches a query: by its words and its meaning, or by words alone if it has quoted phrases, which are required.
 *
 * @returns null when the time is over
 */
async function hitsOf(
  ask: Omit<SearchAsk, "meaning">,
  reader: Reader,
  deps: Pick<FindDeps, "index" | "deadline" | "hits" | "meaning">,
): Promise<Hits | null> {
  const { index, deadline } = deps;
  const phrases = phrasesIn(ask.query);
  if (phrases.length === 0) {
    const meaning = await meaningOf(ask.query, reader, deps);
    return { ...(await index.search({ ...ask, meaning }, deadline.signal)), total_is: "exact" };
  }
  // Only the database has the texts in which phrases occur: the best sections with all their terms are read there.
  const byWords = { ...ask, meaning: null };
  const candidates = await index.phraseCandidates(byWords, deadline.signal);
  const accepted = await sectionsWith(phrases, candidates.sections, deps);
  if (accepted === null) return null;
  const hits = await index.search({ ...byWords, accepted }, deadline.signal);
  return { ...hits, total_is: candidates.more ? "at_least" : "exact" };
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
    const checked = rest.slice(0, CHECKED_AT_ONCE);
    const timeout_ms = deadline.left();
    const texts = timeout_ms > 0 ? await hits.texts(checked, { timeout_ms }) : null;
    if (texts === null) return null;
    const isPublished = texts[0] !== null;
    for (const [i, section] of checked.entries()) if (havePhrases(texts[i] ?? [], phrases)) accepted.push(section);
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
