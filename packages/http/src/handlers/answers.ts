import type { answerOperations } from "@retrieval/api";
import { readerOf } from "@retrieval/core";
import { isRefusal } from "@retrieval/core/errors";
import { answerQuestion } from "@retrieval/core/use-cases";
import { eventStream, wantsEvents } from "../answers/event-stream.js";
import type { HandlersOf } from "../routing/handler.js";
import { findDeps } from "./find-deps.js";
import { refusedSearch, searchFilters } from "./search.js";

export const answerHandlers: HandlersOf<typeof answerOperations> = {
  async answerQuestion({ body: { question, filters }, req }, deps, { user }) {
    const chosen = searchFilters(filters);
    if (isRefusal(chosen)) return chosen;
    const found = await answerQuestion({ question, ...chosen }, readerOf(user), findDeps(req, deps));
    if (isRefusal(found)) return refusedSearch(found, req, user, deps);
    const { outcome, sources, sentences } = found;
    const done = { outcome, model: "none" as const };
    deps.metrics.answered(outcome);
    // Neither the question nor the answer: they may be personal.
    const chunk_ids = sentences.flatMap(({ citations }) => citations.map(({ chunk_id }) => chunk_id));
    req.log.info({ user_id: user.user_id, ...done, chunk_ids }, "a question was answered");
    if (!wantsEvents(req)) return { status: 200, body: { ...done, sources: [...sources], sentences: [...sentences] } };
    return eventStream([
      { event: "sources", data: { sources } },
      ...sentences.map((data) => ({ event: "sentence", data })),
      { event: "done", data: done },
    ]);
  },
};
