import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { isApiError } from "../../api/api-error.js";
import { type Api, path } from "../../api/client.js";
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
export const documentKey = (document_id: string) => ["managed-document", document_id] as const;
export const rulesKey = (document_id: string) => [...documentKey(document_id), "rules"] as const;

export function documentPath(document_id: string, ...rest: string[]): string {
  return path(DOCUMENTS, document_id, ...rest);
}

export function useManagedDocuments(query: string) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ["managed-documents", "published", query],
    queryFn: ({ pageParam, signal }) =>
      api.json<ManagedDocumentsAnswer>({ path: DOCUMENTS, query: { query, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
}

export function useDrafts() {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ["managed-documents", "drafts"],
    queryFn: ({ pageParam, signal }) =>
      api.json<DraftsAnswer>({ path: "/api/manage/drafts", query: { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
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
  return useInfiniteQuery({
    queryKey: [...documentKey(document_id), "history"],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 20, cursor: pageParam };
      return api.json<HistoryAnswer>({ path: documentPath(document_id, "access-rules", "history"), query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

export function useChunks(document_id: string, draft: boolean) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...documentKey(document_id), "chunks", draft],
    queryFn: ({ pageParam, signal }) => {
      const query = { draft: draft || null, limit: 30, cursor: pageParam };
      return api.json<ChunksAnswer>({ path: documentPath(document_id, "chunks"), query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}
