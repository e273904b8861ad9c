import Type from "typebox";
import { operationsOf } from "../operation.js";
import { pageOfList } from "../schemas/describes.js";
import { JobSchema } from "../schemas/documents.js";
import { JOB } from "./examples.js";

export const jobOperations = operationsOf("Jobs", {
  listJobs: {
    summary: "List jobs",
    description:
      "Uploads that are read and imports of users that are applied, the newest first. A job is forgotten 30 days after " +
      "its end.",
    answers: {
      200: {
        description: "A page of jobs.",
        json: pageOfList({ jobs: Type.Array(JobSchema) }),
        example: { jobs: [JOB], next_cursor: null },
      },
    },
  },
  readJob: {
    summary: "Say how far a job is",
    answers: { 200: { description: "The job.", json: JobSchema, example: JOB } },
    refusals: ["JOB_NOT_FOUND"],
  },
  cancelJob: {
    summary: "Cancel a job that waits",
    description: "Its upload is dropped at once. A job that runs or has ended is refused with its state.",
    answers: { 204: { description: "It will not be done." } },
    refusals: ["JOB_NOT_FOUND", "CONFLICT"],
  },
});
