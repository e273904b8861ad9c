import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useApi } from "../../../session/session-provider.js";
import { fetchWithProgress } from "./fetch-with-progress.js";
import { uploadCall } from "./upload-call.js";
import { UploadQueue } from "./upload-queue.js";

/** The pauses before a job is read, in milliseconds: a small file is read soon, a long job costs few calls. */
const PAUSE = { first: 200, factor: 1.5, longest: 1_000 };

/** The files of this page. Leaving the page cancels what is not accepted yet. */
export function useUploadQueue() {
  const api = useApi();
  const queries = useQueryClient();
  const [queue] = useState(
    () =>
      new UploadQueue({
        async send({ file, media_type }, choices, onShare, signal) {
          const call = uploadCall(choices, file, media_type ?? "");
          const client = api.over(fetchWithProgress(onShare));
          return (await client.uploadDocument({ ...call, signal })).body.job_id;
        },
        readJob: async (job_id, signal) => (await api.client.readJob({ job_id, signal })).body,
        pause: (times) =>
          new Promise((resolve) => setTimeout(resolve, Math.min(PAUSE.first * PAUSE.factor ** times, PAUSE.longest))),
        // Earlier answers may be out of date.
        onEnd: () => void queries.invalidateQueries(),
      }),
  );
  useEffect(() => () => queue.close(), [queue]);
  return { queue, rows: useSyncExternalStore(queue.subscribe, queue.rows) };
}
