import type { BodyOf, searchOperations } from "@retrieval/api";
import { readerOf } from "@retrieval/core";
import { isDocumentId } from "@retrieval/core/chunks";
import { isRefusal, type Refusal, refuse } from "@retrieval/core/errors";
import { findSections, type Session, searchAndAnswer, suggest } from "@retrieval/core/use-cases";
import type { AppDeps } from "../deps.js";
import type { AnyRequest, HandlersOf } from "../routing/handler.js";
import { answerRecord, sentAnswer } from "./answer-record.js";
import { currentReaderOf, findDeps } from "./find-deps.js";

export const searchHandlers: HandlersOf<
  typeof searchOperations,
  "auditIntake" | "answerIds" | "answering" | "finding" | "metrics" | "newId" | "questions" | "usage"
> = {
  async searchChunks({ body, req }, deps, session) {
    const { query, limit = 10 } = body;
    const filters = searchFilters(body.filters);
    if (isRefusal(filters)) return filters;
    const answers = body.answer !== false && deps.answering === null;
    const find = answers ? searchAndAnswer : findSections;
    const finding = { ...findDeps(req, deps), currentReader: currentReaderOf(session) };
    const found = await find({ query, limit, ...filters }, readerOf(session.user), finding);
    if (isRefusal(found)) return refusedSearch(found, req, session.user, deps);
    const { answer, ...results } = { answer: null, ...found };
    const asked = { question: query, previous: [], filters, operation: "searchChunks" } as const;
    const { answer_id, record, recordSearch } = answerRecord(asked, req, session, deps);
    if (answer !== null) record(answer);
    else recordSearch(found.fits);
    return { status: 200, body: { ...results, answer: answer && sentAnswer(answer, answer_id) } };
  },
  async suggest({ query: { query }, req }, deps, { user }) {
    const suggestions = await suggest(query, readerOf(user), findDeps(req, deps));
    return isRefusal(suggestions)
      ? refusedSearch(suggestions, req, user, deps)
      : { status: 200, body: { suggestions } };
  },
};

type GivenFilters = BodyOf<"searchChunks">["filters"];

/** The filters of a search or question, as core takes them. */
export function searchFilters({ doc_ids, text_types }: NonNullable<GivenFilters> = {}) {
  if (doc_ids?.some((id) => !isDocumentId(id))) return refuse("INVALID_REQUEST", { code: "search.not_document_ids" });
  return { doc_ids: doc_ids ?? null, text_types: text_types ?? null };
}

/** Logs and counts a search that took too long. */
export function refusedSearch(
  refusal: Refusal,
  req: AnyRequest["req"],
  { user_id }: Session["user"],
  { metrics }: Pick<AppDeps, "metrics">,
): Refusal {
  if (refusal.code === "UNAVAILABLE") {
    metrics.count("limited", { limit: "search_time" });
    req.log.warn({ user_id }, "a search took longer than SEARCH_TIMEOUT_MS and was stopped");
  }
  return refusal;
}
