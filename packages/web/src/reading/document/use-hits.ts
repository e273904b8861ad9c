import { chunkAddress } from "../addresses.js";
import { useSearch } from "../queries.js";
import type { SearchQuery } from "../search-query.js";
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
 * The search that led to a passage: its words, and its other results. The answer is the one that the results show; behind
 * the last of the first results, it is all of them.
 * @param passage of this document; one that is not among the loaded results has the words of the document's results
 */
export function useHits(search: SearchQuery, document_id: string, passage: string | null): Hits {
  const { data } = useSearch(search);
  const first = data?.results ?? [];
  const at = first.findIndex(({ chunk }) => chunk.chunk_id === passage || chunk.chunk_id.startsWith(`${passage}::`));
  const isLast = at >= 0 && at === first.length - 1 && first.length < (data?.total ?? 0);
  const every = { ...search, all: true };
  const longer = useSearch(every, isLast);
  const results = isLast && longer.data && !longer.isPlaceholderData ? longer.data.results : first;
  if (search.query === "" || results.length === 0) return NONE;
  const addressAt = (place: number) => {
    const result = results[place];
    return result ? chunkAddress(result.doc.id, result.chunk.chunk_id, place < first.length ? search : every) : null;
  };
  const marked = at >= 0 ? results.slice(at, at + 1) : results.filter(({ doc }) => doc.id === document_id);
  return {
    words: [...new Set(marked.flatMap(wordsOf))],
    previous: at > 0 ? addressAt(at - 1) : null,
    next: at >= 0 ? addressAt(at + 1) : null,
  };
}
