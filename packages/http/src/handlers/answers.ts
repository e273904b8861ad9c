import type { answerOperations } from "@retrieval/api";
import { readerOf } from "@retrieval/core";
import { isRefusal, refuse } from "@retrieval/core/errors";
import type { AnsweredQuestion } from "@retrieval/core/ports";
import {
  type AnswerEvent,
  answerQuestion,
  NO_ANSWER_YET,
  type QuestionAnswer,
  type Session,
  type Writing,
  wholeAnswer,
  withEvent,
} from "@retrieval/core/use-cases";
import { eventStream, type StreamEvent } from "../answers/event-stream.js";
import type { AppDeps } from "../deps.js";
import type { AnyRequest, HandlersOf } from "../routing/handler.js";
import { findDeps } from "./find-deps.js";
import { refusedSearch, searchFilters, usageBy, usageOf } from "./search.js";
import { writingFor } from "./writing.js";

export const answerHandlers: HandlersOf<typeof answerOperations> = {
  async answerQuestion({ body: { question, filters }, req, aside, takesEvents }, deps, session) {
    const { user, again } = session;
    const chosen = searchFilters(filters);
    if (isRefusal(chosen)) return chosen;
    const writing = await writingFor(req, session, deps);
    const currentReader = async () => {
      // The same check as at the request's start: active, and neither signed out nor the token revoked.
      const now = await again();
      return isRefusal(now) ? null : readerOf(now.user);
    };
    const finding = { ...findDeps(req, deps), currentReader };
    const events = await answerQuestion({ question, ...chosen }, readerOf(user), { ...finding, writing });
    if (isRefusal(events)) return refusedSearch(events, req, user, deps);
    const answer_id = deps.answerIds.give(user.user_id, deps.newId());
    const usage = usageOf(chosen, session, deps);
    const record = (answer: QuestionAnswer) => {
      const answered = recordAnswer(answer_id, answer, req, user, deps);
      usage?.answered({ ...answered, fits: answer.fits, question });
    };
    if (takesEvents) return eventStream(recorded(events, { answer_id, writing }, record));
    const collected = wholeAnswer(events, finding);
    if (writing !== null) await aside(() => collected);
    const answer = await collected;
    record(answer);
    const { sources, sentences, ...end } = answer;
    return {
      status: 200,
      body: {
        ...end,
        written_by: writerOf(end, writing),
        answer_id,
        sources: [...sources],
        sentences: sentences.map((sentence) => ({ ...sentence, citations: [...sentence.citations] })),
      },
    };
  },

  async judgeAnswer({ body: { answer_id, good, reason = null } }, deps, session) {
    const { user } = session;
    if (!deps.answerIds.wasGiven(user.user_id, answer_id)) return NOT_GIVEN;
    const judged = deps.judgements.add(answer_id, { good, reason });
    if (judged === "repeated") return { status: 204 };
    if (judged === "first") deps.metrics.answerJudged(good);
    if (!good) usageBy(session, deps)?.judgedWrong({ answer_id, user_id: user.user_id });
    deps.answerAudit.judged({ answer_id, user_id: user.user_id, good, reason });
    return { status: 204 };
  },
};

const writerOf = ({ outcome }: Pick<QuestionAnswer, "outcome">, writing: Writing | null) =>
  outcome === "answered" ? (writing?.writer.model ?? null) : null;

const NOT_GIVEN = refuse("INVALID_REQUEST", { code: "answer_id.not_given" });

/** Passes the events on, and records what was sent when they end, also where the client left before. */
async function* recorded(
  events: AsyncIterable<AnswerEvent>,
  { answer_id, writing }: { readonly answer_id: string; readonly writing: Writing | null },
  record: (answer: QuestionAnswer) => void,
): AsyncGenerator<StreamEvent> {
  let answer = NO_ANSWER_YET;
  try {
    for await (const one of events) {
      answer = withEvent(answer, one);
      const { event, data } = one;
      yield event === "done" ? { event, data: { ...data, written_by: writerOf(data, writing), answer_id } } : one;
    }
  } finally {
    const { end, ...sent } = answer;
    // Without an end, the client left before it.
    const outcome = sent.sentences.length > 0 ? "answered" : "nothing_found";
    record({ ...(end ?? { outcome, model: "failed", fits: true }), ...sent });
  }
}

/** Neither the question nor the answer is recorded: they may be personal. */
function recordAnswer(
  answer_id: string,
  { outcome, model, sources, sentences }: QuestionAnswer,
  req: AnyRequest["req"],
  { user_id }: Session["user"],
  { metrics, answerAudit }: Pick<AppDeps, "metrics" | "answerAudit">,
): AnsweredQuestion {
  const cited = sentences.flatMap(({ citations }) => citations);
  const best = sources.find(({ number }) => number === cited[0]?.source);
  const facts = { user_id, outcome, model, chunk_ids: [...new Set(cited.map(({ chunk_id }) => chunk_id))] };
  metrics.answered(facts);
  const answered = { ...facts, answer_id, document_id: best?.doc.id ?? null };
  answerAudit.answered(answered);
  req.log.info(facts, "a question was answered");
  return answered;
}
