import type { LanguageCode } from "@retrieval/api";
import { type FileImportJob, reportOf } from "@retrieval/core";
import { failureView } from "./job-view.js";

/** The dry run wrote the report, and every step since has kept it. */
export function importView(job: FileImportJob, language: LanguageCode) {
  const { job_id, state, progress, options, problems } = job;
  // An import that an older version of the service checked has neither.
  const { effects = [], max_deactivated = null } = options as Partial<typeof options>;
  const failure = failureView(problems, language);
  return { import_id: job_id, state, progress, ...reportOf(job), max_deactivated, effects, ...failure };
}
