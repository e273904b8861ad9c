import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { answerOf } from "../../../api/query-options.js";
import { useApi } from "../../../session/session-provider.js";
import type { JobAnswer } from "../answers.js";
import { fetchWithProgress } from "./fetch-with-progress.js";
import { type UploadChoices, uploadCall } from "./upload-call.js";

/** How often the job is polled, in milliseconds. */
const POLL = 700;

export type UploadState =
  | { readonly kind: "choosing"; readonly error: unknown }
  | { readonly kind: "sending"; readonly share: number }
  | { readonly kind: "accepted"; readonly job_id: string };

/** An upload from its first byte to its result. Leaving the page before it is accepted aborts it. */
export function useUpload() {
  const api = useApi();
  const [state, setState] = useState<UploadState>({ kind: "choosing", error: null });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  return {
    state,
    job: useJob(state.kind === "accepted" ? state.job_id : null),
    async send(file: File, media_type: string, choices: UploadChoices) {
      controller.current = new AbortController();
      const { signal } = controller.current;
      setState({ kind: "sending", share: 0 });
      try {
        const client = api.over(fetchWithProgress((share) => setState({ kind: "sending", share })));
        const { body } = await client.uploadDocument({ ...uploadCall(choices, file, media_type), signal });
        setState({ kind: "accepted", job_id: body.job_id });
      } catch (error) {
        setState({ kind: "choosing", error: signal.aborted ? null : error });
      }
    },
    cancel: () => controller.current?.abort(),
    again: () => setState({ kind: "choosing", error: null }),
  };
}

export const hasEnded = (job: JobAnswer | undefined) =>
  job !== undefined && job.state !== "queued" && job.state !== "running";

function useJob(job_id: string | null) {
  const api = useApi();
  const queries = useQueryClient();
  const job = useQuery({
    ...answerOf(api, "readJob", { job_id: job_id ?? "" }),
    enabled: job_id !== null,
    refetchInterval: ({ state }) => (hasEnded(state.data) ? false : POLL),
  });
  // Earlier answers may be out of date.
  const isDone = job.data?.state === "done";
  useEffect(() => {
    if (isDone) void queries.invalidateQueries();
  }, [isDone, queries]);
  return job;
}
