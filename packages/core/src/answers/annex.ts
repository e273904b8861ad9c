import type { Reader } from "../access/audience.js";
import { isRefusal } from "../errors.js";
import type { SearchAsk } from "../search/ranking/search-hits.js";
import type { FindDeps } from "../search/results/visible-hits.js";
import { factAskedBy, isKeyword } from "./fact.js";
import { type Ask, bestPassage, type Passage, SURE } from "./passage.js";
import { type AskedQuestion, type FoundSources, type Source, sourcesOf } from "./sources.js";

/** What a search found, and the passage that answers best. */
export interface AnsweringSources extends FoundSources {
  /** null: the question only names a subject, and no passage answers it. */
  readonly ask: Ask | null;
  /** Of the first source; null: it has none. */
  readonly passage: Passage | null;
  /** Whether an annex was looked up, by a search after the one that found the others. */
  readonly hasAnnexSearch: boolean;
}

/** How many sections of an annex may have the row that is meant. */
const ANNEX_SECTIONS = 2;

/**
 * The best passage of the best section. If that leaves the fact to an annex (日当は、別表第1に定める), the passage of the
 * annex that the reference means; the annex is the first source then.
 */
export async function withPassage(
  question: AskedQuestion,
  found: FoundSources,
  reader: Reader,
  deps: FindDeps,
): Promise<AnsweringSources> {
  const ask = isKeyword(question.question) ? null : { terms: found.terms, fact: factAskedBy(question.question) };
  const [best] = found.sources;
  if (ask === null || best === undefined) return { ...found, ask, passage: null, hasAnnexSearch: false };
  const passage = bestPassage(ask, best, true);
  if (passage === null || passage.annex === null || passage.score < SURE)
    return { ...found, ask, passage, hasAnnexSearch: false };
  const annex = await annexSource(question, passage, best, reader, deps);
  const rows = annex && bestPassage(ask, annex, false);
  const searched = { ...found, ask, hasAnnexSearch: true };
  if (!annex || !rows?.hasFact) return { ...searched, passage: ask.fact ? bestPassage(ask, best, false) : passage };
  const others = found.sources.filter(({ section }) => section.id !== annex.section.id);
  return { ...searched, sources: [annex, ...others], passage: { ...rows, score: passage.score } };
}

/** The section of the annex that a passage names; null: the reader sees none, or it takes too long. */
async function annexSource(
  question: AskedQuestion,
  { annex }: Passage,
  best: Source,
  reader: Reader,
  deps: FindDeps,
): Promise<Source | null> {
  // An annex is asked for by its name.
  const byName = { query: `${annex} ${question.question}`, meaning: null };
  const inDocument = { ...question, doc_ids: [best.doc.id] };
  const search = (ask: Omit<SearchAsk, keyof typeof byName>) =>
    deps.index.search({ ...ask, ...byName }, deps.deadline.signal);
  const found = await sourcesOf(inDocument, [search], ANNEX_SECTIONS, reader, { ...deps, reranker: null });
  const source = isRefusal(found) ? undefined : found.sources.find(({ section }) => section.type === "annex");
  // The reader did not name the annex.
  return source ? { ...source, isNamed: false } : null;
}
