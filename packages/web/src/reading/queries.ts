import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { path } from "../api/client.js";
import { answerOf, pagesOf } from "../api/queries.js";
import { useApi } from "../session/session-provider.js";
import type { DocumentsAnswer, Outline, Reference, SearchPageAnswer } from "./answers.js";

/** An answer from a moment ago is shown at once when the user returns to it. */
const FRESH = 30_000;

/** The results of the current query; the previous ones stay until they arrive, and never replace them. */
export function useSearch(query: string) {
  const api = useApi();
  return useInfiniteQuery({
    ...pagesOf<SearchPageAnswer>(api, { method: "POST", path: "/api/search", json: { query, limit: 10 } }),
    enabled: query !== "",
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  });
}

export function useReference(docId: string, chunkId: string) {
  const api = useApi();
  return useQuery({
    ...answerOf<{ reference: Reference }>(api, { method: "POST", path: "/api/reference", json: { docId, chunkId } }),
    select: ({ reference }) => reference,
    staleTime: FRESH,
  });
}

export function useOutline(document_id: string) {
  const api = useApi();
  return useQuery({
    ...answerOf<Outline>(api, { path: path("/api/documents", document_id, "outline") }),
    staleTime: FRESH,
  });
}

export function useDocuments(query: string) {
  const api = useApi();
  return useInfiniteQuery({
    ...pagesOf<DocumentsAnswer>(api, { path: "/api/documents", query: { query } }),
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  });
}
