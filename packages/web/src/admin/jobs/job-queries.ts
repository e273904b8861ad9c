import type { Job, JobKind } from "@retrieval/core/ports";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { path } from "../../api/client.js";
import { keyOf, pagesOf } from "../../api/queries.js";
import { useApi } from "../../session/session-provider.js";

const JOBS = "/api/manage/jobs";
/** How often the list is reloaded while a job waits or runs, in milliseconds. */
const LOOK = 1_000;

/** A job in the list. */
export interface ListedJob extends Pick<Job, "job_id" | "document_id" | "state" | "progress" | "problems"> {
  readonly kind: JobKind;
  readonly title: string | null;
  readonly by_user: string | null;
  /** ISO 8601. */
  readonly created_at: string;
}

interface JobsAnswer {
  readonly jobs: readonly ListedJob[];
  readonly next_cursor: string | null;
}

const isUnderWay = ({ state }: ListedJob) => state === "queued" || state === "running";

export function useJobs() {
  const api = useApi();
  return useInfiniteQuery({
    ...pagesOf<JobsAnswer>(api, { path: JOBS }),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ jobs }) => jobs.some(isUnderWay)) ? LOOK : false),
  });
}

export function useCancelJob(job_id: string, onCancelled: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    // A repeated call would find it cancelled and report that it cannot be.
    mutationFn: () => api.answer({ method: "DELETE", path: path(JOBS, job_id), repeatable: false }),
    onSuccess: onCancelled,
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(JOBS) }),
  });
}
