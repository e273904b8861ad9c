import type { Reader } from "../access/audience.js";
import { isRefusal, type Refusal } from "../errors.js";
import { type FindDeps, TOO_SLOW } from "../search/one-state.js";
import { type AnswerEvent, type AnswerSource, NO_ANSWER_YET, type QuestionAnswer, withEvent } from "./answer.js";
import { extractFrom, type Quote } from "./extract.js";
import { levelled, placedUnits } from "./items.js";
import type { AnswerEnd } from "./outcomes.js";
import { type Moment, readableNow, stillReadable } from "./readable-now.js";
import { type AskedQuestion, bodyOf, type FoundSources, findSources, type Source } from "./sources.js";
import { type Writing, writeSentences } from "./write-sentences.js";

/** Returns what it numbered, in that order. */
type AnswerEvents = AsyncGenerator<AnswerEvent, readonly Source[]>;

export interface AnswerDeps extends FindDeps, Pick<Moment, "currentReader"> {
  /** null: no model is configured. */
  readonly writing: Writing | null;
}

/** How many sections a model reads. */
const WRITTEN_FROM = 5;

/** How much of a named article is quoted when the question says no more. */
const BEGINNING = 2;
/** How long a section may be that is quoted whole, in characters as wide as a kanji. */
const SHORT = 320;
/** Where no sentence has so much of the question's weight, or the fact that it asks for, all of the section answers. */
const SURE = 0.7;

/**
 * Answers a question from the documents that this reader may see. The searches that find them, and the rule in force when
 * they are read, decide as for every search, so an answer depends on nothing that the reader may not see. What was found
 * is checked once more before anything of it is sent or given to a model, which may be two searches later.
 *
 * @returns after the search; what a model writes comes later
 */
export async function answerQuestion(
  asked: AskedQuestion,
  reader: Reader,
  deps: AnswerDeps,
): Promise<AnswerEvents | Refusal> {
  const found = await findSources(asked, reader, deps);
  if (isRefusal(found)) return found;
  const sources = await readableNow(found.sources, deps);
  return sources === null ? TOO_SLOW : eventsOf(asked.question, { ...found, sources }, deps);
}

/** The same in one piece. What a model wrote is checked again: its first sentence may be half a minute old. */
export async function wholeAnswer(events: AnswerEvents, moment: Moment): Promise<QuestionAnswer> {
  let answer = NO_ANSWER_YET;
  let next = await events.next();
  for (; !next.done; next = await events.next()) answer = withEvent(answer, next.value);
  const { sources, sentences } = answer;
  const end = answer.end ?? NOTHING;
  if (end.model === "none") return { ...end, sources, sentences };
  const readable = new Set(await stillReadable(next.value, moment));
  const numbers = new Set(next.value.flatMap((source, i) => (readable.has(source) ? i + 1 : [])));
  const shown = sentences.filter(({ citations }) => citations.every(({ source }) => numbers.has(source)));
  const outcome = shown.length > 0 ? end.outcome : "nothing_found";
  return { ...end, outcome, sources: sources.filter(({ number }) => numbers.has(number)), sentences: shown };
}

const NOTHING: AnswerEnd = { outcome: "nothing_found", model: "none", fits: false };

async function* eventsOf(question: string, found: FoundSources, deps: AnswerDeps): AnswerEvents {
  const { writing } = deps;
  const [best] = found.sources;
  if (!found.fits || best === undefined) {
    yield { event: "sources", data: { sources: [] } };
    yield { event: "done", data: NOTHING };
    return [];
  }
  if (!writing?.maySend(best.access_rules)) return yield* extracted(found);
  const sources = found.sources.filter(({ access_rules }) => writing.maySend(access_rules)).slice(0, WRITTEN_FROM);
  yield { event: "sources", data: { sources: sources.map(numbered) } };
  const written = writeSentences(question, sources, found.widened, writing, deps);
  let next = await written.next();
  if (next.done) return yield* extractedAfter({ ...found, sources }, deps);
  for (; !next.done; next = await written.next()) yield { event: "sentence", data: next.value };
  yield { event: "done", data: { outcome: "answered", model: next.value, fits: true } };
  return sources;
}

/** The answer in the documents' own words, of what is found. */
export function extractOf(found: FoundSources): QuestionAnswer {
  let answer = NO_ANSWER_YET;
  if (found.fits) for (const event of extracted(found)) answer = withEvent(answer, event);
  const { end, ...shown } = answer;
  return { ...(end ?? NOTHING), ...shown };
}

/** An answer without a model. */
function* extracted(found: FoundSources): Generator<AnswerEvent, readonly Source[]> {
  const quotes = quotesFrom(found);
  const sources = [...new Set(quotes.map(({ source }) => source))];
  const quotesOf = (source: Source) => quotes.filter((quote) => quote.source === source);
  yield {
    event: "sources",
    data: { sources: sources.map((source, i) => ({ ...numbered(source, i), ...firstOf(quotesOf(source)) })) },
  };
  yield* quoted(quotes, sources, "none");
  return sources;
}

/** An answer after a model that released nothing; the sources are sent. */
async function* extractedAfter(found: FoundSources, moment: Moment): AnswerEvents {
  const { sources } = found;
  const readable = new Set(await stillReadable(sources, moment));
  const quotes = quotesFrom(found).filter(({ source }) => readable.has(source));
  yield* quoted(quotes, sources, "failed");
  return sources;
}

function* quoted(
  quotes: readonly SourceQuote[],
  sources: readonly Source[],
  model: AnswerEnd["model"],
): Generator<AnswerEvent> {
  for (const { source, chunk_id, text, cells, level, is_context, start, end } of quotes) {
    const quote = bodyOf(source, chunk_id).slice(start, end);
    const citations = [{ source: sources.indexOf(source) + 1, chunk_id, start, end, quote }];
    yield { event: "sentence", data: { text, cells, level, is_context, citations } };
  }
  yield { event: "done", data: { outcome: quotes.length > 0 ? "extract" : "nothing_found", model, fits: true } };
}

interface SourceQuote extends Omit<Quote, "source"> {
  readonly source: Source;
  readonly is_context: boolean;
  readonly level: number;
}

/** By section, the best one first, each in document order. */
function quotesFrom({ wanted, terms, sources }: FoundSources): SourceQuote[] {
  const best = extractFrom(wanted, terms, sources);
  const isSure = wanted?.isCertain === true || (best[0]?.own ?? 0) >= SURE;
  const quotes = (best.length > 0 ? withContext(best, sources) : beginningOfNamed(sources)).map(
    ({ source, ...quote }) => ({
      ...quote,
      source: sources[source] as Source,
      is_context: isSure && !best.some((one) => isSame(one, { source, ...quote })),
    }),
  );
  return [...new Set(quotes.map(({ source }) => source))].flatMap((source) =>
    levelled(quotes.filter((quote) => quote.source === source).sort((a, b) => a.chunk - b.chunk || a.start - b.start)),
  );
}

/** A short section of text is quoted whole: what is asked for may be the exception two sentences below. */
function withContext(best: readonly Quote[], sources: readonly Source[]): readonly Quote[] {
  const whole = allOf((best[0] as Quote).source, sources);
  const width = whole.reduce((sum, { text }) => sum + widthOf(text), 0);
  if (width > SHORT || whole.some(({ cells }) => cells !== null)) return best;
  return [...whole, ...best.filter((one) => !whole.some((other) => isSame(one, other)))];
}

const isSame = (one: Quote, other: Quote) =>
  one.source === other.source && one.chunk_id === other.chunk_id && one.start === other.start;

/** Letters, digits and spaces are about half as wide as a kanji. */
const widthOf = (text: string) => text.length - (text.match(NARROW)?.length ?? 0) / 2;
const NARROW = /[\u0020-\u024f]/g;

/** 第16条 alone asks what the article says. */
function beginningOfNamed(sources: readonly Source[]): Quote[] {
  const source = sources.findIndex(({ isNamed }) => isNamed);
  return allOf(source, sources).slice(0, BEGINNING);
}

function allOf(source: number, sources: readonly Source[]): Quote[] {
  const chunks = sources[source]?.chunks ?? [];
  return placedUnits(chunks).map((unit) => ({ ...unit, source, score: 1, own: 1, isWanted: true }));
}

function firstOf(quotes: readonly SourceQuote[]): Partial<Pick<AnswerSource, "chunk_id">> {
  const quote = quotes.find(({ is_context }) => !is_context);
  return quote === undefined ? {} : { chunk_id: quote.chunk_id };
}

const numbered = ({ doc, section, best }: Source, i: number): AnswerSource => ({
  number: i + 1,
  doc,
  section,
  chunk_id: best,
});
