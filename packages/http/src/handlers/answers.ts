import type { answerOperations } from "@retrieval/api";
import { readerOf } from "@retrieval/core";
import { isRefusal, refuse } from "@retrieval/core/errors";
import { answerQuestion, type BegunAnswer, rewriteQuestion } from "@retrieval/core/use-cases";
import { eventStream, type StreamEvent } from "../answers/event-stream.js";
import type { HandlersOf } from "../routing/handler.js";
import { answerRecord, sentAnswer } from "./answer-record.js";
import { choosingFor } from "./choosing.js";
import { currentReaderOf, findDeps } from "./find-deps.js";
import { refusedSearch, searchFilters } from "./search.js";
import { usageBy } from "./usage-of.js";

export const answerHandlers: HandlersOf<
  typeof answerOperations,
  "auditIntake" | "answerIds" | "answering" | "finding" | "judgements" | "metrics" | "newId" | "questions" | "usage"
> = {
  async answerQuestion({ body: { question, previous = [], filters }, req, aside, takesEvents }, deps, session) {
    const { user } = session;
    const chosen = searchFilters(filters);
    if (isRefusal(chosen)) return chosen;
    const choosing = await choosingFor(req, session, deps);
    const asked = { question, previous };
    let also_searched: readonly string[] = [];
    if (choosing !== null) {
      const rewriting = rewriteQuestion(asked, choosing);
      if (!(await aside(() => rewriting))) return BUSY;
      also_searched = await rewriting;
    }
    const finding = { ...findDeps(req, deps), currentReader: currentReaderOf(session), choosing };
    const begun = await answerQuestion({ ...asked, also_searched, ...chosen }, readerOf(user), finding);
    if (isRefusal(begun)) return refusedSearch(begun, req, user, deps);
    const recording = { ...asked, filters: chosen, operation: "answerQuestion" } as const;
    const { answer_id, record } = answerRecord(recording, req, session, deps);
    const recorded = async () => {
      const answer = await begun.end();
      record(answer);
      return sentAnswer(answer, answer_id, also_searched);
    };
    if (takesEvents) return eventStream(eventsOf({ sources: begun.sources, also_searched }, recorded));
    const answer = recorded();
    if (choosing !== null) await aside(() => answer);
    return { status: 200, body: await answer };
  },

  async judgeAnswer({ body: { answer_id, good, reason = null } }, deps, session) {
    const { user, token_id } = session;
    if (!deps.answerIds.wasGiven(user.user_id, answer_id)) return NOT_GIVEN;
    const judged = deps.judgements.add(answer_id, { good, reason });
    if (judged === "repeated") return { status: 204 };
    deps.questions.end(token_id);
    if (judged === "first") deps.metrics.count("answer-judged", { good: good ? "true" : "false" });
    if (!good) usageBy(session, deps)?.judgedWrong({ answer_id, user_id: user.user_id });
    const { user_id } = user;
    const details = { answer_id, good, reason };
    deps.auditIntake.add({ kind: "answer-judged", by_user: user_id, user_id, document_id: null, details });
    return { status: 204 };
  },
};

const BUSY = refuse("UNAVAILABLE", { code: "service.overloaded" });
const NOT_GIVEN = refuse("INVALID_REQUEST", { code: "answer_id.not_given" });

async function* eventsOf(
  found: Pick<BegunAnswer, "sources"> & { readonly also_searched: readonly string[] },
  end: () => Promise<ReturnType<typeof sentAnswer>>,
): AsyncGenerator<StreamEvent> {
  yield { event: "sources", data: found };
  const { outcome, model, answer_id, answer } = await end();
  if (answer !== null) yield { event: "answer", data: answer };
  yield { event: "done", data: { outcome, model, answer_id } };
}
