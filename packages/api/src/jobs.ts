import Type from "typebox";
import { ChangesSchema, ContentsSchema } from "./chunks.js";
import { operationsOf } from "./parts/define.js";
import { DOCUMENT, JOB_ID } from "./parts/examples.js";
import { PAGE } from "./parts/parameters.js";
import { named, nullable, pageOfList } from "./parts/shapes.js";
import { count, flag, Problems, text, timestamp, WordedWarnings } from "./parts/values.js";

export const JobStateSchema = Type.Enum(["queued", "running", "done", "failed", "cancelled"], {
  description: "Where the job is.",
});

export const JobSchema = named("Job", "An upload of a document, from its acceptance to its end.", {
  job_id: text("The job's identifier.", JOB_ID),
  document_id: text("The document's identifier.", DOCUMENT.document_id),
  accepted: count("The upload's number in the order of acceptance, which a draft of it keeps.", 1),
  title: nullable(text("The title that was sent with the upload.")),
  by_user: nullable(text("Who sent the upload; null for the service.")),
  created_at: timestamp("When the upload was accepted."),
  state: JobStateSchema,
  progress: Type.Number({ minimum: 0, maximum: 1, description: "The share that is done." }),
  warnings: WordedWarnings,
  changes: nullable(ChangesSchema, { description: "null before the job is done." }),
  contents: nullable(ContentsSchema, {
    description: "What the file was read as. null before the job is done.",
  }),
  draft: flag("The upload is kept as a draft, which an administrator publishes."),
  unchanged: flag(
    "true: the document was published like this already, so nothing was published and its version stays.",
  ),
  error: nullable(text("Why the job failed and what to do, as text.")),
  problems: Problems,
});

export const jobOperations = operationsOf("Jobs", {
  listJobs: {
    summary: "List jobs",
    description: "Uploads, newest first. A job is deleted 30 days after its end.",
    query: Type.Object(PAGE),
    answers: { 200: { description: "A page of jobs.", json: pageOfList("JobPage", JobSchema), inWords: true } },
  },
  readJob: {
    summary: "Read the state of a job",
    answers: { 200: { description: "The job.", json: JobSchema, inWords: true } },
    refusals: ["JOB_NOT_FOUND"],
  },
  cancelJob: {
    summary: "Cancel a queued job",
    description: "Its upload is deleted immediately. A job that is running or has ended cannot be cancelled.",
    answers: { 204: { description: "The job is cancelled." } },
    refusals: ["JOB_NOT_FOUND", "CONFLICT"],
  },
});
