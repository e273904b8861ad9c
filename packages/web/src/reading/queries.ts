import type { JsonOf } from "@retrieval/api/client";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { keyOf, useAnswer, usePages } from "../parts/use-answer.js";
import { useApi } from "../session/session-provider.js";
import type { DocumentPart, ReadChunk } from "./answers.js";
import { isOther, useWhichText } from "./document/which-text.js";
import type { SearchQuery } from "./search-query.js";

/** An answer from a moment ago is shown at once when the user returns to it. */
const FRESH = 30_000;

const filtersOf = ({ document_id }: SearchQuery) => (document_id === null ? {} : { doc_ids: [document_id] });

/**
 * The answer that a model chooses, which takes longer than the results; a failure shows nothing, because the results below
 * it say what is wrong.
 */
export const useChosenAnswer = (search: SearchQuery, enabled: boolean) =>
  useAnswer(
    "answerQuestion",
    { body: { question: search.query, previous: [...search.previous], filters: filtersOf(search) } },
    { enabled, staleTime: FRESH },
  );

/** How many results a search shows first, and at most. */
const RESULTS = { first: 10, all: 100 };

/** The results of the current query; the previous ones stay until they arrive, and never replace them. */
export function useSearch(search: SearchQuery, enabled = true) {
  const { query } = search;
  const limit = search.all ? RESULTS.all : RESULTS.first;
  return useAnswer(
    "searchChunks",
    { body: { query, limit, filters: filtersOf(search) } },
    { enabled: enabled && query !== "", placeholderData: keepPreviousData, staleTime: FRESH },
  );
}

/**
 * Completions of what the reader types; the previous ones stay until they arrive. A completion contains all of the typed
 * text: what continues a text without completions has none either.
 */
export function useSuggestions(typed: string) {
  const [without, setWithout] = useState<string | null>(null);
  const query = useAnswer(
    "suggest",
    { query: typed },
    {
      select: ({ suggestions }) => suggestions,
      enabled: typed !== "" && (without === null || !typed.startsWith(without)),
      placeholderData: keepPreviousData,
      staleTime: FRESH,
    },
  );
  const hasNone = query.data?.length === 0 && !query.isPlaceholderData;
  useEffect(() => {
    if (hasNone) setWithout(typed);
  }, [hasNone, typed]);
  return query;
}

export const useOutline = (document_id: string) => useAnswer("readOutline", { document_id }, { staleTime: FRESH });

/**
 * What the service says of an open document each time its tab becomes visible again; null before. The outline that is
 * shown stays: it is of the version on screen.
 */
export function useDocumentNow(document_id: string) {
  const api = useApi();
  const which = useWhichText();
  return useQuery({
    queryKey: [...keyOf("readOutline", { document_id }), "now"] as const,
    queryFn: async ({ signal }): Promise<JsonOf<"readOutline"> | null> =>
      (await api.client.readOutline({ document_id, signal })).body,
    initialData: null,
    enabled: !isOther(which),
    refetchOnWindowFocus: "always",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The documents of this reader by category, or those that have this text. */
export const useDocuments = (query: string) =>
  usePages(
    "listReadableDocuments",
    { query: query || undefined, order: "category", limit: FURTHER },
    { staleTime: FRESH },
  );

/** How many chunks open a document, and how many each further request brings. */
const OPENING = 40;
const FURTHER = 200;

/**
 * The loaded part of a document, around a passage: it grows at both ends. It is never refetched by itself: its parts
 * are of one version, and the place where the user reads must not move.
 * @param edition counts the versions that this page has shown
 */
export function useDocumentText(document_id: string, around: string | null, edition: number) {
  const api = useApi();
  const call = { document_id, ...useWhichText(), ...(around !== null && { around }) };
  return useInfiniteQuery({
    queryKey: [...keyOf("readDocument", call), "text", edition] as const,
    queryFn: async ({ pageParam: cursor, signal }) =>
      (
        await api.client.readDocument({
          ...call,
          ...(cursor ? { cursor, limit: FURTHER } : { limit: OPENING }),
          signal,
        })
      ).body,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    getPreviousPageParam: ({ previous_cursor }) => previous_cursor,
    // The new version opens like another document: at its passage, without the text of the old one.
    placeholderData: (shown, query) => (query?.queryKey.at(-1) === edition ? shown : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FRESH,
  });
}

/** All chunks of one section, in order. */
export function useSection(document_id: string, section: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...keyOf("readDocument", { document_id, around: section }), "section"] as const,
    queryFn: async ({ signal }) => {
      const chunks: ReadChunk[] = [];
      for (let place: { around: string } | { cursor: string } | null = { around: section }; place !== null; ) {
        const call = { document_id, limit: FURTHER, ...place, signal };
        const part: DocumentPart = (await api.client.readDocument(call)).body;
        chunks.push(...part.items.filter((_, i) => part.sections[i] === section));
        const goesOn = part.sections.at(-1) === section && part.next_cursor !== null;
        place = goesOn ? { cursor: part.next_cursor as string } : null;
      }
      return chunks;
    },
    staleTime: FRESH,
  });
}

/** Forgets the text and outline of a document that has a new version. */
export function useForgetDocument(document_id: string) {
  const queries = useQueryClient();
  return useCallback(() => {
    queries.removeQueries({ queryKey: keyOf("readDocument", { document_id }) });
    void queries.invalidateQueries({ queryKey: keyOf("readOutline", { document_id }) });
  }, [queries, document_id]);
}

/** A version of a document as this page shows it. */
export interface Edition {
  readonly document_id: string;
  readonly version: string;
  /** See {@link useDocumentText}: a version may be replaced under its own name. */
  readonly edition: number;
}

/** All parts of a document from its beginning, one after the other. */
export function useDocumentParts({ document_id, version, edition }: Edition, enabled: boolean) {
  const api = useApi();
  const call = { document_id, ...useWhichText() };
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [...keyOf("readDocument", call), "parts", version, edition] as const,
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await api.client.readDocument({ ...call, limit: FURTHER, ...(cursor && { cursor }), signal })).body,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FRESH,
  });
  const goesOn = enabled && hasNextPage && !isFetching && !error;
  useEffect(() => {
    if (goesOn) void fetchNextPage({ cancelRefetch: false });
  }, [goesOn, fetchNextPage]);
  return {
    parts: data?.pages ?? NO_PARTS,
    isComplete: data !== undefined && !hasNextPage,
    error: isFetching ? null : error,
    goOn: useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]),
  };
}

const NO_PARTS: readonly DocumentPart[] = [];
