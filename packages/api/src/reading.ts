import { CHUNK_ID_MAX, CSV, DOCX, HTML, MARKDOWN, PDF, PPTX, TXT, XLSX } from "@retrieval/core/limits";
import Type from "typebox";
import { DocumentPartSchema, OutlineEntrySchema, ReferenceSchema } from "./chunks.js";
import { DocumentHeadSchema } from "./documents.js";
import { BY_SCRIPTS, jsonBody, operationsOf } from "./parts/define.js";
import { CHUNK, DOCUMENT } from "./parts/examples.js";
import { PAGE, SEARCHED } from "./parts/parameters.js";
import { defaulted, named, pageOfList } from "./parts/shapes.js";
import { ChunkId, DocumentId, flag, timestamp } from "./parts/values.js";

const ReferenceBody = Type.Object(
  { docId: DocumentId, chunkId: ChunkId },
  { $id: "ReferenceRequest", description: "The chunk to read." },
);

const ReadableDocumentSchema = named("ReadableDocument", "A published document.", {
  ...DocumentHeadSchema.properties,
  published_at: timestamp("When the published version was published."),
});

const OutlineSchema = named("Outline", "A document's headings.", {
  ...ReadableDocumentSchema.properties,
  outline: Type.Array(OutlineEntrySchema, { description: "In reading order." }),
  truncated: flag("true: the document has more headings than fit into one answer."),
  original: flag("Whether the reader may download the uploaded file: `readOriginal`."),
});

const HIDDEN = "What the reader may not see is answered as if it did not exist.";

export const readingOperations = operationsOf("Reading", {
  readReference: {
    access: "reader",
    ...BY_SCRIPTS,
    summary: "Read one chunk, ready to display",
    description: `${HIDDEN} Other fields of the body are ignored.`,
    body: jsonBody(ReferenceBody),
    example: { bodies: { "application/json": { docId: DOCUMENT.document_id, chunkId: CHUNK } } },
    answers: { 200: { description: "The chunk with its document and related chunks.", json: ReferenceSchema } },
    refusals: ["CHUNK_NOT_FOUND", "INVALID_IDENTIFIER"],
  },
  listReadableDocuments: {
    access: "reader",
    ...BY_SCRIPTS,
    summary: "List the documents that the reader may see",
    query: Type.Object({
      ...PAGE,
      ...SEARCHED,
      order: defaulted(
        Type.Enum(["id", "published"], {
          description: "In code-point order of document_id, or the most recently published first.",
        }),
        "id",
      ),
    }),
    example: { query: { query: "work" } },
    answers: {
      200: { description: "A page of documents.", json: pageOfList("ReadableDocumentPage", ReadableDocumentSchema) },
    },
  },
  readOutline: {
    access: "reader",
    ...BY_SCRIPTS,
    summary: "Read a document's headings",
    description: HIDDEN,
    answers: {
      200: { description: "The headings in reading order, each with the chunk to open.", json: OutlineSchema },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  readOriginal: {
    access: "reader",
    summary: "Download the file that a document was uploaded as",
    description:
      `As an attachment, with the type that it was uploaded with. ${HIDDEN} Administrators may download a file that is ` +
      "kept; other readers of the document, if it was uploaded with original=readers.",
    answers: {
      200: {
        description: "The file.",
        texts: Object.fromEntries(
          [MARKDOWN, HTML, DOCX, XLSX, PPTX, PDF, TXT, CSV].map((type) => [
            type,
            { description: "The bytes of the file.", example: "…", binary: true },
          ]),
        ),
        headers: ["Content-Disposition"],
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  readDocument: {
    access: "reader",
    ...BY_SCRIPTS,
    summary: "Read a document in order",
    description:
      `${HIDDEN} Pages follow each other in both directions. All pages that cursors connect are of one version: after a ` +
      "new one, a cursor is refused with the problem cursor.other_version. A page has at most 1 MB, and fewer chunks then.",
    query: Type.Object({
      around: Type.Optional(
        Type.String({
          maxLength: CHUNK_ID_MAX,
          description:
            "A chunk_id or a section's address. The page has this passage, what follows it and a little before it; without `around`, it is the beginning. Ignored with a cursor.",
        }),
      ),
      ...PAGE,
    }),
    example: { query: { around: CHUNK, limit: 10 } },
    answers: { 200: { description: "A part of the document.", json: DocumentPartSchema } },
    refusals: ["DOCUMENT_NOT_FOUND", "CHUNK_NOT_FOUND"],
  },
});
