import type { JOB_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const jobs: TextsOf<keyof typeof JOB_PROBLEMS> = {
  "job.unknown": () => "No such job",
  "job.not_waiting": ({ state }) => `This job is ${state}; only a queued job can be cancelled`,
  "job.ended_service": ({ attempts, job_id }) =>
    `The service stopped ${attempts} times while reading this document, so it does not try again. The file may be too large or damaged: split it or save it again. See job ${job_id} in the service's log`,
  "job.ended_by_database": ({ attempts, job_id }) =>
    `The database aborted this job ${attempts} times. Try again later; see job ${job_id} in the service's log`,
  "job.failed": ({ attempts, job_id }) =>
    `An internal error occurred ${attempts} times. See job ${job_id} in the service's log`,
};
