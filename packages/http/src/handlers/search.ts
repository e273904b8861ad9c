import type { BodyOf, searchOperations } from "@retrieval/api";
import { readerOf } from "@retrieval/core";
import { isDocumentId } from "@retrieval/core/chunks";
import { isRefusal, type Refusal, refuse } from "@retrieval/core/errors";
import { findSections, type Session, suggest } from "@retrieval/core/use-cases";
import type { AppDeps } from "../deps.js";
import type { AnyRequest, HandlersOf } from "../routing/handler.js";
import { findDeps } from "./find-deps.js";

export const searchHandlers: HandlersOf<typeof searchOperations> = {
  async searchChunks({ body, req, cursors }, deps, session) {
    const { user } = session;
    const { query, limit = 10 } = body;
    const filters = searchFilters(body.filters);
    if (isRefusal(filters)) return filters;
    const from = cursors.read(body.cursor);
    if (isRefusal(from)) return from;
    const request = { query, limit, cursor: from.after ?? null, ...filters };
    const found = await findSections(request, readerOf(user), findDeps(req, deps));
    if (isRefusal(found)) return refusedSearch(found, req, user, deps);
    if (request.cursor === null)
      usageOf(filters, session, deps)?.searched({ user_id: user.user_id, query, fits: found.fits });
    const { cursor, ...answer } = found;
    return { status: 200, body: { ...answer, next_cursor: cursor === null ? null : cursors.write(cursor) } };
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

/** Where a search or question is counted; null: nowhere. With filters, nothing found says little about the documents. */
export function usageOf(
  { doc_ids, text_types }: Exclude<ReturnType<typeof searchFilters>, Refusal>,
  session: Session,
  deps: Pick<AppDeps, "usage">,
) {
  return doc_ids === null && text_types === null ? usageBy(session, deps) : null;
}

/**
 * Only users in role `user` count: two administrators who count themselves would see what one other user does. So do
 * their access tokens, whatever their role is.
 */
export function usageBy({ own_role }: Session, { usage }: Pick<AppDeps, "usage">) {
  return own_role === "user" ? usage.log : null;
}

/** Logs and counts a search that took too long. */
export function refusedSearch(
  refusal: Refusal,
  req: AnyRequest["req"],
  { user_id }: Session["user"],
  { metrics }: Pick<AppDeps, "metrics">,
): Refusal {
  if (refusal.code === "UNAVAILABLE") {
    metrics.limited("search_time");
    req.log.warn({ user_id }, "a search took longer than SEARCH_TIMEOUT_MS and was stopped");
  }
  return refusal;
}
