import type { JsonOf } from "@retrieval/api/client";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { keyOf, pagesOf } from "../../api/query-options.js";
import { useApi } from "../../session/session-provider.js";

/** How often the list is reloaded while a job waits or runs, in milliseconds. */
const LOOK = 1_000;

/** A job in the list. */
export type ListedJob = JsonOf<"listJobs">["items"][number];

const isUnderWay = ({ state }: ListedJob) => state === "queued" || state === "running";

export function useJobs() {
  const api = useApi();
  return useInfiniteQuery({
    ...pagesOf(api, "listJobs", {}),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? LOOK : false),
  });
}

export function useCancelJob(job_id: string, onCancelled: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    // A repeated call would find it cancelled and report that it cannot be.
    mutationFn: () => api.client.cancelJob({ job_id, repeatable: false }),
    onSuccess: onCancelled,
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf("listJobs") }),
  });
}
