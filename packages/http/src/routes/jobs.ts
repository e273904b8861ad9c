import { refuse } from "@retrieval/core";
import { jobView } from "../bodies/job-view.js";
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
