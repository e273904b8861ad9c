import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { isApiError } from "../../api/api-error.js";
import { type Api, path } from "../../api/client.js";
import { keyOf, pagesOf } from "../../api/queries.js";
import { useApi } from "../../session/session-provider.js";
import type {
  ChunksAnswer,
  DraftsAnswer,
  HistoryAnswer,
  ManagedDocumentsAnswer,
  RulesAnswer,
  RulesRead,
} from "./answers.js";

const DOCUMENTS = "/api/manage/documents";

/** Everything that was read of one document begins with this. */
export const documentKey = (document_id: string) => keyOf(documentPath(document_id));
/** A rule is kept together with its tag; null: there is no such document. */
export const rulesKey = (document_id: string) => [...documentKey(document_id), "tagged-rules"] as const;

export function documentPath(document_id: string, ...rest: string[]): string {
  return path(DOCUMENTS, document_id, ...rest);
}

export function useManagedDocuments(query: string) {
  const api = useApi();
  return useInfiniteQuery({
    ...pagesOf<ManagedDocumentsAnswer>(api, { path: DOCUMENTS, query: { query } }),
    placeholderData: keepPreviousData,
  });
}

export function useDrafts() {
  const api = useApi();
  return useInfiniteQuery(pagesOf<DraftsAnswer>(api, { path: "/api/manage/drafts" }));
}

export async function readRules(api: Api, document_id: string, signal?: AbortSignal): Promise<RulesRead> {
  const { body, headers } = await api.answer<RulesAnswer>({
    path: documentPath(document_id, "access-rules"),
    signal,
  });
  return { ...body, etag: headers.get("etag") ?? "" };
}

/** The rule in force; null: no document with this identifier is published. */
export function useRules(document_id: string, { enabled = true } = {}) {
  const api = useApi();
  return useQuery({
    queryKey: rulesKey(document_id),
    enabled,
    queryFn: async ({ signal }) => {
      try {
        return await readRules(api, document_id, signal);
      } catch (error) {
        if (isApiError(error, "DOCUMENT_NOT_FOUND", "INVALID_IDENTIFIER")) return null;
        throw error;
      }
    },
  });
}

export function useHistory(document_id: string) {
  const api = useApi();
  const call = { path: documentPath(document_id, "access-rules", "history"), query: { limit: 20 } };
  return useInfiniteQuery(pagesOf<HistoryAnswer>(api, call));
}

export function useChunks(document_id: string, draft: boolean) {
  const api = useApi();
  const call = { path: documentPath(document_id, "chunks"), query: { draft: draft || null, limit: 30 } };
  return useInfiniteQuery(pagesOf<ChunksAnswer>(api, call));
}
