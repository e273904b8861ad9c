import {
  CHUNK_TEXT_MAX,
  KEY_MAX,
  SECTION_PATH_MAX,
  SECTION_TYPES,
  TEXT_TYPES,
  TITLE_MAX,
} from "@retrieval/core/limits";
import Type, { type TSchema } from "typebox";
import { CHUNK, DOCUMENT, GIVEN_CHUNK, SECTION_ID } from "./parts/examples.js";
import { closed, named, nullable, pageOfList } from "./parts/shapes.js";
import { ChunkId, count, HEAD, TextHash, text, texts, timestamp, titleOrEmpty } from "./parts/values.js";

export const TextType = Type.Enum([...TEXT_TYPES], { description: "The kind of text." });
const SectionType = Type.Enum([...SECTION_TYPES], { description: "The kind of section.", examples: ["article"] });
const Confidence = Type.Number({
  minimum: 0,
  maximum: 100,
  description: "Of text that was recognised in a picture (OCR): the confidence of its least sure page.",
});

const REVISION = "The model that edited the text; null: none.";

const section = {
  level: Type.Integer({ minimum: 1, description: "The depth in the path, from 1." }),
  type: SectionType,
  label: text("As written, 第36条; empty if the section has none.", "Article 1"),
  title: text("Empty if the section has none.", "Purpose"),
};

export const SectionSchema = named("SectionPathElement", "A section around a chunk, or its own.", section);

export const OutlineEntrySchema = named("OutlineEntry", "A heading of a document.", {
  ...section,
  chunk_id: text("The chunk to open.", CHUNK),
});

const Side = Type.Number();
const Box = Type.Tuple([Side, Side, Side, Side], { description: "Left, bottom, right, top." });

export const StructuredChunkSchema = named("StructuredChunk", "The smallest unit of content, ready to display.", {
  chunk_id: ChunkId,
  doc_id: text("The document's identifier.", DOCUMENT.document_id),
  text_type: TextType,
  content: nullable(text("Plain text; for a table, its search text.", GIVEN_CHUNK.content)),
  content_md: nullable(text("Markdown of lists and tables.")),
  metadata: named("ChunkMetadata", "Where the chunk is, and how it was made.", {
    doc_title: text("The document's title.", DOCUMENT.title),
    section_path: Type.Array(SectionSchema, { description: "Its sections, from the outermost." }),
    parent_section_title: nullable(text("Title of the section around its own; null: none.")),
    annex_title: nullable(text("Title of its annex; null: in none.")),
    page_range: nullable(Type.Tuple([Type.Integer({ minimum: 1 }), Type.Integer({ minimum: 1 })]), {
      description: "First and last page; for quality checks, never displayed.",
    }),
    anchors: closed({ bbox: Type.Optional(Box) }, { description: "Where it is on its page." }),
    text_hash: TextHash,
    embed_version: nullable(
      text("`<embedding_model_name>@<date>`; null until all parts of the published version are embedded."),
    ),
    preprocessing: closed(
      { llm_revision: nullable(text(REVISION)), ocr_confidence: Type.Optional(Confidence) },
      { description: "What changed the text before." },
    ),
  }),
  display: named("ChunkDisplay", "Texts to show unchanged.", {
    title: text("Section title and annex title, joined.", "Article 1 Purpose"),
    breadcrumb: Type.Array(Type.String(), {
      description: "Labels and titles of the section path, in order.",
      examples: [["Article 1 Purpose"]],
    }),
    body_text: nullable(text("Plain text, to show with its white space; null for a table.", GIVEN_CHUNK.content)),
    body_md: nullable(text("Markdown; null for a paragraph.")),
  }),
});

/** A page of a document's chunks. */
export const ChunkPageSchema = pageOfList("ChunkPage", StructuredChunkSchema);

const optional = <S extends TSchema>(schema: S, description?: string) =>
  Type.Optional(nullable(schema, description === undefined ? {} : { description }));
const optionalLine = (max: number, description: string) => Type.Optional(nullable(titleOrEmpty(max), { description }));
const IGNORED = Type.Optional(Type.Unknown({ description: "Computed by the service." }));

/** A part of a closed schema, which leaves the other fields open. */
const having = (shown: string, properties: object) => ({
  type: "object",
  properties: { ...properties, [shown]: { type: "string" } },
  required: [shown],
  additionalProperties: true,
});

/** The text to show cannot be computed. The field that holds it depends on the type. */
const SHOWN_TEXT = {
  anyOf: [
    having("content_md", { text_type: { const: "table" } }),
    having("content", { text_type: { const: "list" } }),
    having("content", { text_type: { not: { enum: ["table", "list"] } }, content_md: { type: "null" } }),
  ],
};

const TEXT_LIMIT = `At most ${CHUNK_TEXT_MAX} characters (UTF-16 code units); split a longer chunk.`;

/** A chunk made by another ingestion. Fields that can be computed may be omitted. */
export const GivenChunk = Type.Object(
  {
    chunk_id: Type.Optional(
      nullable(ChunkId, { description: "Kept if it is well formed, belongs to this document and is unique." }),
    ),
    doc_id: Type.Optional(text("Must be this document's id, if given.")),
    text_type: TextType,
    content: Type.Optional(nullable(Type.String({ pattern: "^[^\\u0000]*$" }), { description: TEXT_LIMIT })),
    content_md: Type.Optional(nullable(Type.String({ pattern: "^[^\\u0000]*$" }), { description: TEXT_LIMIT })),
    normalized_for_embed: Type.Optional(
      nullable(Type.String({ pattern: "^[^\\u0000]*$" }), {
        description: "A table's search text, if content is not given.",
      }),
    ),
    metadata: optional(
      closed({
        doc_title: IGNORED,
        section_path: optional(
          Type.Array(
            closed({
              level: IGNORED,
              type: SectionType,
              label: optionalLine(KEY_MAX, "As written, 第36条."),
              title: optionalLine(TITLE_MAX, "Without the label."),
            }),
            { maxItems: SECTION_PATH_MAX, description: "The sections of the chunk, from the outermost." },
          ),
        ),
        parent_section_title: IGNORED,
        annex_title: optionalLine(TITLE_MAX, "Title of the annex."),
        page_range: optional(
          Type.Tuple([Type.Integer({ minimum: 1 }), Type.Integer({ minimum: 1 })]),
          "First and last page.",
        ),
        anchors: optional(closed({ bbox: optional(Box) }), "Where it is on its page."),
        text_hash: Type.Optional(Type.Unknown({ description: "Always computed; a different value causes a warning." })),
        embed_version: Type.Optional(Type.Unknown({ description: "Always written by the service." })),
        preprocessing: optional(
          closed({ llm_revision: optionalLine(TITLE_MAX, REVISION), ocr_confidence: optional(Confidence) }),
          "What changed the text before.",
        ),
      }),
      "Where the chunk is, and how it was made.",
    ),
    display: Type.Optional(Type.Unknown({ description: "Always computed; a different value causes a warning." })),
  },
  {
    $id: "GivenChunk",
    description: "A chunk made by another ingestion.",
    additionalProperties: false,
    ...SHOWN_TEXT,
  },
);

export const DocumentOfAnswer = named("DocumentOfAnswer", "The document of a passage.", {
  id: HEAD.document_id,
  title: HEAD.title,
  version: HEAD.version,
});

const RelatedWhySchema = Type.Enum(["same_article", "annex_named", "names_it"], {
  description:
    "same_article: the rest of the article. annex_named: an annex that the article names, or that names the article. names_it: such an article, seen from the annex.",
});

export const DocumentPartSchema = named("DocumentPart", "Chunks of a document in order.", {
  document: closed(
    { ...DocumentOfAnswer.properties, published_at: timestamp("When this version was published.") },
    { description: "The document, in this version." },
  ),
  total: count("How many chunks the document has."),
  first: count("The place of the first of `items` in the document, from 0."),
  items: Type.Array(StructuredChunkSchema, { description: "In reading order." }),
  sections: texts("The address of the section of each chunk, like `work-rules::ch2::art16`, for `around`."),
  related_sections: Type.Array(
    closed({
      section: text("The address of a section.", SECTION_ID),
      related: texts("Addresses."),
    }),
    {
      description:
        "For each of `sections` that has any: the annexes that the article names or that name it, or such articles of an annex; at most 20.",
    },
  ),
  previous_cursor: nullable(text("`cursor` of the chunks before; null at the beginning.")),
  next_cursor: nullable(text("`cursor` of the chunks that follow; null at the end.")),
});

export const ReferenceSchema = named("Reference", "A chunk, ready to display.", {
  reference: named("ReferencedChunk", "The chunk with its document and neighbours.", {
    doc: DocumentOfAnswer,
    chunk: StructuredChunkSchema,
    related_chunks: Type.Array(StructuredChunkSchema, {
      description:
        "The other chunks of the article in document order, then annexes: at most 20, and fewer if the answer would exceed 1 MB.",
    }),
    related: Type.Array(closed({ chunk_id: text("The related chunk.", CHUNK), why: RelatedWhySchema }), {
      description:
        "Why each of `related_chunks` is related, in its order; then the first chunk of each related annex or article that it does not reach.",
    }),
    previous_chunk_id: nullable(text("null at the beginning.")),
    next_chunk_id: nullable(text("null at the end.")),
  }),
});

export const ChangesSchema = named("ChunkChanges", "How many chunks differ from the version before.", {
  unchanged: count("In both, with the same text."),
  changed: count("In both, with another text."),
  added: count("New."),
  removed: count("Gone."),
});

export const ContentsSchema = named("ContentCounts", "What a file was read as.", {
  chapters: count("Chapters."),
  articles: count("Articles."),
  tables: count("Tables."),
});
