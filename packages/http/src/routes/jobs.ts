import { isRefusal, type Job, type JobQueue, refuse } from "@retrieval/core";
import Type from "typebox";
import { jobView } from "../bodies/job-view.js";
import { jobOperations } from "../openapi/operations/jobs.js";
import { PAGE } from "../pipeline/cursor.js";
import { route } from "../pipeline/route.js";

const NO_SUCH_JOB = refuse("JOB_NOT_FOUND", { code: "job.unknown" });

export const jobRoutes = [
  route({
    method: "get",
    path: "/api/manage/jobs",
    access: "admin",
    operation: jobOperations.listJobs,
    query: Type.Object(PAGE),
    async handle({ query: { limit, cursor }, cursors, language }, { jobs }) {
      const from = cursors.read(cursor);
      if (isRefusal(from)) return from;
      const before = from.after === undefined ? {} : { before: Number(from.after) };
      const rows = await jobs.list({ limit: limit + 1, ...before });
      const { page, next_cursor } = cursors.pageOf(rows, limit, ({ accepted }) => String(accepted));
      return {
        status: 200,
        body: { jobs: page.map((job) => jobView(job, language)), next_cursor },
      };
    },
  }),
  route({
    method: "get",
    path: "/api/manage/jobs/:job_id",
    access: "admin",
    operation: jobOperations.readJob,
    async handle({ params, language }, { jobs }) {
      const job = await findJob(params.job_id as string, jobs);
      return job === null ? NO_SUCH_JOB : { status: 200, body: jobView(job, language) };
    },
  }),
  route({
    method: "delete",
    path: "/api/manage/jobs/:job_id",
    access: "admin",
    operation: jobOperations.cancelJob,
    async handle({ params }, { jobs }, { user }) {
      const outcome = await jobs.cancel(params.job_id as string, user.user_id);
      if (outcome?.done) return { status: 204 };
      if (outcome === null || outcome.job.state === "checked") return NO_SUCH_JOB;
      return refuse("CONFLICT", { code: "job.not_waiting", state: outcome.job.state });
    },
  }),
];

/** An import that was only checked is no job yet. */
async function findJob(job_id: string, jobs: JobQueue): Promise<Job | null> {
  const job = (await jobs.find("ingest", job_id)) ?? (await jobs.find("import", job_id));
  return job?.state === "checked" ? null : job;
}
