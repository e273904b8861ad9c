import { isHeading, type StructuredChunk, sectionsOf } from "@retrieval/core/chunks";
import type { CorpusDocument } from "./corpus.js";

export interface CorpusSection {
  readonly document_id: string;
  readonly chunks: readonly StructuredChunk[];
}

/** The sections that have text: a heading alone is never a result. */
export function sectionsIn(documents: readonly CorpusDocument[]): CorpusSection[] {
  return documents.flatMap(({ document_id, chunks }) =>
    sectionsOf(chunks)
      .map(({ first, end }) => ({ document_id, chunks: chunks.slice(first, end) }))
      .filter((section) => !section.chunks.every(isHeading)),
  );
}
