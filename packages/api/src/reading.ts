import {
  CHUNK_ID_MAX,
  CHUNK_TEXT_MAX,
  CITATIONS_MAX,
  CSV,
  DOCX,
  HTML,
  MARKDOWN,
  NOTICES,
  PDF,
  PPTX,
  PROOF_OUTCOMES,
  TXT,
  XLSX,
} from "@retrieval/core/limits";
import Type from "typebox";
import { DocumentPartSchema, OutlineEntrySchema, ReferenceSchema } from "./chunks.js";
import { AbolitionSchema, DATES, History, SHOWN_FIELDS } from "./document-fields.js";
import { DocumentHeadSchema } from "./documents.js";
import { BY_SCRIPTS, jsonBody, LONG, operationsOf } from "./parts/define.js";
import { day } from "./parts/enactment.js";
import { CHUNK, DOCUMENT, GIVEN_CHUNK } from "./parts/examples.js";
import { PAGE, SEARCHED } from "./parts/parameters.js";
import { closed, defaulted, named, nullable, pageOfList } from "./parts/shapes.js";
import { ChunkId, DocumentId, flag, HEAD, TextHash, text, timestamp } from "./parts/values.js";
import { VersionNumber } from "./versions.js";

const ReferenceBody = Type.Object(
  { docId: DocumentId, chunkId: ChunkId },
  { $id: "ReferenceRequest", description: "The chunk to read." },
);

const CitationSchema = named("Citation", "A quote, and the chunk from which it is said to be.", {
  chunk_id: Type.String({
    maxLength: CHUNK_ID_MAX,
    description: "The chunk’s identifier. One that no chunk can have is not_found.",
    examples: [CHUNK],
  }),
  quote: Type.String({
    maxLength: CHUNK_TEXT_MAX,
    description: "The words as they were quoted: a part of one chunk. A blank one differs.",
  }),
});
const CitationsSchema = named("Citations", "The quotes to compare.", {
  citations: Type.Array(CitationSchema, { minItems: 1, maxItems: CITATIONS_MAX, description: "At most 50." }),
});
const ProofsSchema = named("Proofs", "What each quote turned out to be.", {
  proofs: Type.Array(
    named("Proof", "Whether a quote is in force word for word.", {
      outcome: Type.Enum([...PROOF_OUTCOMES], {
        description:
          "proved: the chunk has the quote word for word. differs: the chunk is in force and does not have it. not_found: no text in force that the reader may see has this chunk.",
      }),
      source: nullable(
        closed({
          text_hash: TextHash,
          version: HEAD.version,
          version_number: VersionNumber,
          effective_from: day("The first day on which the version is in force."),
        }),
        {
          description:
            "The text that was compared: the SHA-256 of the chunk, as in its `metadata.text_hash`, and the version that is in force; null for not_found.",
        },
      ),
    }),
    { description: "One for each citation, in their order." },
  ),
});

const PUBLISHED = {
  ...DocumentHeadSchema.properties,
  published_at: timestamp("When the published version was published."),
};
const ReadableDocumentSchema = named("ReadableDocument", "A published document.", {
  ...PUBLISHED,
  ...SHOWN_FIELDS,
  ...DATES,
});

const DocumentFactsSchema = named("DocumentFacts", "What is said of a document beside its text.", {
  ...ReadableDocumentSchema.properties,
  history: History,
  original: flag("Whether the reader may download the uploaded file: `readOriginal`."),
  abolished: nullable(AbolitionSchema, { description: "Its end, also if it is to come; null: none is decided." }),
  notice: nullable(
    closed({
      number: VersionNumber,
      notice: Type.Enum([...NOTICES], { description: "confirm: readers confirm that they know it." }),
      confirm_by: nullable(day("The last day to confirm.")),
      note: nullable(text("Why it was changed.")),
      read_at: nullable(timestamp("When this reader read what it changes.")),
      confirmed_at: nullable(timestamp("When this reader confirmed it.")),
    }),
    { description: "How readers are told of the next version, or of the one in force; null: of neither." },
  ),
});

const HistorySchema = pageOfList(
  "DocumentHistory",
  named("HistoryEntry", "A version in the history of a document.", {
    number: VersionNumber,
    version: HEAD.version,
    title: HEAD.title,
    effective_from: day("The first day on which it is in force."),
    published_at: timestamp("When it was published."),
    note: nullable(text("Why it was changed.")),
    notice: Type.Enum([...NOTICES], { description: "How readers are told of it." }),
    standing: Type.Enum(["past", "in_force", "coming", "withdrawn"], { description: "What it is today." }),
    until: nullable(day("The last day on which it was, or will be, in force.")),
    reason: nullable(text("Why it was withdrawn; null: it was not.")),
  }),
);

const OutlineSchema = named("Outline", "A document's headings.", {
  ...PUBLISHED,
  outline: Type.Array(OutlineEntrySchema, { description: "In reading order." }),
  truncated: flag("true: the document has more headings than fit into one answer."),
  original: flag("Whether the reader may download the uploaded file: `readOriginal`."),
});

const ABOLISHED =
  "After its abolition it is 410 to those who may read it by its rule, with the reason and the successor; administrators and developers read it on.";
const HIDDEN = "What the reader may not see is answered as if it did not exist.";

const OTHER_TEXT = {
  as_of: Type.Optional(
    day("The text in force on this day, if the reader may know its version; `listDocumentHistory` says which."),
  ),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 31 - 1,
      description: "The text of this version; `as_of` is ignored then.",
    }),
  ),
};

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
  proveCitations: {
    access: "reader",
    ...BY_SCRIPTS,
    summary: "Check quotes against the text in force",
    description:
      `${HIDDEN} Compares each quote with the text that its chunk displays now, \`body_text\` or \`body_md\`, in the ` +
      "version in force. The quote must be a part of it, by code point: a run of white space is equal to any other, " +
      "white space around the quote does not count, and nothing else is folded or normalised. `content` of a table is a " +
      "form for search, and differs.",
    body: jsonBody(CitationsSchema, LONG),
    example: {
      bodies: { "application/json": { citations: [{ chunk_id: CHUNK, quote: GIVEN_CHUNK.content.slice(0, 37) }] } },
    },
    answers: { 200: { description: "A proof for each citation.", json: ProofsSchema } },
  },
  listReadableDocuments: {
    access: "reader",
    ...BY_SCRIPTS,
    summary: "List the documents that the reader may see",
    query: Type.Object({
      ...PAGE,
      ...SEARCHED,
      order: defaulted(
        Type.Enum(["id", "published", "category"], {
          description:
            "In code-point order of document_id; the most recently published first; or by category, then number, then title.",
        }),
        "id",
      ),
    }),
    example: { query: { query: "work" } },
    answers: {
      200: { description: "A page of documents.", json: pageOfList("ReadableDocumentPage", ReadableDocumentSchema) },
    },
  },
  readDocumentFacts: {
    access: "reader",
    ...BY_SCRIPTS,
    summary: "Read what is said of a document",
    description: `${HIDDEN} If no version has been in force yet, it is of the next one. ${ABOLISHED}`,
    answers: { 200: { description: "The document without its text.", json: DocumentFactsSchema } },
    refusals: ["DOCUMENT_NOT_FOUND", "DOCUMENT_ABOLISHED"],
  },
  listDocumentHistory: {
    access: "reader",
    ...BY_SCRIPTS,
    summary: "List the versions of a document that the reader may know",
    description:
      `${HIDDEN} The newest day first. Readers see the version in force and those to come, and past ones if the ` +
      `document’s \`history\` is \`readers\`; administrators and developers see all. ${ABOLISHED}`,
    answers: { 200: { description: "The versions.", json: HistorySchema } },
    refusals: ["DOCUMENT_NOT_FOUND", "DOCUMENT_ABOLISHED"],
  },
  readOutline: {
    access: "reader",
    ...BY_SCRIPTS,
    summary: "Read a document's headings",
    description: `${HIDDEN} ${ABOLISHED}`,
    query: Type.Object(OTHER_TEXT),
    answers: {
      200: { description: "The headings in reading order, each with the chunk to open.", json: OutlineSchema },
    },
    refusals: ["DOCUMENT_NOT_FOUND", "DOCUMENT_ABOLISHED"],
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
    refusals: ["DOCUMENT_NOT_FOUND", "DOCUMENT_ABOLISHED"],
  },
  readDocument: {
    access: "reader",
    ...BY_SCRIPTS,
    summary: "Read a document in order",
    description:
      `${HIDDEN} Pages follow each other in both directions. All pages that cursors connect are of one version: after a ` +
      "new one, a cursor is refused with the problem cursor.other_version. A page has at most 1 MB, and fewer chunks then. " +
      ABOLISHED,
    query: Type.Object({
      around: Type.Optional(
        Type.String({
          maxLength: CHUNK_ID_MAX,
          description:
            "A chunk_id or a section's address. The page has this passage, what follows it and a little before it; without `around`, it is the beginning. Ignored with a cursor.",
        }),
      ),
      ...OTHER_TEXT,
      ...PAGE,
    }),
    example: { query: { around: CHUNK, limit: 10 } },
    answers: { 200: { description: "A part of the document.", json: DocumentPartSchema } },
    refusals: ["DOCUMENT_NOT_FOUND", "DOCUMENT_ABOLISHED", "CHUNK_NOT_FOUND"],
  },
});
