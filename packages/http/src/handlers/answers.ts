import type { answerOperations } from "@retrieval/api";
import { readerOf } from "@retrieval/core";
import { isRefusal, refuse } from "@retrieval/core/errors";
import {
  type AnswerEvent,
  answerQuestion,
  NO_ANSWER_YET,
  type QuestionAnswer,
  type Writing,
  wholeAnswer,
  withEvent,
} from "@retrieval/core/use-cases";
import { eventStream, type StreamEvent } from "../answers/event-stream.js";
import type { HandlersOf } from "../routing/handler.js";
import { answerRecord, sentAnswer } from "./answer-record.js";
import { findDeps } from "./find-deps.js";
import { refusedSearch, searchFilters } from "./search.js";
import { usageBy } from "./usage-of.js";
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
    const asked = { question, filters: chosen, operation: "answerQuestion" } as const;
    const { answer_id, record } = answerRecord(asked, req, session, deps);
    if (takesEvents) return eventStream(recorded(events, { answer_id, writing }, record));
    const collected = wholeAnswer(events, finding);
    if (writing !== null) await aside(() => collected);
    const answer = await collected;
    record(answer);
    return { status: 200, body: { ...sentAnswer(answer, answer_id), written_by: writerOf(answer, writing) } };
  },

  async judgeAnswer({ body: { answer_id, good, reason = null } }, deps, session) {
    const { user, token_id } = session;
    if (!deps.answerIds.wasGiven(user.user_id, answer_id)) return NOT_GIVEN;
    const judged = deps.judgements.add(answer_id, { good, reason });
    if (judged === "repeated") return { status: 204 };
    deps.questions.end(token_id);
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
