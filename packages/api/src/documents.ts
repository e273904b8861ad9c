import {
  CHUNKS_MAX,
  DOCUMENT_BYTES_MAX,
  DOCUMENT_FIELD_NAMES,
  DOCUMENTS_PER_PLAN,
  NOTE_MAX,
  ORIGINAL_CHOICES,
} from "@retrieval/core/limits";
import Type from "typebox";
import { ChangesSchema, ChunkPageSchema, GivenChunk } from "./chunks.js";
import { DocumentRecordSchema, FIELDS_IN_QUERY, GIVEN_FIELDS, ManagedDocumentSchema } from "./document-fields.js";
import { JobSchema } from "./jobs.js";
import { jsonBody, LONG, operationsOf } from "./parts/define.js";
import { ENACTMENT, note } from "./parts/enactment.js";
import { DOCUMENT, GIVEN_CHUNK, JOB_ID, RULES } from "./parts/examples.js";
import { PAGE, SEARCHED } from "./parts/parameters.js";
import { AccessRulesSchema, GivenAccessRules } from "./parts/rule-shapes.js";
import { closed, defaulted, named, nullable, pageOfList } from "./parts/shapes.js";
import { count, DocumentTitle, DocumentVersion, flag, HEAD, Problems, text, WordedWarnings } from "./parts/values.js";

export const DocumentHeadSchema = named("DocumentHead", "A document by name and version.", HEAD);
export const DraftSchema = named("Draft", "A version that waits to be published.", {
  ...HEAD,
  published: flag("Whether readers see an older version until then."),
  by_user: nullable(text("Who uploaded it; null: the service itself.")),
  returned: flag("Whether it was returned with a comment."),
});
const publish = Type.Boolean({ default: true, description: "false: it is kept as a draft." });
const VersionName = closed({ title: HEAD.title, version: HEAD.version });
const IntendedUpload = closed({
  document_id: Type.Optional(
    Type.String({ maxLength: 1_000, description: "Absent: made from the file's name without its extension." }),
  ),
  file_name: Type.Optional(
    Type.String({ maxLength: 1_000, description: "Its extension tells whether it can be read." }),
  ),
  publish: Type.Optional(publish),
});
const IntendedUploads = named("IntendedUploads", "Files that may be uploaded.", {
  documents: Type.Array(IntendedUpload, { minItems: 1, maxItems: DOCUMENTS_PER_PLAN, description: "The files." }),
});
const PlannedUploadSchema = named("PlannedUpload", "What an upload would be.", {
  document_id: HEAD.document_id,
  published: nullable(VersionName, {
    description: "The version in force, or else the last one published; null: the document is new.",
  }),
  draft: nullable(VersionName, { description: "The draft that waits; another draft would replace it." }),
  publication: nullable(
    named("PublicationPreview", "The rule that will be in effect, and how many can read then.", {
      access_rules: AccessRulesSchema,
      readers: closed(
        { now: count("Readers now."), after: count("Readers once it is published.") },
        { description: "Active users with role user who can read it." },
      ),
    }),
    { description: "null: it would be refused." },
  ),
  error: nullable(text("Why it would be refused, as text.")),
  problems: Problems,
});

const { title, version } = DOCUMENT;

const StructuredUpload = named("StructuredUpload", "A document as chunks.", {
  title: Type.Optional(DocumentTitle),
  version: Type.Optional(DocumentVersion),
  access_rules: Type.Optional(GivenAccessRules),
  publish: Type.Optional(publish),
  ...GIVEN_FIELDS,
  ...ENACTMENT,
  chunks: Type.Array(GivenChunk, { minItems: 1, maxItems: CHUNKS_MAX, description: "In reading order." }),
});

const PUBLISHES_DRAFT = {
  body: jsonBody(
    named("Publication", "When a draft takes effect. Absent fields are those of the draft.", {
      ...ENACTMENT,
      note: Type.Optional(nullable(note)),
      version: Type.Optional(
        nullable(DocumentVersion, { description: "The version's name; null: the day from which it is in force." }),
      ),
    }),
    { optional: true },
  ),
  example: {
    bodies: { "application/json": { effective_from: "2099-04-01", notice: "tell", note: "Revision 2099" } },
  },
  answers: {
    200: {
      description: "The draft is published.",
      json: named("PublishedDraft", "What the draft changed.", { changes: ChangesSchema, warnings: WordedWarnings }),
      inWords: true,
    },
  },
  headers: ["If-Match"],
  refusals: ["DOCUMENT_NOT_FOUND", "CONFLICT", "PRECONDITION_FAILED"],
} as const;

/** If-Match is optional: where a draft is published right after its upload, there is none to read. */
const OF_DRAFT =
  "With If-Match, `accepted` of the document's draft in quotes, only that draft; 412 if another one waits.";

export const documentOperations = operationsOf("Documents", {
  listDocuments: {
    summary: "List documents with their access rules",
    description: "In code-point order of document_id.",
    query: Type.Object({
      ...PAGE,
      ...SEARCHED,
      allowed_department_code: Type.Optional(
        Type.String({ maxLength: 1_000, description: "Only documents whose rule names this department code." }),
      ),
      allowed_group: Type.Optional(
        Type.String({ maxLength: 1_000, description: "Only documents whose rule names this group." }),
      ),
      category: Type.Optional(
        Type.String({ maxLength: 1_000, description: "Only documents of this category, or of one below it." }),
      ),
      owner: Type.Optional(Type.String({ maxLength: 1_000, description: "Only documents of this owner." })),
      abolished: Type.Optional(
        flag("true: only documents that were abolished. Without it, those in force and those that are to come."),
      ),
      review_due: Type.Optional(flag("true: only documents whose `review_by` is today or over.")),
    }),
    example: { query: { query: "work" } },
    answers: {
      200: { description: "A page of documents.", json: pageOfList("DocumentPage", DocumentRecordSchema) },
    },
  },
  listDrafts: {
    summary: "List the drafts",
    query: Type.Object(PAGE),
    answers: { 200: { description: "A page of drafts.", json: pageOfList("DraftPage", DraftSchema) } },
  },
  planUploads: {
    summary: "Preview what uploads would be",
    description:
      "Answers for each file, without its content, which document it would be, whether it replaces a version or a draft, " +
      "why it would be refused, and who could read it if it brings no access rule: the rule that will be in effect, and " +
      "how many active users with role user can read the document now and once it is published. With publish=false it is " +
      "previewed as a draft, which keeps the rule of the draft that it replaces: that of a waiting draft is what its " +
      "publication will bring. Nothing is written.",
    body: jsonBody(IntendedUploads, LONG),
    example: { bodies: { "application/json": { documents: [{ file_name: "work-rules.docx" }] } } },
    answers: {
      200: {
        description: "The uploads, in the order of the call.",
        json: pageOfList("UploadPlan", PlannedUploadSchema),
        inWords: true,
      },
    },
  },
  uploadDocument: {
    summary: "Upload a document",
    description:
      "Send a file as the raw body with its fields in the query, or structured chunks as JSON with their fields beside " +
      "`chunks` in the body. A job reads the upload; with wait=true the answer waits until the job has ended, at most " +
      "5 minutes. Uploads of one document are read in the order in which they were accepted, so the later one wins; files " +
      "of at most 1 MiB overtake larger ones of other documents. An upload fails and changes nothing if its sender is no " +
      "longer an active administrator when it would take effect. An access rule sent for a published document replaces the " +
      "one in force, whatever its version; the job then has the warning `version.rule_replaced`. Without one, the rule stays. " +
      "An upload that would change nothing publishes nothing: if its chunks, title, file and, where they are sent, " +
      "version, access rule and `original` are those of the version in force on its day, that version stays, and the job " +
      "is `unchanged`. With effective_from, search, lists and answers know the version only from that day on. " +
      "An upload waits for its job, so there is no If-Match (400): the job's `changes` say what it replaced, and " +
      "`POST …/versions/{number}/restore` brings an older version back. The fields that `changeDocument` takes change with " +
      "the upload, also if it is kept as a draft. With FOUR_EYES=true every upload that would change something is kept as a " +
      "draft, with the warning `draft.needs_approval`, until another administrator approves it.",
    query: Type.Object({
      title: Type.Optional(DocumentTitle),
      version: Type.Optional(DocumentVersion),
      access_rules: Type.Optional(text("The access rule of a file, as JSON: GivenAccessRules.")),
      publish: Type.Optional(flag("false: it is kept as a draft. true by default.")),
      original: Type.Optional(
        Type.Enum([...ORIGINAL_CHOICES], {
          description:
            "Who may download the file itself, of those who see the document: administrators (the default) or all " +
            "readers; none: it is not kept. Structured chunks have no file.",
        }),
      ),
      ...FIELDS_IN_QUERY,
      ...ENACTMENT,
      wait: defaulted(flag("true: answer once the job has ended."), false),
    }),
    judgedByCore: ["title", "version", "access_rules", ...DOCUMENT_FIELD_NAMES, ...Object.keys(ENACTMENT)],
    body: { kind: "raw", limit: DOCUMENT_BYTES_MAX, types: "documents", schema: StructuredUpload },
    example: {
      query: { wait: true },
      bodies: {
        "text/markdown": `# ${title}\n\n## Article 1 (Purpose)\n\n${GIVEN_CHUNK.content}\n`,
        "text/html": `<h1>${title}</h1><h2>Article 1 (Purpose)</h2><p>${GIVEN_CHUNK.content}</p>`,
        "application/json": { title, version, access_rules: RULES, chunks: [GIVEN_CHUNK] },
      },
    },
    answers: {
      200: {
        description: "The job that read the upload, after it has ended (wait=true).",
        json: JobSchema,
        inWords: true,
      },
      202: {
        description: "The job that will read the upload.",
        json: named("AcceptedUpload", "The job of an upload.", { job_id: text("The job's identifier.", JOB_ID) }),
      },
    },
    refusals: ["INVALID_IDENTIFIER"],
  },
  readManagedDocument: {
    summary: "Read a document's record",
    description: "Also of a document that has only a draft.",
    answers: { 200: { description: "The document.", json: ManagedDocumentSchema } },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  changeDocument: {
    summary: "Change the fields of a document",
    description:
      "Omitted fields stay; null clears one. Versions share the fields, so they change immediately, also for readers.",
    body: jsonBody(named("DocumentChange", "The fields to change.", GIVEN_FIELDS)),
    example: { bodies: { "application/json": { number: "HR-012", category: "人事/就業", owner: "人事部" } } },
    answers: { 200: { description: "The document as changed.", json: ManagedDocumentSchema } },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  deleteDocument: {
    summary: "Delete a document",
    description:
      "For drafts that were never published, and for mistakes: a document first published less than 24 hours ago, in force " +
      "from no earlier day, and confirmed by no reader. Otherwise it is 409 `document.was_in_force`: abolish it. Also " +
      "deletes its draft, queued uploads, versions and original files. Its access rule, its history and the audit log stay.",
    answers: { 204: { description: "The document is deleted." } },
    refusals: ["DOCUMENT_NOT_FOUND", "CONFLICT"],
  },
  publishDraft: {
    summary: "Publish a document's draft",
    description:
      "The body is optional; its fields replace those that the draft was sent with. With FOUR_EYES=true the user who " +
      "uploaded the draft cannot publish it (403 `draft.own_approval`). " +
      OF_DRAFT,
    ...PUBLISHES_DRAFT,
  },
  approveDraft: {
    summary: "Approve a document's draft",
    description: `Publishes it, as \`publishDraft\` does. ${OF_DRAFT}`,
    ...PUBLISHES_DRAFT,
  },
  returnDraft: {
    summary: "Return a document's draft with a comment",
    description:
      "The draft stays, with the comment in the document's record, until another draft replaces it. It can still be " +
      `published. ${OF_DRAFT}`,
    headers: ["If-Match"],
    body: jsonBody(
      named("DraftReturn", "Why a draft is not published.", {
        comment: Type.String({ minLength: 1, maxLength: NOTE_MAX, description: "What its uploader has to change." }),
      }),
    ),
    example: { bodies: { "application/json": { comment: "Article 3 has the old amount." } } },
    answers: { 204: { description: "The draft is returned." } },
    refusals: ["DOCUMENT_NOT_FOUND", "PRECONDITION_FAILED"],
  },
  deleteDraft: {
    summary: "Delete a document's draft",
    description: `What is published stays. ${OF_DRAFT}`,
    headers: ["If-Match"],
    answers: { 204: { description: "The draft is deleted." } },
    refusals: ["DOCUMENT_NOT_FOUND", "PRECONDITION_FAILED"],
  },
  listChunks: {
    summary: "List a document's chunks",
    description: "In document order; with draft=true, the chunks of the draft.",
    query: Type.Object({
      ...PAGE,
      draft: defaulted(flag("true: the chunks of the draft."), false),
    }),
    example: { query: { limit: 10 } },
    answers: { 200: { description: "A page of chunks.", json: ChunkPageSchema } },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
});
