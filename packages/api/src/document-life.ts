import { NOTE_MAX } from "@retrieval/core/limits";
import Type from "typebox";
import { jsonBody, operationsOf } from "./parts/define.js";
import { day, note } from "./parts/enactment.js";
import { named, nullable, pageOfList } from "./parts/shapes.js";
import { DocumentId, text } from "./parts/values.js";
import { VersionNumber } from "./versions.js";

const reason = Type.String({ minLength: 1, maxLength: NOTE_MAX, description: "Why." });

const AbolitionSchema = named("Abolition", "The end of a document.", {
  effective_on: day("The first day on which it is not in force any more; today or an earlier one: at once."),
  reason,
  replaced_by: Type.Optional(nullable(DocumentId, { description: "The document that takes its place." })),
});

export const lifeOperations = operationsOf("Documents", {
  abolishDocument: {
    summary: "Abolish a document",
    description:
      "From effective_on on it is in no list, search or answer; its versions are kept. A version that is published later, " +
      "in force from effective_on or later, puts the document in force again. An abolition that none has ended so is " +
      "corrected by another one.",
    body: jsonBody(AbolitionSchema),
    example: { bodies: { "application/json": { effective_on: "2099-04-01", reason: "Merged into the work rules" } } },
    answers: { 204: { description: "The document is abolished, or will be on that day." } },
    refusals: ["DOCUMENT_NOT_FOUND", "CONFLICT"],
  },
  cancelAbolition: {
    summary: "Cancel an abolition that is still to come",
    answers: { 204: { description: "The document stays in force." } },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  withdrawVersion: {
    summary: "Withdraw a version",
    description:
      "For a wrong file or a secret in it: readers see nothing of the version any more, by no address. The version in " +
      "force cannot be withdrawn (409): publish its successor or abolish the document first.",
    body: jsonBody(named("Withdrawing", "Why a version is hidden.", { reason })),
    example: { bodies: { "application/json": { reason: "Wrong file" } } },
    answers: { 204: { description: "The version is withdrawn." } },
    refusals: ["DOCUMENT_NOT_FOUND", "CONFLICT"],
  },
  changeVersion: {
    summary: "Correct the day or the note of a version",
    description:
      "What is in force follows at once; a day that would leave no version in force is refused (409). The audit log has the " +
      "day before and after.",
    body: jsonBody(
      named("VersionCorrection", "The fields that change.", {
        effective_from: Type.Optional(day("The first day on which it is in force.")),
        note: Type.Optional(nullable(note)),
      }),
    ),
    example: { bodies: { "application/json": { note: "Revision of the allowances" } } },
    answers: { 204: { description: "The version is corrected." } },
    refusals: ["DOCUMENT_NOT_FOUND", "CONFLICT"],
  },
  destroyDocument: {
    summary: "Destroy the texts of a document, or of one version",
    description:
      "Only after the retention (RETENTION_YEARS after the versions ceased), or by the order of an authority. The number " +
      "and the SHA-256 of each text stay, with the order and who destroyed it. One version that is destroyed stays in the " +
      "history as withdrawn; the version in force is not destroyed alone (409).",
    body: jsonBody(
      named("Destruction", "What is destroyed, and why.", {
        version: Type.Optional(
          nullable(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }), {
            description: "Only this version, by its number; absent or null: all.",
          }),
        ),
        legal_order: nullable(Type.String({ minLength: 1, maxLength: NOTE_MAX }), {
          description: "The order of an authority, with its reference; null: the retention has ended.",
        }),
      }),
    ),
    example: { bodies: { "application/json": { legal_order: "Tokyo District Court, 2099 (Yo) 123" } } },
    answers: {
      200: {
        description: "The texts are destroyed. These are the destroyed versions of this document_id.",
        json: pageOfList(
          "DestroyedVersionList",
          named("DestroyedVersion", "What is left of a destroyed version.", {
            number: VersionNumber,
            text_sha256: text("The SHA-256 of its text, as on the record of notice."),
          }),
        ),
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND", "CONFLICT"],
  },
});
