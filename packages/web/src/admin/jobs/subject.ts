import { isolate } from "../../i18n/isolate.js";
import type { ListedJob } from "./queries.js";

/** The document that a job is about, isolated for sentences of either direction; null for an import of users. */
export function subjectOf({ document_id, title }: Pick<ListedJob, "document_id" | "title">): string | null {
  const name = title ?? document_id;
  return name === null ? null : isolate(name);
}
