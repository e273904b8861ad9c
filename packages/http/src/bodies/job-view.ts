import type { FileImportOptions, IngestOptions, IngestReport, Job } from "@retrieval/core";

/**
 * A job as it is answered: never its options or payload, and so never a path of a file system. What an import of users
 * reports is at its own address, `/api/manage/imports/{job_id}`.
 */
export function jobView({ job_id, kind, document_id, state, progress, options, report, error, created_at }: Job) {
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
    warnings,
    changes,
    error,
  };
}
