import type { DocumentHead, OutlineAnswer, ReferenceAnswer, SearchResult } from "@retrieval/core";

export type { DocumentHead, OutlineAnswer, OutlineEntry, ReferenceAnswer, SearchResult } from "@retrieval/core";

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
