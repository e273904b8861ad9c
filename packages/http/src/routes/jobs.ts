import { type IngestReport, type Job, refuse } from "@retrieval/core";
import { documentOperations } from "../openapi/operations/documents.js";
import { route } from "../pipeline/route.js";

export const jobRoutes = [
  route({
    method: "get",
    path: "/api/manage/jobs/:job_id",
    access: "admin",
    operation: documentOperations.readJob,
    async handle({ params }, { jobs }) {
      const job = await jobs.find("ingest", params.job_id as string);
      return job === null ? refuse("JOB_NOT_FOUND", "No such job.") : { status: 200, body: jobView(job) };
    },
  }),
];

/** A job as it is answered: never its options or payload, and so never a path of a file system. */
export function jobView({ job_id, document_id, state, progress, report, error }: Job) {
  const { warnings = [], changes = null } = (report ?? {}) as Partial<IngestReport>;
  return { job_id, document_id, state, progress, warnings, changes, error };
}
