import type { JsonOf } from "@retrieval/api/client";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../session/session-provider.js";
import { keyOf, usePages } from "../use-answer.js";

/** How often jobs are reread while one of them waits or runs, in milliseconds. */
const PAUSE = 1_000;

/** A job in the list. */
export type ListedJob = JsonOf<"listJobs">["items"][number];

export const isUnderWay = ({ state }: ListedJob) => state === "queued" || state === "running";
export const hasFailed = ({ state }: ListedJob) => state === "failed" || state === "cancelled";

export const useJobs = () =>
  usePages(
    "listJobs",
    {},
    {
      refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? PAUSE : false),
    },
  );

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
