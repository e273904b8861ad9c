import type { JsonOf } from "@retrieval/api/client";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { keyOf, pagesOf } from "../../api/query-options.js";
import { useLanguage } from "../../i18n/i18n.js";
import { useApi } from "../../session/session-provider.js";

/** How often jobs are reread while one of them waits or runs, in milliseconds. */
const PAUSE = 1_000;

/** A job in the list. */
export type ListedJob = JsonOf<"listJobs">["items"][number];

export const isUnderWay = ({ state }: ListedJob) => state === "queued" || state === "running";
export const hasFailed = ({ state }: ListedJob) => state === "failed" || state === "cancelled";

export function useJobs() {
  const api = useApi();
  const { language } = useLanguage();
  const pages = pagesOf(api, "listJobs", {});
  return useInfiniteQuery({
    ...pages,
    // The service says why a job failed.
    queryKey: [...pages.queryKey, language] as const,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? PAUSE : false),
  });
}

/** The jobs with these ids, newest first; reread until all have ended. */
export function useJobsOf(job_ids: readonly string[]) {
  const api = useApi();
  return useQuery({
    queryKey: [...keyOf("listJobs"), job_ids],
    async queryFn({ signal }) {
      const jobs: ListedJob[] = [];
      for await (const page of api.client.pages("listJobs", { limit: 200, signal })) {
        jobs.push(...page.items.filter(({ job_id }) => job_ids.includes(job_id)));
        if (jobs.length === job_ids.length) break;
      }
      return jobs;
    },
    enabled: job_ids.length > 0,
    placeholderData: (earlier) => earlier,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? PAUSE : false),
  });
}

export function useCancelJob(job_id: string, onCancelled: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.client.cancelJob({ job_id }),
    onSuccess: onCancelled,
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf("listJobs") }),
  });
}
