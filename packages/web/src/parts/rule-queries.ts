import type { JsonOf, ReplyOf } from "@retrieval/api/client";
import { useQuery } from "@tanstack/react-query";
import type { Api } from "../api/client.js";
import { isRefusal } from "../api/errors.js";
import { keyOf } from "../api/query-options.js";
import { useApi } from "../session/session-provider.js";

/** A rule with the tag of the version that was read. */
export type RulesRead = JsonOf<"readAccessRules"> & { readonly etag: string };

/** The cached answer is a rule with its tag; null: no such document. */
export const rulesKey = (document_id: string) => keyOf("readAccessRules", { document_id });

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
