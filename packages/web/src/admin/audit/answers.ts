import type { JsonOf } from "@retrieval/api/client";

export type { AuditEntryView } from "@retrieval/api";
export type { AccessReason } from "@retrieval/core";
export type { AuditKind } from "@retrieval/core/ports";

export type ReaderLine = JsonOf<"whoCouldRead">["readers"][number];
export type DocumentLine = JsonOf<"couldRead">["documents"][number];
