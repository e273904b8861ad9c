import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { answerOf, pagesOf } from "../../api/query-options.js";
import { useLanguage } from "../../i18n/i18n.js";
import { useApi } from "../../session/session-provider.js";
import { type EntryFilter, queryOf } from "./entry-filter.js";

export function useEntries(filter: EntryFilter) {
  const api = useApi();
  const { language } = useLanguage();
  const pages = pagesOf(api, "listAuditEntries", queryOf(filter));
  return useInfiniteQuery({
    ...pages,
    // The service writes the sentences.
    queryKey: [...pages.queryKey, language] as const,
    placeholderData: keepPreviousData,
  });
}

/** Each of these questions is itself recorded, so an answer is requested once and kept. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY } as const;

export function useReaders(document_id: string, at: string) {
  const api = useApi();
  return useQuery({ ...answerOf(api, "whoCouldRead", { document_id, at }), ...ONCE });
}
