import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import type { Call } from "../../api/client.js";
import { answerOf, pagesOf } from "../../api/queries.js";
import { useApi } from "../../session/session-provider.js";
import { saveFile } from "../../ui/save-file.js";
import type { DocumentsAnswer, EntriesAnswer, ReadersAnswer } from "./answers.js";
import type { EntryFilter } from "./entry-filter.js";

const ENTRIES = "/api/manage/audit";

export function useEntries(filter: EntryFilter) {
  const api = useApi();
  return useInfiniteQuery({
    ...pagesOf<EntriesAnswer>(api, entriesCall(filter)),
    placeholderData: keepPreviousData,
  });
}

export const entriesCall = (filter: EntryFilter): Call => ({ path: ENTRIES, query: { ...filter } });

export const readersCall = (document_id: string, at: string): Call => ({
  path: `${ENTRIES}/who-could-read`,
  query: { document_id, at },
});

export const documentsCall = (user_id: string, at: string): Call => ({
  path: `${ENTRIES}/could-read`,
  query: { user_id, at },
});

/** Each of these questions is itself recorded, so an answer is requested once and kept. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY } as const;

export function useReaders(document_id: string, at: string) {
  const api = useApi();
  return useQuery({ ...answerOf<ReadersAnswer>(api, readersCall(document_id, at)), ...ONCE });
}

export function useReadable(user_id: string, at: string) {
  const api = useApi();
  return useQuery({ ...answerOf<DocumentsAnswer>(api, documentsCall(user_id, at)), ...ONCE });
}

/** The same answer as a CSV, which the service writes. */
export function useSaveCsv(name: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (call: Call) => api.blob({ ...call, query: { ...call.query, format: "csv" } }),
    onSuccess: (csv) => saveFile(`${name}.csv`, csv),
  });
}
