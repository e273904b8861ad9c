import { useEffect } from "react";
import { chunkAddress } from "../addresses.js";
import type { SearchResult } from "../answers.js";
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

/** The search that led to a passage: its words, and its other results. The answer is the one that the results show. */
export function useHits(query: string, passage: string | null): Hits {
  const { data, hasNextPage, isFetching, fetchNextPage } = useSearch({ query, document_id: null, kind: "all" });
  const results = data?.pages.flatMap((page) => page.results) ?? [];
  const at = results.findIndex(({ chunk }) => chunk.chunk_id === passage || chunk.chunk_id.startsWith(`${passage}::`));
  const isLast = at >= 0 && at === results.length - 1;
  useEffect(() => {
    if (isLast && hasNextPage && !isFetching) void fetchNextPage();
  }, [isLast, hasNextPage, isFetching, fetchNextPage]);
  if (query === "" || results.length === 0) return NONE;
  const addressOf = (result: SearchResult | undefined) =>
    result ? chunkAddress(result.doc.id, result.chunk.chunk_id, query) : null;
  const marked = at >= 0 ? results.slice(at, at + 1) : results;
  return {
    words: [...new Set(marked.flatMap(wordsOf))],
    previous: at > 0 ? addressOf(results[at - 1]) : null,
    next: at >= 0 ? addressOf(results[at + 1]) : null,
  };
}
