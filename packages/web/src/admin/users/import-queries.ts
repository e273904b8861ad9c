import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Api } from "../../api/client.js";
import { answerOf, pagesOf } from "../../api/query-options.js";
import { useApi } from "../../session/session-provider.js";
import type { ImportAnswer, ImportedUser } from "./import-answer.js";

/** How often a running import is polled, in milliseconds. */
const LOOK = 500;

export const importQuery = (api: Api, import_id: string) => answerOf(api, "readImport", { import_id });
const isUnderWay = (answer: ImportAnswer | undefined) => answer?.state === "queued" || answer?.state === "running";

export function useImport(import_id: string) {
  const api = useApi();
  return useQuery({
    ...importQuery(api, import_id),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK : false),
    refetchIntervalInBackground: true,
  });
}

/** The users whom an import adds, changes, reactivates or deactivates, page by page. */
export function useImportedUsers(import_id: string, change: ImportedUser["change"]) {
  const api = useApi();
  return useInfiniteQuery({
    ...pagesOf(api, "listImportedUsers", { import_id, change }),
    // The check found them, once.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Releases a checked import. Refetches it whatever the answer was, since the answer may have been lost. */
export function useApply(import_id: string) {
  const api = useApi();
  const queries = useQueryClient();
  const { queryKey } = importQuery(api, import_id);
  return useMutation({
    mutationFn: (yes_deactivate: number | undefined) => api.client.applyImport({ import_id, yes_deactivate }),
    onSuccess: ({ body }) => queries.setQueryData(queryKey, body),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}
