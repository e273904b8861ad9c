import { type Reader, readerFilter } from "../../access/audience.js";
import type { TextType } from "../../chunks/structured-chunk.js";
import { isRefusal, type Refusal } from "../../errors.js";
import type { Generation, IndexReach } from "../index/index-source.js";
import type { FoundSection, SearchAsk, SearchFound } from "../ranking/search-found.js";
import { havePhrases, phrasesIn } from "../text/phrases.js";
import { chunksOf, resultsOf, type SectionResult, shownPlaces } from "./found-results.js";
import type { AskedHits, AskedText, HitDocument } from "./hit-reader.js";
import { meaningOf, RERANKED, Reranking } from "./model-order.js";
import { CHANGED, type FindDeps, inOneState } from "./one-state.js";

export interface SectionSearch {
  readonly query: string;
  readonly limit: number;
  readonly doc_ids: readonly string[] | null;
  readonly text_types: readonly TextType[] | null;
}

export interface FoundSections extends Pick<SearchFound, "total" | "fits" | "widened" | "corrected"> {
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
  readonly hits: SearchFound;
  /** By document_id, without those that the reader may not see. */
  readonly documents: ReadonlyMap<string, HitDocument>;
  readonly total_is: FoundSections["total_is"];
  readonly by: FoundSections["by"];
}

/** The best matches among the sections that this reader may see, ready to show. */
export async function findSections(
  request: SectionSearch,
  reader: Reader,
  deps: FindDeps,
): Promise<FoundSections | Refusal> {
  const read = await readSections(request, reader, deps);
  return isRefusal(read) ? read : shownSections(read, request.limit, null);
}

type PlacesOf = (section: FoundSection) => readonly number[];

/** @param placesBeside the chunks that the caller reads, beside those that a result shows */
export async function readSections(
  { query, limit, doc_ids, text_types }: SectionSearch,
  reader: Reader,
  deps: FindDeps,
  placesBeside: (hits: SearchFound) => PlacesOf = () => () => [],
): Promise<ReadSections | Refusal> {
  const phrases = phrasesIn(query);
  // Quoted phrases are found by words alone.
  const meaning = phrases.length === 0 ? await meaningOf(query, reader, deps) : null;
  const reranking = deps.reranker === null ? null : new Reranking(query, reader, deps.reranker, deps);
  const candidates = reranking === null ? limit : Math.max(limit, RERANKED);
  const ask = { query, reader: readerFilter(reader), limit: candidates, doc_ids, text_types, meaning };
  const hitsAt = async (at_least: Generation | null) => {
    const hits = await (phrases.length === 0
      ? withWords(ask, at_least, deps)
      : withPhrases(ask, phrases, at_least, deps));
    if (hits === null || hits === CHANGED) return hits;
    const ordered = reranking === null ? hits.sections : await reranking.order(hits);
    return { ...hits, sections: ordered.slice(0, limit) };
  };
  const state = await inOneState(hitsAt, (hits) => placesIn(hits, placesBeside(hits)), reader, deps);
  if (isRefusal(state)) return state;
  const { answer: hits, documents } = state;
  const by = ["words", ...(hits.by_meaning ? MEANING : []), ...(reranking?.isUsed ? RERANK : [])] as const;
  return { hits, documents, by, total_is: hits.total_is };
}

const MEANING = ["meaning"] as const;
const RERANK = ["rerank"] as const;

/** @param beside what is sent with the results and takes room of them */
export function shownSections(
  { hits, documents: visible, by, total_is }: ReadSections,
  limit: number,
  beside: object | null,
): FoundSections {
  const { total, fits, widened, corrected } = hits;
  const documents = hits.documents
    .filter(({ document_id }) => visible.has(document_id))
    .map(({ document_id, title, sections, named }) => ({ id: document_id, title, sections, named }));
  const sections = hits.sections.slice(0, limit);
  const results = resultsOf({ ...hits, sections }, visible, { documents, widened, corrected, beside });
  return { results, documents, widened, corrected, by, total, total_is, fits };
}

interface Answer extends SearchFound, IndexReach, Pick<FoundSections, "total_is"> {}

async function withWords(ask: SearchAsk, at_least: Generation | null, { index, deadline }: FindDeps): Promise<Answer> {
  return { ...(await index.search(ask, at_least, deadline.signal)), total_is: "exact" };
}

/** Only the database has the texts in which phrases occur, so the best sections with all their terms are read there. */
async function withPhrases(
  ask: SearchAsk,
  phrases: readonly string[],
  at_least: Generation | null,
  deps: FindDeps,
): Promise<Answer | typeof CHANGED | null> {
  const { index, deadline } = deps;
  const candidates = await index.phraseCandidates(ask, at_least, deadline.signal);
  const accepted = await sectionsWith(phrases, candidates.sections, deps);
  if (accepted === null || accepted === CHANGED) return accepted;
  const found = await index.search({ ...ask, accepted }, candidates.generation, deadline.signal);
  // Of the older state, so that what changed since is looked at again.
  return { ...found, generation: candidates.generation, total_is: candidates.more ? "at_least" : "exact" };
}

/** How many sections are checked before other requests have their turn. */
const CHECKED_AT_ONCE = 50;

async function sectionsWith(
  phrases: readonly string[],
  sections: readonly AskedText[],
  { hits, deadline }: FindDeps,
): Promise<AskedText[] | typeof CHANGED | null> {
  const accepted: AskedText[] = [];
  for (let from = 0; from < sections.length; ) {
    const asked = sections.slice(from, from + CHECKED_AT_ONCE);
    const timeout_ms = deadline.left();
    const texts = timeout_ms > 0 ? await hits.texts(asked, { timeout_ms }) : null;
    if (texts === null) return null;
    // What exceeded the reader's bound comes first in the next round; the first one never does.
    const read = Math.max(1, texts.findLastIndex((text) => text !== null) + 1);
    for (const [i, section] of asked.slice(0, read).entries()) {
      const text = texts[i] ?? null;
      if (text === null) return CHANGED;
      if (havePhrases(text, phrases)) accepted.push(section);
    }
    from += read;
  }
  return accepted;
}

/** The chunks to read of the sections, and the other documents that an answer names. */
function placesIn({ sections, documents }: SearchFound, placesBeside: PlacesOf): AskedHits[] {
  const chunks = chunksOf(sections, (section) => [...shownPlaces(section), ...placesBeside(section)]);
  const others = documents.filter(({ document_id }) => !chunks.some((one) => one.document_id === document_id));
  return [...chunks, ...others.map(({ document_id, revision_id }) => ({ document_id, revision_id, places: [] }))];
}
