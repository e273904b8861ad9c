import type { IngestReport, Job } from "@retrieval/core";

/** A job as it is answered: never its options or payload, and so never a path of a file system. */
export function jobView({ job_id, document_id, state, progress, report, error }: Job) {
  const { warnings = [], changes = null } = (report ?? {}) as Partial<IngestReport>;
  return { job_id, document_id, state, progress, warnings, changes, error };
}
