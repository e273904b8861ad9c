import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { answerOf, pagesOf } from "../api/query-options.js";
import { useApi } from "../session/session-provider.js";
import { type Asked, KINDS } from "./asked.js";

/** An answer from a moment ago is shown at once when the user returns to it. */
const FRESH = 30_000;

/** The results of the current query; the previous ones stay until they arrive, and never replace them. */
export function useSearch({ query, document_id, kind }: Asked) {
  const api = useApi();
  const text_types = KINDS[kind];
  const filters = {
    ...(document_id !== null && { doc_ids: [document_id] }),
    ...(text_types !== null && { text_types: [...text_types] }),
  };
  return useInfiniteQuery({
    ...pagesOf(api, "searchChunks", { body: { query, limit: 10, filters } }),
    enabled: query !== "",
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  });
}

/** Completions of what the reader types; the previous ones stay until they arrive. */
export function useSuggestions(typed: string) {
  const api = useApi();
  return useQuery({
    ...answerOf(api, "suggest", { query: typed }),
    select: ({ suggestions }) => suggestions,
    enabled: typed !== "",
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  });
}

/** The documents that were published last. */
export function useRecentDocuments(limit: number) {
  const api = useApi();
  return useQuery({
    ...answerOf(api, "listReadableDocuments", { order: "published", limit }),
    select: ({ documents }) => documents,
    staleTime: FRESH,
  });
}

export function useReference(docId: string, chunkId: string) {
  const api = useApi();
  return useQuery({
    ...answerOf(api, "readReference", { body: { docId, chunkId } }),
    select: ({ reference }) => reference,
    staleTime: FRESH,
  });
}

export function useOutline(document_id: string) {
  const api = useApi();
  return useQuery({ ...answerOf(api, "readOutline", { document_id }), staleTime: FRESH });
}

export function useDocuments(query: string) {
  const api = useApi();
  return useInfiniteQuery({
    ...pagesOf(api, "listReadableDocuments", { query: query || undefined }),
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  });
}
