import type { FileImportJob, FileImportReport } from "@retrieval/core";

/** The dry run wrote the report, and every step since has kept it. */
export function importView({ job_id, state, progress, options, report, error }: FileImportJob) {
  // An import that an older version of the service checked has none.
  const { effects = [] } = options as Partial<typeof options>;
  return { import_id: job_id, state, progress, ...(report as FileImportReport), effects, error };
}
