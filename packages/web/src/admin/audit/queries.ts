import type { Client } from "@retrieval/api/client";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { answerOf, pagesOf } from "../../api/query-options.js";
import { useApi } from "../../session/session-provider.js";
import { saveFile } from "../../ui/save-file.js";
import { type EntryFilter, queryOf } from "./entry-filter.js";

export function useEntries(filter: EntryFilter) {
  const api = useApi();
  return useInfiniteQuery({
    ...pagesOf(api, "listAuditEntries", queryOf(filter)),
    placeholderData: keepPreviousData,
  });
}

/** Each of these questions is itself recorded, so an answer is requested once and kept. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY } as const;

export function useReaders(document_id: string, at: string) {
  const api = useApi();
  return useQuery({ ...answerOf(api, "whoCouldRead", { document_id, at }), ...ONCE });
}

export function useReadable(user_id: string, at: string) {
  const api = useApi();
  return useQuery({ ...answerOf(api, "couldRead", { user_id, at }), ...ONCE });
}

/** The call that answers with a CSV, which the service writes. */
export type ReadCsv = (client: Client, format: { readonly format: "csv" }) => Promise<{ readonly body: object }>;

export function useSaveCsv(name: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async (read: ReadCsv) => {
      // What is not JSON is the response, unread.
      const { body } = await read(api.client, { format: "csv" });
      return (body as Response).blob();
    },
    onSuccess: (csv) => saveFile(`${name}.csv`, csv),
  });
}
