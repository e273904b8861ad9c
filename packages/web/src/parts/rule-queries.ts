import type { JsonOf } from "@retrieval/api/client";
import { isRefusal } from "../api/errors.js";
import { useAnswer } from "./use-answer.js";

export type RulesRead = JsonOf<"readAccessRules">;

/** The rule in force; null: no document with this identifier is published. */
export function useRules(document_id: string) {
  const { data, error, refetch } = useAnswer("readAccessRules", { document_id });
  const isAbsent = isRefusal(error, "DOCUMENT_NOT_FOUND", "INVALID_IDENTIFIER");
  return isAbsent ? { data: null, error: null, refetch } : { data, error, refetch };
}
