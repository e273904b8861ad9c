import { CHUNKS_MAX, EMBEDDED_PER_CALL } from "@retrieval/core/limits";
import Type from "typebox";
import { AccessRulesSchema, GivenAccessRules } from "./access-rules.js";
import {
  ChangesSchema,
  ExportedLineSchema,
  GivenChunk,
  StructuredChunkSchema,
  WrittenEmbedVersionsSchema,
} from "./chunks.js";
import { JobSchema } from "./jobs.js";
import { bodyJudgedByCore, operationsOf } from "./parts/define.js";
import { CHANGES, CHUNK, CHUNK_ID, DOCUMENT, GIVEN_CHUNK, JOB, JOB_ID, RULES, TEXT_HASH } from "./parts/examples.js";
import { PAGE, SEARCHED } from "./parts/parameters.js";
import { closed, defaulted, pageOfList } from "./parts/shapes.js";
import {
  ChunkId,
  Count,
  DocumentTitle,
  DocumentVersion,
  EmbedVersion,
  TextHash,
  WordedWarnings,
} from "./parts/values.js";

const head = { document_id: Type.String(), title: Type.String(), version: Type.String() };

export const DocumentHeadSchema = closed(head, { $id: "DocumentHead" });
export const DraftSchema = closed(
  { ...head, published: Type.Boolean({ description: "Whether readers see an older version meanwhile." }) },
  { $id: "Draft" },
);
export const DocumentWithRulesSchema = closed(
  { ...head, access_rules: AccessRulesSchema },
  { $id: "DocumentWithRules" },
);
const PublicationPreviewSchema = closed(
  { access_rules: AccessRulesSchema, readers: closed({ now: Count, after: Count }) },
  { $id: "PublicationPreview" },
);

const { document_id, title, version } = DOCUMENT;
const EMBED_VERSION = "model@2026-01-31";

const StructuredUpload = closed(
  {
    title: Type.Optional(DocumentTitle),
    version: Type.Optional(DocumentVersion),
    access_rules: Type.Optional(GivenAccessRules),
    publish: Type.Optional(Type.Boolean({ default: true })),
    chunks: Type.Array(GivenChunk, { minItems: 1, maxItems: CHUNKS_MAX }),
  },
  { $id: "StructuredUpload" },
);

const EmbedVersionsBody = closed({
  embed_version: EmbedVersion,
  chunks: Type.Array(closed({ chunk_id: ChunkId, text_hash: TextHash }), { maxItems: EMBEDDED_PER_CALL }),
});

const EXPORTED = {
  chunk_id: CHUNK_ID,
  doc_id: document_id,
  doc_title: title,
  version,
  text_type: "paragraph",
  text: CHUNK.content,
  text_hash: TEXT_HASH,
  embed_version: null,
  audience: ["d:D1020", "u:900001"],
};

export const documentOperations = operationsOf("Documents", {
  listDocuments: {
    access: "admin",
    summary: "List documents with their rules",
    description: "In code-point order of document_id.",
    query: Type.Object({ ...PAGE, ...SEARCHED }),
    example: { query: { query: "work" } },
    answers: {
      200: {
        description: "A page of documents.",
        json: pageOfList({ documents: Type.Array(DocumentWithRulesSchema) }),
        example: { documents: [{ ...DOCUMENT, access_rules: RULES }], next_cursor: null },
      },
    },
  },
  listDrafts: {
    access: "admin",
    summary: "List the drafts that wait to be published",
    query: Type.Object(PAGE),
    answers: {
      200: {
        description: "A page of drafts.",
        json: pageOfList({ drafts: Type.Array(DraftSchema) }),
        example: { drafts: [{ ...DOCUMENT, published: true }], next_cursor: null },
      },
    },
  },
  uploadDocument: {
    access: "admin",
    summary: "Upload a document",
    description:
      "A file as the raw body with what is said of it in the query, or structured chunks as JSON with what is said of " +
      "them beside `chunks` in the body. It is read by a job; with wait=true the answer waits for its end, at most " +
      "5 minutes. Uploads of one document are read in the order in which they were accepted, so the later one wins; files " +
      "of at most 1 MiB overtake larger ones of other documents. An upload whose sender is no longer an active " +
      "administrator when it would take effect ends as failed and changes nothing.",
    query: Type.Object({
      title: Type.Optional(DocumentTitle),
      version: Type.Optional(DocumentVersion),
      access_rules: Type.Optional(
        Type.String({ description: "The rule that comes with a file, as JSON: GivenAccessRules." }),
      ),
      publish: Type.Optional(Type.Boolean()),
      wait: defaulted(Type.Boolean(), false),
    }),
    judgedByCore: ["title", "version", "access_rules"],
    body: { kind: "raw", limit: 50 * 1024 * 1024, types: "documents", schema: StructuredUpload },
    example: {
      query: { wait: true },
      bodies: {
        "text/markdown": { markdown: { value: `# ${title}\n\n## Article 1 (Purpose)\n\n${CHUNK.content}\n` } },
        "text/html": { html: { value: `<h1>${title}</h1><h2>Article 1 (Purpose)</h2><p>${CHUNK.content}</p>` } },
        "application/json": { chunks: { value: { title, version, access_rules: RULES, chunks: [GIVEN_CHUNK] } } },
      },
    },
    answers: {
      200: { description: "The job that read it, ended (wait=true).", json: JobSchema, example: JOB },
      202: {
        description: "The job that will read it.",
        json: closed({ job_id: Type.String() }),
        example: { job_id: JOB_ID },
      },
    },
    refusals: ["INVALID_IDENTIFIER"],
  },
  deleteDocument: {
    access: "admin",
    summary: "Take a document out of every answer",
    description: "With its draft and any upload that waits. Its rule, its history and the record stay.",
    answers: { 204: { description: "It is gone." } },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  publishDraft: {
    access: "admin",
    summary: "Publish the draft that waits",
    answers: {
      200: {
        description: "Readers see it now.",
        json: closed({ changes: ChangesSchema, warnings: WordedWarnings }),
        example: { changes: CHANGES, warnings: [] },
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  previewPublication: {
    access: "admin",
    summary: "Say who will be able to read a document's next version",
    description:
      "The rule that will be in force, and how many active users with role user can read the document now and after that: " +
      "once an upload without a rule of its own is published, also of a document that does not exist yet; with " +
      "draft=true, once the draft that waits is published. Nothing is written.",
    query: Type.Object({ draft: defaulted(Type.Boolean(), false) }),
    answers: {
      200: {
        description: "The rule and the numbers.",
        json: PublicationPreviewSchema,
        example: { access_rules: RULES, readers: { now: 0, after: 12 } },
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  listChunks: {
    access: "admin",
    summary: "List a document's chunks",
    description: "In document order; with draft=true those of the draft that waits.",
    query: Type.Object({ ...PAGE, draft: defaulted(Type.Boolean(), false) }),
    example: { query: { limit: 10 } },
    answers: {
      200: {
        description: "A page of chunks.",
        json: pageOfList({ chunks: Type.Array(StructuredChunkSchema) }),
        example: { chunks: [CHUNK], next_cursor: null },
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  exportChunks: {
    access: "admin",
    summary: "Stream published chunks for another engine",
    description:
      "All of them, or one document's; with `stale` only those whose embed_version is another one. " +
      "An answer that cannot be finished is broken off.",
    query: Type.Object({
      document_id: Type.Optional(Type.String({ maxLength: 256 })),
      stale: Type.Optional(EmbedVersion),
    }),
    judgedByCore: ["stale"],
    example: { query: { stale: EMBED_VERSION } },
    answers: {
      200: {
        description: "A line of JSON for each chunk.",
        texts: {
          "application/x-ndjson": {
            description: "Lines of JSON.",
            example: `${JSON.stringify(EXPORTED)}\n`,
            lines: ExportedLineSchema,
          },
        },
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  writeEmbedVersions: {
    access: "admin",
    summary: "Say which chunks have been embedded",
    description: "Written to the chunks whose text is still the one that was embedded.",
    body: bodyJudgedByCore("values", EmbedVersionsBody),
    example: {
      bodies: {
        "application/json": {
          embedded: {
            value: { embed_version: EMBED_VERSION, chunks: [{ chunk_id: CHUNK_ID, text_hash: TEXT_HASH }] },
          },
        },
      },
    },
    answers: {
      200: {
        description: "What was written, and what was not.",
        json: WrittenEmbedVersionsSchema,
        example: { written: 1, outdated: [], unknown: [] },
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
});
