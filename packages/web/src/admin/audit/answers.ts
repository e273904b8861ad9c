import type { JsonOf } from "@retrieval/api/client";

export type { AccessReason, AuditEntryView, AuditKind } from "@retrieval/core";

export type ReaderLine = JsonOf<"whoCouldRead">["readers"][number];
export type DocumentLine = JsonOf<"couldRead">["documents"][number];
