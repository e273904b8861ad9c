import type { AuditEntryView } from "@retrieval/api";
import type { AccessReason } from "@retrieval/core";
import type { DocumentHead } from "@retrieval/core/documents";
import type { DocumentsAt, ReadersAt } from "@retrieval/core/use-cases";

export type { AuditEntryView } from "@retrieval/api";
export type { AccessReason } from "@retrieval/core";
export type { AuditKind } from "@retrieval/core/ports";

export interface EntriesAnswer {
  readonly entries: readonly AuditEntryView[];
  readonly next_cursor: string | null;
}

/** Each answer names its moment: ISO 8601, in UTC. */
export type ReadersAnswer = ReadersAt & { readonly at: string };
export type DocumentsAnswer = DocumentsAt & { readonly at: string };

export type ReaderLine = ReadersAt["readers"][number];
export type DocumentLine = DocumentHead & { readonly reasons: readonly AccessReason[] };
