import type { JsonOf } from "@retrieval/api/client";
import { useQuery } from "@tanstack/react-query";
import { isRefusal } from "../api/errors.js";
import { useApi } from "../session/session-provider.js";
import { keyOf } from "./use-answer.js";

export type RulesRead = JsonOf<"readAccessRules">;

/**
 * The rule in force; null: no document with this identifier is published. That is data like a rule: a refusal would be
 * dropped while it is read again, and the page below it with what it has just said.
 */
export function useRules(document_id: string) {
  const { client } = useApi();
  return useQuery({
    queryKey: [...keyOf("readAccessRules", { document_id }), "or null"],
    async queryFn({ signal }) {
      try {
        // Only a request with If-None-Match, never sent here, gets an answer without a rule.
        return (await client.readAccessRules({ document_id, signal })).body as RulesRead;
      } catch (error) {
        if (isRefusal(error, "DOCUMENT_NOT_FOUND", "INVALID_IDENTIFIER")) return null;
        throw error;
      }
    },
  });
}
