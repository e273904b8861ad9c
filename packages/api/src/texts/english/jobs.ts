import type { JOB_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const jobs: TextsOf<keyof typeof JOB_PROBLEMS> = {
  "job.unknown": () => "No such job",
  "job.not_waiting": ({ state }) => `This job is ${state}; only a job that waits can be cancelled`,
  "job.ended_service": ({ kind, attempts, job_id }) =>
    kind === "ingest"
      ? `The service ended ${attempts} times while reading this document, so it is not tried again. The file may be too large or damaged: split it or save it anew. The service's log has more under job ${job_id}`
      : `The service ended ${attempts} times while applying this import, so it is not tried again. The service's log has more under job ${job_id}`,
  "job.ended_by_database": ({ attempts, job_id }) =>
    `The database gave up ${attempts} times over this. Try again later; the service's log has more under job ${job_id}`,
  "job.failed": ({ attempts, job_id }) =>
    `Something went wrong inside the service ${attempts} times. Its log has the details under job ${job_id}`,
  "import.stopped": ({ done, all }) => `The import stopped after ${done} of ${all} people`,
};
