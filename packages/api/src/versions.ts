import Type from "typebox";
import { ChangesSchema, ChunkPageSchema } from "./chunks.js";
import { jsonBody, operationsOf } from "./parts/define.js";
import { ENACTED, ENACTMENT } from "./parts/enactment.js";
import { PAGE } from "./parts/parameters.js";
import { closed, named, nullable, pageOfList } from "./parts/shapes.js";
import { flag, HEAD, text, timestamp, WordedWarnings } from "./parts/values.js";

export const VersionNumber = Type.Integer({ minimum: 1, description: "Counts the document's versions." });

export const VersionSchema = named("Version", "A version of a document that is kept.", {
  number: VersionNumber,
  title: HEAD.title,
  version: HEAD.version,
  published_at: timestamp("When it was published."),
  by_user: nullable(text("Who published it; null: the service, or not known.")),
  original_for: nullable(Type.Enum(["admins", "readers"]), {
    description: "Who may download its original file while it is in force; null: none is kept.",
  }),
  ...ENACTED,
  standing: Type.Enum(["past", "in_force", "coming", "withdrawn"], {
    description: "What it is today; coming: it will be in force from its day on.",
  }),
  withdrawn: nullable(
    closed({ at: timestamp("When."), by_user: nullable(text("Who withdrew it.")), reason: text("Why.") }),
    { description: "Why readers see nothing of it; null: it is not withdrawn." },
  ),
});

export const versionOperations = operationsOf("Documents", {
  listVersions: {
    summary: "List a document's versions",
    description:
      "The one published last first, with versions that are past or still to come. Search, lists and answers know only " +
      "the version in force. If the document is deleted, its versions are removed with it.",
    answers: { 200: { description: "The versions.", json: pageOfList("VersionList", VersionSchema) } },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  listVersionChunks: {
    summary: "List the chunks of a version",
    description: "In document order.",
    query: Type.Object(PAGE),
    answers: { 200: { description: "A page of chunks.", json: ChunkPageSchema } },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  restoreVersion: {
    summary: "Restore a version",
    description:
      "Publishes its content again as a new version that is accepted now, under the access rule in effect, in force from " +
      "today or from effective_from. A draft and queued uploads of the same day that were accepted earlier are " +
      "superseded. Readers may download its original file only if they may " +
      "download the published version's too. With publish=false or FOUR_EYES=true it is kept as a draft, as by " +
      "`uploadDocument`.",
    body: jsonBody(
      named("Restoration", "When a restored version takes effect.", {
        ...ENACTMENT,
        publish: Type.Optional(flag("false: it is kept as a draft. true by default.")),
      }),
      { optional: true },
    ),
    example: { bodies: { "application/json": { effective_from: "2099-04-01" } } },
    answers: {
      200: {
        description: "The new version's number, and what it changes.",
        json: named("RestoredVersion", "The new version.", {
          number: nullable(VersionNumber, { description: "null: it is kept as a draft." }),
          changes: ChangesSchema,
          warnings: WordedWarnings,
        }),
        inWords: true,
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND", "CONFLICT"],
  },
});
