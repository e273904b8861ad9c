import { type FileImportJob, reportOf } from "@retrieval/core";

/** The dry run wrote the report, and every step since has kept it. */
export function importView(job: FileImportJob) {
  const { job_id, state, progress, options, error } = job;
  // An import that an older version of the service checked has neither.
  const { effects = [], max_deactivated = null } = options as Partial<typeof options>;
  return { import_id: job_id, state, progress, ...reportOf(job), max_deactivated, effects, error };
}
