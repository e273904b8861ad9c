import type { DocumentHead } from "@retrieval/core/documents";
import type { OutlineAnswer, ReferenceAnswer, SearchResult } from "@retrieval/core/use-cases";

export type { DocumentHead } from "@retrieval/core/documents";
export type { OutlineAnswer, OutlineEntry, ReferenceAnswer, SearchResult } from "@retrieval/core/use-cases";

export interface SearchPageAnswer {
  readonly results: readonly SearchResult[];
  readonly total: number;
  readonly next_cursor: string | null;
}

export interface DocumentsAnswer {
  readonly documents: readonly DocumentHead[];
  readonly next_cursor: string | null;
}

export type Reference = ReferenceAnswer["reference"];
export type Outline = OutlineAnswer;
