import type { Reader } from "../access/audience.js";
import { isRefusal, type Refusal, UnavailableError } from "../errors.js";
import { type SearchResults, type SectionSearch, shownSections } from "../search/results/find-sections.js";
import { type FindDeps, TOO_SLOW } from "../search/results/visible-hits.js";
import type { AnswerSource, QuestionAnswer, SectionAnswer } from "./answer.js";
import {
  type AnsweringSources,
  among,
  type Moment,
  stillReadable,
  withAnnex,
  withPassage,
} from "./answering-sources.js";
import { type Choosing, chooseUnits } from "./choose-units.js";
import { comingText } from "./coming-text.js";
import { type Ask, chosenUnits } from "./passage.js";
import { type FollowUp, searchedText } from "./rewrite-question.js";
import { answerByWords, answerOf } from "./section-answer.js";
import { findSources, SECTIONS_MAX, type Source } from "./sources.js";

export interface AnswerDeps extends FindDeps, Pick<Moment, "currentReader"> {
  /** null: no model is configured. */
  readonly choosing: Choosing | null;
}

export interface QuestionAfterOthers extends FollowUp, Pick<SectionSearch, "doc_ids" | "text_types"> {
  /** The question in other words, as {@link rewriteQuestion} returns them: each is searched too. */
  readonly also_searched: readonly string[];
}

/** An answer whose sources are known; a model may still have to choose. */
export interface BegunAnswer extends Pick<QuestionAnswer, "sources"> {
  /** The whole answer. Its sources are those that may still be read. MUST be called once. */
  readonly end: () => Promise<QuestionAnswer>;
}

/**
 * Answers a question from the documents that this reader may see. The searches that find them, and the rule in force when
 * they are read, decide as for every search, so an answer depends on nothing that the reader may not see. What was found
 * is checked once more before anything of it is sent or given to a model, which may be two searches later, and again
 * when a model has chosen.
 *
 * @returns after the search; the model is asked by `end`
 */
export async function answerQuestion(
  { question, previous, ...filters }: QuestionAfterOthers,
  reader: Reader,
  deps: AnswerDeps,
): Promise<BegunAnswer | Refusal> {
  const search = { ...filters, query: searchedText({ question, previous }), limit: SECTIONS_MAX };
  const found = await findSources(search, reader, deps);
  if (isRefusal(found)) return found;
  const answering = await withAnnex(withPassage(found, search.query), search, reader, deps);
  const readable = await stillReadable(answering, deps);
  if (readable === null) return TOO_SLOW;
  const { choosing } = deps;
  const { hits, ask } = readable;
  const [best] = readable.sources;
  if (!hits.fits || ask === null || best === undefined || !choosing?.maySend(best.access_rules)) {
    const answer = extractOf(readable);
    return { sources: answer.sources, end: () => withComing(answer, readable, deps) };
  }
  const sources = readable.sources.filter(({ access_rules }) => choosing.maySend(access_rules)).slice(0, SECTIONS_MAX);
  const questions = [...previous, question].join("\n");
  const end = async () => {
    const answer = await chosenAnswer(questions, among(sources, readable), ask, choosing, deps);
    return withComing(answer, readable, deps);
  };
  return { sources: sources.map(numbered), end };
}

async function chosenAnswer(
  question: string,
  found: AnsweringSources,
  ask: Ask,
  choosing: Choosing,
  moment: Moment,
): Promise<PlainAnswer> {
  const choice = await chooseUnits(question, found.sources, choosing);
  const readable = (await stillReadable(found, moment).catch(whenUnavailable)) ?? among([], found);
  const isReadable = (source: Source) => readable.sources.includes(source);
  const sources = found.sources.map(numbered).filter((_, i) => isReadable(found.sources[i] as Source));
  if (sources.length === 0) return { outcome: "nothing_found", model: "failed", sources, answer: null };
  if (choice === "none") return { outcome: "nearest", model: "used", sources, answer: null };
  if (choice !== null && isReadable(choice.source)) {
    const units = chosenUnits(ask, choice.source, choice.places);
    return { outcome: "answer", model: "used", sources, answer: answerOf(choice.source, units) };
  }
  const { outcome, answer } = extractOf(readable);
  return { outcome, model: "failed", sources, answer };
}

/** Nothing may be shown then. */
function whenUnavailable(error: unknown): null {
  if (error instanceof UnavailableError) return null;
  throw error;
}

/** An answer from the text in force alone. */
interface PlainAnswer extends Omit<QuestionAnswer, "answer"> {
  readonly answer: Omit<SectionAnswer, "coming"> | null;
}

async function withComing(
  { answer, ...rest }: PlainAnswer,
  found: AnsweringSources,
  moment: Pick<Moment, "hits">,
): Promise<QuestionAnswer> {
  return { ...rest, answer: answer && { ...answer, coming: await comingText(answer, found, moment) } };
}

/** The answer without a model, of what is found. */
function extractOf(found: AnsweringSources): PlainAnswer {
  const [best] = found.sources;
  if (!found.hits.fits || best === undefined) return NOTHING;
  const chosen = answerByWords(found);
  // The section that answers comes first.
  const first = chosen?.source ?? best;
  const sources = [first, ...found.sources.filter((source) => source !== first)].slice(0, SECTIONS_MAX).map(numbered);
  return { outcome: chosen ? "answer" : "nearest", model: "none", sources, answer: chosen?.answer ?? null };
}

const NOTHING: PlainAnswer = { outcome: "nothing_found", model: "none", sources: [], answer: null };

const numbered = ({ doc, section, best }: Source, i: number): AnswerSource => ({
  number: i + 1,
  doc,
  section,
  chunk_id: best,
});

export interface AnsweredSearch extends SearchResults {
  readonly answer: QuestionAnswer;
}

/**
 * The best sections, and the answer in the documents' own words, from one search. A low limit does not change the answer;
 * the annex that the best section names is looked up while there is time, and nothing is sent then that the reader lost
 * meanwhile.
 */
export async function searchAndAnswer(
  request: SectionSearch,
  reader: Reader,
  deps: FindDeps & Pick<Moment, "currentReader">,
): Promise<AnsweredSearch | Refusal> {
  const { query, limit } = request;
  const found = await findSources({ ...request, limit: Math.max(limit, SECTIONS_MAX) }, reader, deps);
  if (isRefusal(found)) return found;
  const searched = withPassage(found, query);
  const answering = await withAnnex(searched, request, reader, deps);
  const readable = answering === searched ? searched : await stillReadable(answering, deps);
  if (readable === null) return TOO_SLOW;
  const answer = await withComing(extractOf(readable), readable, deps);
  return { ...shownSections(readable, limit, answer), answer };
}
