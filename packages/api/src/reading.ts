import Type from "typebox";
import { OutlineEntrySchema, ReferenceSchema } from "./chunks.js";
import { DocumentHeadSchema } from "./documents.js";
import { jsonBody, operationsOf } from "./parts/define.js";
import { AT, CHUNK, CHUNK_ID, DOC, DOCUMENT } from "./parts/examples.js";
import { PAGE, SEARCHED } from "./parts/parameters.js";
import { closed, defaulted, pageOfList } from "./parts/shapes.js";
import { ChunkId, DocumentId, Timestamp } from "./parts/values.js";

const ReferenceBody = Type.Object({ docId: DocumentId, chunkId: ChunkId });

const ReadableDocumentSchema = closed(
  { ...DocumentHeadSchema.properties, published_at: Timestamp },
  { $id: "ReadableDocument" },
);

const OutlineSchema = closed({
  ...DocumentHeadSchema.properties,
  outline: Type.Array(OutlineEntrySchema),
  truncated: Type.Boolean({ description: "true: the document has more headings than fit into one answer." }),
});

const HIDDEN = "What the reader may not see is answered as if it did not exist.";

export const readingOperations = operationsOf("Reading", {
  readReference: {
    access: "reader",
    summary: "Read one chunk, ready to display",
    description: `${HIDDEN} Other fields of the body are ignored.`,
    body: jsonBody(ReferenceBody),
    example: {
      bodies: { "application/json": { chunk: { value: { docId: DOCUMENT.document_id, chunkId: CHUNK_ID } } } },
    },
    answers: {
      200: {
        description: "The chunk with its document and related chunks.",
        json: ReferenceSchema,
        example: {
          reference: { doc: DOC, chunk: CHUNK, related_chunks: [], previous_chunk_id: null, next_chunk_id: null },
        },
      },
    },
    refusals: ["CHUNK_NOT_FOUND", "INVALID_IDENTIFIER"],
  },
  listReadableDocuments: {
    access: "reader",
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
      200: {
        description: "A page of documents.",
        json: pageOfList({ documents: Type.Array(ReadableDocumentSchema) }),
        example: { documents: [{ ...DOCUMENT, published_at: AT }], next_cursor: null },
      },
    },
  },
  readOutline: {
    access: "reader",
    summary: "Read a document's headings",
    description: HIDDEN,
    answers: {
      200: {
        description: "The headings in reading order, each with the chunk to open.",
        json: OutlineSchema,
        example: {
          ...DOCUMENT,
          outline: [{ level: 1, type: "article", label: "Article 1", title: "Purpose", chunk_id: CHUNK_ID }],
          truncated: false,
        },
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
});
