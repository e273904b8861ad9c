import { type LanguageCode, phraseOf, sentenceOf } from "@retrieval/api";
import type { FileImportOptions, IngestOptions, IngestReport, Job, Problem } from "@retrieval/core";

/**
 * A job as it is answered: never its options or payload, and so never a path of a file system. What an import of users
 * reports is at its own address, `/api/manage/imports/{job_id}`.
 */
export function jobView(job: Job, language: LanguageCode) {
  const { job_id, kind, document_id, state, progress, options, report, problems, created_at } = job;
  const { title = null, by_user = null } = options as Partial<IngestOptions>;
  const { caller_id = null } = options as Partial<FileImportOptions>;
  const { warnings = [], changes = null } = (kind === "ingest" ? (report ?? {}) : {}) as Partial<IngestReport>;
  return {
    job_id,
    kind,
    document_id,
    title,
    by_user: kind === "ingest" ? by_user : caller_id,
    created_at: new Date(created_at).toISOString(),
    state,
    progress,
    warnings: warningViews(warnings, language),
    changes,
    ...failureView(problems, language),
  };
}

/** Warnings with their words, as they stand in a list: without a full stop. */
export function warningViews(warnings: readonly Problem[], language: LanguageCode) {
  return warnings.map((problem) => ({ message: phraseOf([problem], language), problem }));
}

/** Why a job failed; `error` is null where it did not. */
export function failureView(problems: Job["problems"], language: LanguageCode) {
  return { error: problems.length === 0 ? null : sentenceOf(problems, language), problems };
}
