import { useMemo } from "react";
import { useSearch as useQueryString } from "wouter/use-browser-location";
import { type QuotedWords, readQuotedWords } from "./quoted-words.js";
import { QUERY_MAX } from "./search-field.js";

/** What is searched, as the address has it. */
export interface Asked {
  readonly query: string;
  /** Only this document; null: all of them. */
  readonly document_id: string | null;
  /** Whether more than the first results are wanted. */
  readonly all: boolean;
}

/** The router would decode the address twice. */
export function useAsked(): Asked {
  const parameters = new URLSearchParams(useQueryString());
  return {
    query: parameters.get("q")?.slice(0, QUERY_MAX) ?? "",
    document_id: parameters.get("doc"),
    all: parameters.has("all"),
  };
}

/** The words that an answer quotes, as the address has them; null: none. */
export function useQuotedWords(): QuotedWords | null {
  const parameter = new URLSearchParams(useQueryString()).get("words");
  return useMemo(() => readQuotedWords(parameter), [parameter]);
}
