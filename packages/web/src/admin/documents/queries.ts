import { keepPreviousData, type Query, useInfiniteQuery } from "@tanstack/react-query";
import { pagesOf } from "../../api/query-options.js";
import { useApi } from "../../session/session-provider.js";

/** Whether a query is about one document. */
export const isAbout =
  (document_id: string) =>
  ({ queryKey: [, call] }: Query) =>
    (call as { readonly document_id?: unknown } | undefined)?.document_id === document_id;

export function useManagedDocuments(query: string) {
  const api = useApi();
  return useInfiniteQuery({
    ...pagesOf(api, "listDocuments", { query: query || undefined }),
    placeholderData: keepPreviousData,
  });
}

export function useDrafts() {
  const api = useApi();
  return useInfiniteQuery(pagesOf(api, "listDrafts", {}));
}

export function useHistory(document_id: string) {
  const api = useApi();
  return useInfiniteQuery(pagesOf(api, "listAccessRuleVersions", { document_id, limit: 20 }));
}

export function useChunks(document_id: string, draft: boolean) {
  const api = useApi();
  return useInfiniteQuery(pagesOf(api, "listChunks", { document_id, draft: draft || undefined, limit: 30 }));
}
