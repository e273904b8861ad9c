import { mediaTypeOf } from "@retrieval/api/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { hasFailed, isUnderWay, useJobsOf } from "../../../parts/jobs/queries.js";
import { useApi } from "../../../session/session-provider.js";
import { fetchWithProgress } from "./fetch-with-progress.js";
import { uploadCall } from "./upload-call.js";
import { isIn } from "./upload-file.js";
import { UploadQueue } from "./upload-queue.js";

/** The files of this page. Leaving the page cancels what is not sent yet. */
export function useUploadQueue() {
  const api = useApi();
  const [queue] = useState(
    () =>
      new UploadQueue(async ({ file }, choices, onShare, signal) => {
        const call = uploadCall(choices, file, mediaTypeOf(file.name) ?? "");
        return (await api.over(fetchWithProgress(onShare)).uploadDocument({ ...call, signal })).body.job_id;
      }),
  );
  useEffect(() => () => queue.close(), [queue]);
  return { queue, files: useSyncExternalStore(queue.subscribe, queue.files) };
}

/** The jobs of the files that were sent. */
export function useUploadJobs(files: ReturnType<UploadQueue["files"]>) {
  const queries = useQueryClient();
  const job_ids = files.filter(isIn("sent")).map(({ state }) => state.job_id);
  const { data, error, refetch } = useJobsOf(job_ids);
  const jobs = (data ?? []).filter(({ job_id }) => job_ids.includes(job_id));
  const failed = jobs.filter(hasFailed).length;
  const ended = jobs.length - jobs.filter(isUnderWay).length;
  // Documents, drafts and rules have changed.
  useEffect(() => {
    if (ended > 0) void queries.invalidateQueries();
  }, [ended, queries]);
  return { jobs, all: job_ids.length, ended, failed, error, refetch };
}
