import { AUDIT_DETAILS, AUDIT_KINDS, KEY_MAX } from "@retrieval/core/limits";
import type { Form } from "@retrieval/core/ports";
import Type from "typebox";
import { DocumentHeadSchema } from "./documents.js";
import { operationsOf } from "./parts/define.js";
import { DOCUMENT, USER } from "./parts/examples.js";
import { FORMAT, PAGE } from "./parts/parameters.js";
import { Reasons } from "./parts/rule-shapes.js";
import { closed, named, nullable, pageOfList } from "./parts/shapes.js";
import { count, HEAD, Moment, NAMED_DOCUMENT, NAMED_USER, NamedUser, text, timestamp } from "./parts/values.js";

const idOf = (description: string) => Type.String({ minLength: 1, maxLength: 2 * KEY_MAX, description });

/** In words, not as a schema of each kind: the entries of other versions of the service have other details. */
const DETAILS = [
  "What is special to the kind. A newer or older version of the service may have recorded other details. A list has its length as `count` and `first`, at most 100 of its items. The kinds with their details (`?`: may be absent):",
  "",
  ...AUDIT_KINDS.map((kind) => `- \`${kind}\`${AUDIT_DETAILS[kind].map(detailsText).join("; or")}`),
].join("\n");

function detailsText(form: Form): string {
  const details = Object.entries(form).map(([name, kind]) => {
    const values = typeof kind === "string" ? kind : kind.join(" | ");
    return name.includes("|null") ? `${name.replace("|null", "")} (${values} | null)` : `${name} (${values})`;
  });
  return details.length === 0 ? "" : `: ${details.join(", ")}`;
}

export const AuditEntrySchema = named("AuditEntry", "An entry of the audit log.", {
  at: timestamp("When it happened."),
  kind: text(`One of ${AUDIT_KINDS.join(", ")}, or of another version of the service.`, "document-deleted"),
  by_user: nullable(text("null: the service itself, or a caller who is not signed in.")),
  user_id: nullable(text("The user whom the entry is about.")),
  document_id: nullable(text("The document that the entry is about.")),
  details: Type.Unsafe<object>({ type: "object", description: DETAILS }),
  sentence: text("What happened, as text in the language of Accept-Language.", "000001 deleted work-rules"),
});

/** An entry as the API returns it. */
export type AuditEntryView = Type.Static<typeof AuditEntrySchema>;

export const EntryNamesSchema = closed(
  {
    users: Type.Array(NamedUser, { description: "Users." }),
    documents: Type.Array(closed(NAMED_DOCUMENT), { description: "Documents." }),
  },
  { description: "The current names of the users and documents that the entries mention, as far as they are known." },
);

export const ReadersSchema = named("Readers", "The users who could read a document.", {
  document: DocumentHeadSchema,
  at: timestamp("The moment of the question."),
  readers: Type.Array(closed({ ...NAMED_USER, reasons: Reasons }), { description: "In the order of user_id." }),
  erased: count(
    "How many erased users were active then and may have been readers too: their departments and groups are not kept.",
  ),
});

export const ReadableSchema = named("ReadableThen", "The documents that a user could read.", {
  user: NamedUser,
  at: timestamp("The moment of the question."),
  documents: Type.Array(closed({ ...HEAD, reasons: Reasons }), { description: "In the order of document_id." }),
});

const csv = (example: string) => ({
  texts: { "text/csv": { description: "The same as CSV, for format=csv or Accept: text/csv.", example } },
  headers: ["Content-Disposition" as const],
});
const BOTH_FORMS = "As JSON, or as CSV with a byte order mark.";
const ACCESS_CSV =
  "\uFEFFat,document_id,title,version,user_id,display_name,reasons\r\n" +
  "2026-04-01T00:00:00.000Z,work-rules,Work rules,2026-04-01,900001,Sato Hanako,user 900001\r\n";
/** A date in the future means now. */
const AS_OF_NOW = "2999-12-31";

const AT_A_TIME = `A date without a time means the end of that day. The audit log records the call. ${BOTH_FORMS}`;

export const auditOperations = operationsOf("Audit", {
  listAuditEntries: {
    summary: "List the entries of the audit log",
    description: `Newest first. ${BOTH_FORMS} The JSON has the names of the users and documents beside the entries; a CSV has only entries. The sentences of the JSON have the names too. Departments and groups of users are in the CSV only, and the audit log records each CSV. A CSV has all matching entries, regardless of the limit.`,
    query: Type.Object({
      ...PAGE,
      ...FORMAT,
      user_id: Type.Optional(idOf("Only entries about this user.")),
      document_id: Type.Optional(idOf("Only entries about this document.")),
      kind: Type.Optional(Type.Enum([...AUDIT_KINDS], { description: "Only entries of this kind." })),
      without: Type.Optional(
        Type.String({
          pattern: `^(?:${AUDIT_KINDS.join("|")})(?:,(?:${AUDIT_KINDS.join("|")})){0,${AUDIT_KINDS.length - 1}}$`,
          description: "Kinds to leave out, separated by commas.",
        }),
      ),
      from: Type.Optional(Moment),
      to: Type.Optional(Moment),
    }),
    judgedByCore: ["from", "to"],
    example: { query: { document_id: DOCUMENT.document_id, kind: "document-published" } },
    answers: {
      200: {
        description: "A page of entries.",
        inWords: true,
        json: pageOfList("AuditEntryPage", AuditEntrySchema, { names: EntryNamesSchema }),
        ...csv(
          "\uFEFFat,kind,by_user,user_id,document_id,details,sentence\r\n" +
            "2026-04-01T00:00:00.000Z,document-deleted,000001,,work-rules,{},000001 deleted work-rules\r\n",
        ),
      },
    },
  },
  whoCouldRead: {
    summary: "List the users who could read a document at a given time",
    description: AT_A_TIME,
    query: Type.Object({ ...FORMAT, document_id: idOf("The document's identifier."), at: Moment }),
    judgedByCore: ["at"],
    example: { query: { document_id: DOCUMENT.document_id, at: AS_OF_NOW } },
    answers: {
      200: { description: "The users who could read it, with the reasons.", json: ReadersSchema, ...csv(ACCESS_CSV) },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  couldRead: {
    summary: "List the documents that a user could read at a given time",
    description: AT_A_TIME,
    query: Type.Object({ ...FORMAT, user_id: idOf("Employee number."), at: Moment }),
    judgedByCore: ["at"],
    example: { query: { user_id: USER.user_id, at: AS_OF_NOW } },
    answers: {
      200: {
        description: "The documents that the user could read, with the reasons.",
        json: ReadableSchema,
        ...csv(ACCESS_CSV),
      },
    },
    refusals: ["USER_NOT_FOUND"],
  },
});
