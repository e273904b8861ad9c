import type { Reader } from "../access/audience.js";
import { isRefusal, type Refusal } from "../errors.js";
import {
  readSections,
  type SearchResults,
  type SectionSearch,
  shownSections,
} from "../search/results/find-sections.js";
import type { FindDeps } from "../search/results/visible-hits.js";
import { withPassage } from "./annex.js";
import type { QuestionAnswer } from "./answer.js";
import { extractOf } from "./answer-question.js";
import { SECTIONS_MAX, sourcePlaces, sourcesIn } from "./sources.js";

export interface AnsweredSearch extends SearchResults {
  readonly answer: QuestionAnswer;
}

/**
 * The best sections, and the answer in the documents' own words, from one search. A low limit does not change the answer;
 * the annex that the best section names is looked up while there is time.
 */
export async function searchAndAnswer(
  request: SectionSearch,
  reader: Reader,
  deps: FindDeps,
): Promise<AnsweredSearch | Refusal> {
  const { query: question, limit, doc_ids, text_types } = request;
  const atLeast = { ...request, limit: Math.max(limit, SECTIONS_MAX) };
  const read = await readSections(atLeast, reader, deps, sourcePlaces);
  if (isRefusal(read)) return read;
  const found = sourcesIn(read.hits, read.documents);
  const answer = extractOf(await withPassage({ question, doc_ids, text_types }, found, reader, deps));
  return { ...shownSections(read, limit, answer), answer };
}
