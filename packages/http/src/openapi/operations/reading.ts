import { PHRASES } from "@retrieval/core";
import Type from "typebox";
import { QUERY_MAX, SearchBody } from "../../bodies/search-body.js";
import { operationsOf } from "../operation.js";
import { ReferenceSchema, SearchResultSchema } from "../schemas/chunks.js";
import { closed, pageOfList } from "../schemas/describes.js";
import { DocumentHeadSchema, OutlineSchema } from "../schemas/documents.js";
import { ChunkId, Count, DocumentId } from "../schemas/texts.js";
import { CHUNK, CHUNK_ID, DOC, DOCUMENT } from "./examples.js";

const ReferenceBody = Type.Object({ docId: DocumentId, chunkId: ChunkId });

const PHRASES_RULE =
  `Words, a question, or phrases in quotes. The first ${PHRASES.max} phrases of ${PHRASES.characters.min} to ` +
  `${PHRASES.characters.max} characters have to occur as they are; what else is in quotes is searched as words.`;

const DocumentedSearch = closed({
  ...SearchBody.properties,
  query: Type.String({ minLength: 1, maxLength: QUERY_MAX, description: PHRASES_RULE }),
});

const HIDDEN = "What the reader may not see is answered exactly as what does not exist.";

export const readingOperations = operationsOf("Reading", {
  readReference: {
    summary: "Read one chunk, ready to display",
    description: `${HIDDEN} Anything else in the body is ignored.`,
    body: ReferenceBody,
    example: {
      bodies: { "application/json": { chunk: { value: { docId: DOCUMENT.document_id, chunkId: CHUNK_ID } } } },
    },
    answers: {
      200: {
        description: "The chunk, with what belongs to it.",
        json: ReferenceSchema,
        example: {
          reference: { doc: DOC, chunk: CHUNK, related_chunks: [], previous_chunk_id: null, next_chunk_id: null },
        },
      },
    },
    refusals: ["CHUNK_NOT_FOUND", "INVALID_IDENTIFIER"],
  },
  searchChunks: {
    summary: "Search among what the reader may see",
    description:
      "The heaviest 32 words are scored. A search that takes too long is stopped and answered 503; fewer or rarer words help.",
    body: DocumentedSearch,
    example: {
      bodies: {
        "application/json": {
          words: { value: { query: "working hours", limit: 5, filters: { text_types: ["paragraph"] } } },
        },
      },
    },
    answers: {
      200: {
        description: "A page of results, the best first.",
        json: pageOfList({ results: Type.Array(SearchResultSchema), total: Count }),
        example: {
          results: [{ score: 1.25, doc: DOC, chunk: CHUNK, window: null, truncated: false, highlights: [[23, 36]] }],
          total: 1,
          next_cursor: null,
        },
      },
    },
  },
  listReadableDocuments: {
    summary: "List the documents that the reader may see",
    description: "In code-point order of document_id.",
    example: { query: { query: "work" } },
    answers: {
      200: {
        description: "A page of documents.",
        json: pageOfList({ documents: Type.Array(DocumentHeadSchema) }),
        example: { documents: [DOCUMENT], next_cursor: null },
      },
    },
  },
  readOutline: {
    summary: "Read a document's headings",
    description: HIDDEN,
    answers: {
      200: {
        description: "The headings in reading order, with the chunks to open for them.",
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
