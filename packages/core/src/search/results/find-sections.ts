import { type Reader, readerFilter } from "../../access/audience.js";
import type { QuestionAnswer } from "../../answers/answer.js";
import { extractOf } from "../../answers/answer-question.js";
import { SECTIONS, sourcePlaces, sourcesIn, withAnnex } from "../../answers/sources.js";
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
  /** Whether to answer in the documents' own words, too. */
  readonly answers: boolean;
}

export interface FoundSections extends Pick<SearchFound, "total" | "fits" | "widened" | "corrected"> {
  /** Best first. */
  readonly results: readonly SectionResult[];
  /** If asked for; as good with a low limit. Otherwise null. */
  readonly answer: QuestionAnswer | null;
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
): Promise<FoundSections | Refusal> {
  const { query, limit, doc_ids, text_types, answers } = request;
  const phrases = phrasesIn(query);
  // Quoted phrases are found by words alone.
  const meaning = phrases.length === 0 ? await meaningOf(query, reader, deps) : null;
  const reranking = deps.reranker === null ? null : new Reranking(query, reader, deps.reranker, deps);
  // A low limit does not change the answer.
  const chosen = answers ? Math.max(limit, SECTIONS.found) : limit;
  const asked = reranking === null ? chosen : Math.max(chosen, RERANKED);
  const ask = { query, reader: readerFilter(reader), limit: asked, doc_ids, text_types, meaning };
  const answerTo = async (at_least: Generation | null) => {
    const answer = await (phrases.length === 0
      ? withWords(ask, at_least, deps)
      : withPhrases(ask, phrases, at_least, deps));
    if (answer === null || answer === CHANGED) return answer;
    const ordered = reranking === null ? answer.sections : await reranking.order(answer);
    return { ...answer, sections: ordered.slice(0, limit), sources: answers ? ordered.slice(0, chosen) : [] };
  };
  const state = await inOneState(answerTo, namedIn, reader, deps);
  if (isRefusal(state)) return state;

  const { answer, documents: visible } = state;
  const quoted = answers ? await extractFor(request, answer, visible, reader, deps) : null;
  const { total, fits, widened, corrected, total_is } = answer;
  const documents = answer.documents
    .filter(({ document_id }) => visible.has(document_id))
    .map(({ document_id, title, sections, named }) => ({ id: document_id, title, sections, named }));
  return {
    results: resultsOf(answer, visible, { documents, widened, corrected, quoted }),
    answer: quoted,
    documents,
    widened,
    corrected,
    by: ["words", ...(answer.by_meaning ? MEANING : []), ...(reranking?.isUsed ? RERANK : [])],
    total,
    total_is,
    fits,
  };
}

const MEANING = ["meaning"] as const;
const RERANK = ["rerank"] as const;

interface Answer extends SearchFound, IndexReach, Pick<FoundSections, "total_is"> {}

async function withWords(ask: SearchAsk, at_least: Generation | null, { index, deadline }: FindDeps): Promise<Answer> {
  return { ...(await index.search(ask, at_least, deadline.signal)), total_is: "exact" };
}

interface PageAnswer extends Answer {
  /** What the answer is chosen from. */
  readonly sources: readonly FoundSection[];
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

/** The answer of what the search has found; the annex that its best section names is looked up while there is time. */
async function extractFor(
  { query: question, doc_ids, text_types }: SectionSearch,
  answer: PageAnswer,
  documents: ReadonlyMap<string, HitDocument>,
  reader: Reader,
  deps: FindDeps,
): Promise<QuestionAnswer> {
  const found = sourcesIn({ ...answer, sections: answer.sources }, documents);
  const sources = await withAnnex({ question, doc_ids, text_types }, found, reader, deps);
  return extractOf(isRefusal(sources) ? { ...found, wanted: null } : sources);
}

/** The documents and chunks that an answer shows. */
function namedIn({ fits, sections, sources, documents }: PageAnswer): AskedHits[] {
  const placesOf = sourcePlaces({ fits, sections: sources });
  const shown = chunksOf([...new Set([...sections, ...sources])], (section) => [
    ...(sections.includes(section) ? shownPlaces(section) : []),
    ...placesOf(section),
  ]);
  const others = documents.filter(({ document_id }) => !shown.some((one) => one.document_id === document_id));
  return [...shown, ...others.map(({ document_id, revision_id }) => ({ document_id, revision_id, places: [] }))];
}
