import type { ReplyOf } from "@retrieval/api/client";
import { keepPreviousData, type Query, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Api } from "../../api/client.js";
import { isRefusal } from "../../api/errors.js";
import { keyOf, pagesOf } from "../../api/query-options.js";
import { useApi } from "../../session/session-provider.js";
import type { RulesRead } from "./answers.js";

/** Whether a query is about one document. */
export const isAbout =
  (document_id: string) =>
  ({ queryKey: [, call] }: Query) =>
    (call as { readonly document_id?: unknown } | undefined)?.document_id === document_id;

/** The cached answer is a rule with its tag; null: no such document. */
export const rulesKey = (document_id: string) => keyOf("readAccessRules", { document_id });

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

export async function readRules(api: Api, document_id: string, signal?: AbortSignal): Promise<RulesRead> {
  return withTag(await api.client.readAccessRules({ document_id, signal }));
}

/** Adds the tag to an answer's rule. Only a request with If-None-Match, never sent here, gets an answer without one. */
export function withTag({ body, headers }: ReplyOf<"readAccessRules">): RulesRead {
  return { ...(body as Omit<RulesRead, "etag">), etag: headers.get("etag") ?? "" };
}

/** null: the service has no such document, or no draft of it. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isRefusal(error, "DOCUMENT_NOT_FOUND", "INVALID_IDENTIFIER")) return null;
    throw error;
  }
}

/** The rule in force; null: no document with this identifier is published. */
export function useRules(document_id: string) {
  const api = useApi();
  return useQuery({
    queryKey: rulesKey(document_id),
    queryFn: ({ signal }) => orNull(readRules(api, document_id, signal)),
  });
}

export function useHistory(document_id: string) {
  const api = useApi();
  return useInfiniteQuery(pagesOf(api, "listAccessRuleVersions", { document_id, limit: 20 }));
}

export function useChunks(document_id: string, draft: boolean) {
  const api = useApi();
  return useInfiniteQuery(pagesOf(api, "listChunks", { document_id, draft: draft || undefined, limit: 30 }));
}
