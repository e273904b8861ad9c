import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { path } from "../api/client.js";
import { useApi } from "../session/session-provider.js";
import type { DocumentsAnswer, Outline, Reference, SearchPageAnswer } from "./answers.js";

/** What was read a moment ago is shown at once when somebody goes back to it. */
const FRESH = 30_000;

/** The results of a query as it stands; those of an older one stay until they are there, and never come after them. */
export function useSearch(query: string) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ["search", query],
    enabled: query !== "",
    queryFn: ({ pageParam, signal }) =>
      api.json<SearchPageAnswer>({
        method: "POST",
        path: "/api/search",
        json: { query, limit: 10, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  });
}

export function useReference(docId: string, chunkId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["reference", docId, chunkId],
    queryFn: async ({ signal }) => {
      const call = { method: "POST", path: "/api/reference", json: { docId, chunkId }, signal } as const;
      return (await api.json<{ reference: Reference }>(call)).reference;
    },
    staleTime: FRESH,
  });
}

export function useOutline(document_id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["outline", document_id],
    queryFn: ({ signal }) => api.json<Outline>({ path: path("/api/documents", document_id, "outline"), signal }),
    staleTime: FRESH,
  });
}

export function useDocuments(query: string) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ["documents", query],
    queryFn: ({ pageParam, signal }) =>
      api.json<DocumentsAnswer>({ path: "/api/documents", query: { query, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  });
}
