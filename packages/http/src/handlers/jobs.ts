import { type AnswersOf, type jobOperations, type LanguageCode, type Shape, sentenceOf } from "@retrieval/api";
import type { IngestOptions } from "@retrieval/core/documents";
import { refuse } from "@retrieval/core/errors";
import type { Job } from "@retrieval/core/ports";
import type { IngestReport } from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";
import { rowsBefore } from "../routing/page-cursors.js";
import { warningsInWords } from "./warnings-in-words.js";

const NO_SUCH_JOB = refuse("JOB_NOT_FOUND", { code: "job.unknown" });

export const jobHandlers: HandlersOf<typeof jobOperations, "jobs"> = {
  async listJobs({ query: { limit }, after, cursors, language }, { jobs }) {
    const rows = await jobs.list({ limit: limit + 1, ...rowsBefore(after) });
    const { items, next_cursor } = cursors.pageOf(rows, limit, ({ accepted }) => String(accepted));
    return { status: 200, body: { items: items.map((job) => jobView(job, language)), next_cursor } };
  },
  async readJob({ params, language }, { jobs }) {
    const job = await jobs.find(params.job_id);
    return job === null ? NO_SUCH_JOB : { status: 200, body: jobView(job, language) };
  },
  async cancelJob({ params }, { jobs }, { user }) {
    const outcome = await jobs.cancel(params.job_id, user.user_id);
    if (outcome?.done) return { status: 204 };
    if (outcome === null) return NO_SUCH_JOB;
    return refuse("CONFLICT", { code: "job.not_waiting", state: outcome.job.state });
  },
};

/** A job as it is answered: never its options or payload, and so never a path of a file system. */
export function jobView(job: Job, language: LanguageCode): Shape<AnswersOf<"readJob">[200]["json"]> {
  const { job_id, document_id, accepted, state, progress, options, report, problems, created_at } = job;
  const { title = null, by_user = null, publish = true } = options as Partial<IngestOptions>;
  const { warnings = [], changes = null, contents = null, unchanged = false } = (report ?? {}) as Partial<IngestReport>;
  return {
    job_id,
    document_id,
    accepted,
    title,
    by_user,
    created_at: new Date(created_at).toISOString(),
    state,
    progress,
    warnings: warningsInWords(warnings, language),
    changes,
    contents,
    // What was recognised in pictures is not published unseen, and what needs an approval not by its sender.
    draft: !publish || warnings.some(({ code }) => code === "pdf.recognised" || code === "draft.needs_approval"),
    unchanged,
    ...failureView(problems, language),
  };
}

/** Why a job failed; `error` is null where it did not. */
export function failureView(problems: Job["problems"], language: LanguageCode) {
  return { error: problems.length === 0 ? null : sentenceOf(problems, language), problems };
}
