import type { Reader } from "../access/audience.js";
import { isRefusal, type Refusal } from "../errors.js";
import {
  readSections,
  type SearchResults,
  type SectionSearch,
  shownSections,
} from "../search/results/find-sections.js";
import { type FindDeps, TOO_SLOW } from "../search/results/visible-hits.js";
import { type AnsweringSources, withPassage } from "./annex.js";
import type { AnswerSource, QuestionAnswer } from "./answer.js";
import { type Choosing, chooseUnits } from "./choose-units.js";
import { type Ask, bestPassage, chosenUnits } from "./passage.js";
import { type Moment, readableNow, stillReadable } from "./readable-now.js";
import { type FollowUp, searchedText } from "./rewrite-question.js";
import { answerByWords, answerOf } from "./section-answer.js";
import { type AskedQuestion, findSources, SECTIONS_MAX, type Source, sourcePlaces, sourcesIn } from "./sources.js";

export interface AnswerDeps extends FindDeps, Pick<Moment, "currentReader"> {
  /** null: no model is configured. */
  readonly choosing: Choosing | null;
}

export interface AskedAfterOthers extends AskedQuestion, FollowUp {
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
  { also_searched, ...asked }: AskedAfterOthers,
  reader: Reader,
  deps: AnswerDeps,
): Promise<BegunAnswer | Refusal> {
  const question = { ...asked, question: searchedText(asked) };
  const sections = await findSources(question, also_searched, reader, deps);
  if (isRefusal(sections)) return sections;
  const found = await withPassage(question, sections, reader, deps);
  const readable = await readableNow(found.sources, deps);
  if (readable === null) return TOO_SLOW;
  const { choosing } = deps;
  const { ask } = found;
  const [best] = readable;
  if (!found.fits || ask === null || best === undefined || !choosing?.maySend(best.access_rules)) {
    const answer = extractOf(among(readable, found));
    return { sources: answer.sources, end: async () => answer };
  }
  const sources = readable.filter(({ access_rules }) => choosing.maySend(access_rules)).slice(0, SECTIONS_MAX);
  const questions = [...asked.previous, asked.question].join("\n");
  const end = () => chosenAnswer(questions, among(sources, found), ask, choosing, deps);
  return { sources: sources.map(numbered), end };
}

async function chosenAnswer(
  question: string,
  found: AnsweringSources,
  ask: Ask,
  choosing: Choosing,
  moment: Moment,
): Promise<QuestionAnswer> {
  const choice = await chooseUnits(question, found.sources, choosing);
  const readable = await stillReadable(found.sources, moment);
  const sources = found.sources.map(numbered).filter((_, i) => readable.includes(found.sources[i] as Source));
  if (readable.length === 0) return { outcome: "nothing_found", model: "failed", sources, answer: null };
  if (choice === "none") return { outcome: "nearest", model: "used", sources, answer: null };
  if (choice !== null && readable.includes(choice.source)) {
    const units = chosenUnits(ask, choice.source, choice.places);
    return { outcome: "answer", model: "used", sources, answer: answerOf(choice.source, units) };
  }
  const { outcome, answer } = extractOf(among(readable, found));
  return { outcome, model: "failed", sources, answer };
}

/** The same with only these of its sources. */
function among(sources: readonly Source[], found: AnsweringSources): AnsweringSources {
  const { ask, passage } = found;
  const [first] = sources;
  if (first === found.sources[0] || first === undefined || ask === null) return { ...found, sources, passage };
  return { ...found, sources, passage: bestPassage(ask, first, false) };
}

/** The answer without a model, of what is found. */
function extractOf(found: AnsweringSources): QuestionAnswer {
  const [best] = found.sources;
  if (!found.fits || best === undefined) return NOTHING;
  const chosen = answerByWords(found);
  // The section that answers comes first.
  const first = chosen?.source ?? best;
  const sources = [first, ...found.sources.filter((source) => source !== first)].slice(0, SECTIONS_MAX).map(numbered);
  return { outcome: chosen ? "answer" : "nearest", model: "none", sources, answer: chosen?.answer ?? null };
}

const NOTHING: QuestionAnswer = { outcome: "nothing_found", model: "none", sources: [], answer: null };

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
  const { query: question, limit, doc_ids, text_types } = request;
  const atLeast = { ...request, limit: Math.max(limit, SECTIONS_MAX) };
  const read = await readSections(atLeast, reader, deps, sourcePlaces);
  if (isRefusal(read)) return read;
  const sources = sourcesIn(read.hits, read.documents);
  const found = await withPassage({ question, doc_ids, text_types }, sources, reader, deps);
  const held = [...read.documents].map(([id, document]) => ({ ...document, doc: { id } }));
  const readable = found.hasAnnexSearch ? await readableNow([...found.sources, ...held], deps) : null;
  if (found.hasAnnexSearch && readable === null) return TOO_SLOW;
  const mayShow = (item: Source | (typeof held)[number]) => readable?.includes(item) ?? true;
  const answer = extractOf(among(found.sources.filter(mayShow), found));
  const documents = new Map(held.filter(mayShow).map((document) => [document.doc.id, document]));
  return { ...shownSections({ ...read, documents }, limit, answer), answer };
}
