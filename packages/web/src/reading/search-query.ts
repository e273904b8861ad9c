import { useMemo } from "react";
import { useSearch as useQueryString } from "wouter/use-browser-location";
import { type QuotedWords, readQuotedWords } from "./quoted-words.js";
import { QUERY_MAX } from "./search-field.js";

/** What is searched, as the address has it. */
export interface SearchQuery {
  readonly query: string;
  /** The questions that it follows, the oldest first. */
  readonly previous: readonly string[];
  /** Only this document; null: all of them. */
  readonly document_id: string | null;
  /** Whether more than the first results are wanted. */
  readonly all: boolean;
}

/** The last questions before this one say what it is about. */
const PREVIOUS_MAX = 4;

/** The router would decode the address twice. */
export function useSearchQuery(): SearchQuery {
  const parameters = new URLSearchParams(useQueryString());
  return {
    query: textOf(parameters.get("q") ?? ""),
    previous: parameters.getAll("after").filter(Boolean).slice(-PREVIOUS_MAX).map(textOf),
    document_id: parameters.get("doc"),
    all: parameters.has("all"),
  };
}

const textOf = (parameter: string) => parameter.slice(0, QUERY_MAX);

/** The words that an answer quotes, as the address has them; null: none. */
export function useQuotedWords(): QuotedWords | null {
  const parameter = new URLSearchParams(useQueryString()).get("words");
  return useMemo(() => readQuotedWords(parameter), [parameter]);
}
