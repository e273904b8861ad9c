import type { FileImportJob, FileImportReport } from "@retrieval/core";

/** The dry run wrote the report, and every step since has kept it. */
export function importView({ job_id, state, progress, options, report, error }: FileImportJob) {
  // An import that an older version of the service checked has neither.
  const { effects = [], max_deactivated = null } = options as Partial<typeof options>;
  return { import_id: job_id, state, progress, ...(report as FileImportReport), max_deactivated, effects, error };
}
