import { useEffect } from "react";
import { chunkAddress } from "../addresses.js";
import type { SearchResult } from "../answers.js";
import type { Asked } from "../asked.js";
import { useSearch } from "../queries.js";
import { wordsOf } from "./marked-words.js";

export interface Hits {
  /** The words to mark in the passage. */
  readonly words: readonly string[];
  /** The addresses of the results before and after this one. */
  readonly previous: string | null;
  readonly next: string | null;
}

const NONE: Hits = { words: [], previous: null, next: null };

/**
 * The search that led to a passage: its words, and its other results. The answer is the one that the results show.
 * @param passage of this document; one that is not among the loaded results has the words of the document's results
 */
export function useHits(asked: Asked, document_id: string, passage: string | null): Hits {
  const { data, hasNextPage, isFetching, fetchNextPage } = useSearch(asked);
  const results = data?.pages.flatMap((page) => page.results) ?? [];
  const at = results.findIndex(({ chunk }) => chunk.chunk_id === passage || chunk.chunk_id.startsWith(`${passage}::`));
  const isLast = at >= 0 && at === results.length - 1;
  useEffect(() => {
    if (isLast && hasNextPage && !isFetching) void fetchNextPage();
  }, [isLast, hasNextPage, isFetching, fetchNextPage]);
  if (asked.query === "" || results.length === 0) return NONE;
  const addressOf = (result: SearchResult | undefined) =>
    result ? chunkAddress(result.doc.id, result.chunk.chunk_id, asked) : null;
  const marked = at >= 0 ? results.slice(at, at + 1) : results.filter(({ doc }) => doc.id === document_id);
  return {
    words: [...new Set(marked.flatMap(wordsOf))],
    previous: at > 0 ? addressOf(results[at - 1]) : null,
    next: at >= 0 ? addressOf(results[at + 1]) : null,
  };
}
