import { TEXT_TYPES } from "../../chunks/structured-chunk.js";
import type { Corpus } from "../index/corpus.js";
import type { ChunkScores } from "./chunk-scores.js";
import type { SearchAsk } from "./search-found.js";

/** What the filters of one search keep. */
export class Filters {
  /** By the numbers of documents: 1 for those that are kept; null: all. */
  readonly documents: Uint8Array | null;
  /** A bit for each text_type that is kept; null: all. */
  readonly types: number | null;

  constructor(
    { doc_ids, text_types }: Pick<SearchAsk, "doc_ids" | "text_types">,
    private readonly corpus: Corpus,
    private readonly chunks: ChunkScores,
  ) {
    this.documents = doc_ids === null ? null : numbersOf(doc_ids, corpus);
    this.types = text_types?.reduce((bits, type) => bits | (1 << TEXT_TYPES.indexOf(type)), 0) ?? null;
  }

  keepsDocument(number: number): boolean {
    return this.documents === null || this.documents[number] === 1;
  }

  /** Whether they keep a unit's document, and a chunk of the unit that matches. */
  keeps(unit: number, document: number): boolean {
    if (!this.keepsDocument(document)) return false;
    if (this.types === null) return true;
    if (((this.corpus.units.types[unit] as number) & this.types) === 0) return false;
    for (const { matches } of this.chunks.of(unit, this.types)) if (matches) return true;
    return false;
  }
}

function numbersOf(doc_ids: readonly string[], { documents, numbered }: Corpus): Uint8Array {
  const kept = new Uint8Array(numbered.length);
  for (const document_id of doc_ids) {
    const document = documents.get(document_id);
    if (document !== undefined) kept[document.number] = 1;
  }
  return kept;
}
