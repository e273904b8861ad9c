import type { SectionSearch, Session } from "@retrieval/core/use-cases";
import type { AppDeps } from "../deps.js";

/** What a search or question is narrowed to. */
export type Filters = Pick<SectionSearch, "doc_ids" | "text_types">;

/** Where a search or question is counted; null: nowhere. With filters, nothing found says little about the documents. */
export function usageOf({ doc_ids, text_types }: Filters, session: Session, deps: Pick<AppDeps, "usage">) {
  return doc_ids === null && text_types === null ? usageBy(session, deps) : null;
}

/**
 * Only users in role `user` count: two administrators who count themselves would see what one other user does. So do
 * their access tokens, whatever their role is.
 */
export function usageBy({ own_role }: Session, { usage }: Pick<AppDeps, "usage">) {
  return own_role === "user" ? usage.log : null;
}
