import { type ImportAnswer, type LanguageCode, phraseOf } from "@retrieval/api";
import { type FileImportJob, reportOf } from "@retrieval/core";

/** The dry run wrote the report, and every step since has kept it. */
export function importView(job: FileImportJob, language: LanguageCode): ImportAnswer {
  const { job_id, state, progress, options, error } = job;
  // An import that an older version of the service checked has neither.
  const { effects = [], max_deactivated = null } = options as Partial<typeof options>;
  const { refused, warnings, ...report } = reportOf(job);
  return {
    import_id: job_id,
    state,
    progress,
    ...report,
    refused: refused.map((line) => ({ ...line, reason: phraseOf(line.problems, language) })),
    warnings: warnings.map((line) => ({ ...line, warning: phraseOf([line.problem], language) })),
    max_deactivated,
    effects,
    error,
    problems: error === null ? [] : [{ code: "legacy", text: error }],
  };
}
