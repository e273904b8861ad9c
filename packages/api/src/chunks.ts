import {
  CHUNK_TEXT_MAX,
  KEY_MAX,
  SECTION_PATH_MAX,
  SECTION_TYPES,
  TEXT_TYPES,
  TITLE_MAX,
} from "@retrieval/core/limits";
import Type, { type TSchema } from "typebox";
import { closed, nullable, pageOfList } from "./parts/shapes.js";
import { ChunkId, Count, TextHash, Timestamp, titleOrEmpty } from "./parts/values.js";

export const TextType = Type.Enum([...TEXT_TYPES]);
const SectionType = Type.Enum([...SECTION_TYPES]);
const nullableText = nullable(Type.String());
const Confidence = Type.Number({
  minimum: 0,
  maximum: 100,
  description: "Of text that was recognised in a picture (OCR): the confidence of its least sure page.",
});

const section = {
  level: Type.Integer({ minimum: 1, description: "The depth in the path, from 1." }),
  type: SectionType,
  label: Type.String({ description: "As written, 第36条; empty if the section has none." }),
  title: Type.String({ description: "Empty if the section has none." }),
};

export const SectionSchema = closed(section, { $id: "SectionPathElement" });

export const OutlineEntrySchema = closed({ ...section, chunk_id: Type.String() }, { $id: "OutlineEntry" });

const Side = Type.Number();

export const StructuredChunkSchema = closed(
  {
    chunk_id: ChunkId,
    doc_id: Type.String(),
    text_type: TextType,
    content: nullable(Type.String(), { description: "Plain text; for a table, its search text." }),
    content_md: nullable(Type.String(), { description: "Markdown of lists and tables." }),
    metadata: closed({
      doc_title: Type.String(),
      section_path: Type.Array(SectionSchema),
      parent_section_title: nullableText,
      annex_title: nullableText,
      page_range: nullable(Type.Tuple([Type.Integer({ minimum: 1 }), Type.Integer({ minimum: 1 })]), {
        description: "First and last page; for quality checks, never displayed.",
      }),
      anchors: closed({ bbox: Type.Optional(Type.Tuple([Side, Side, Side, Side])) }),
      text_hash: TextHash,
      embed_version: nullable(Type.String(), {
        description: "`<embedding_model_name>@<date>`; null until all parts of the published version are embedded.",
      }),
      preprocessing: closed({
        llm_revision: nullableText,
        ocr_confidence: Type.Optional(Confidence),
      }),
    }),
    display: closed({
      title: Type.String(),
      breadcrumb: Type.Array(Type.String()),
      body_text: nullableText,
      body_md: nullableText,
    }),
  },
  { $id: "StructuredChunk", description: "The smallest unit of content, ready to display." },
);

/** A page of a document's chunks. */
export const ChunkPageSchema = pageOfList("ChunkPage", StructuredChunkSchema);

const optional = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema));
const optionalLine = (max: number) => optional(titleOrEmpty(max));

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
    doc_id: Type.Optional(Type.String({ description: "Must be this document's id, if given." })),
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
        doc_title: Type.Optional(Type.Unknown()),
        section_path: optional(
          Type.Array(
            closed({
              level: Type.Optional(Type.Unknown()),
              type: SectionType,
              label: optionalLine(KEY_MAX),
              title: optionalLine(TITLE_MAX),
            }),
            { maxItems: SECTION_PATH_MAX },
          ),
        ),
        parent_section_title: Type.Optional(Type.Unknown()),
        annex_title: optionalLine(TITLE_MAX),
        page_range: optional(Type.Tuple([Type.Integer({ minimum: 1 }), Type.Integer({ minimum: 1 })])),
        anchors: optional(closed({ bbox: optional(Type.Tuple([Side, Side, Side, Side])) })),
        text_hash: Type.Optional(Type.Unknown({ description: "Always computed; a different value causes a warning." })),
        embed_version: Type.Optional(Type.Unknown({ description: "Always written by the service." })),
        preprocessing: optional(
          closed({ llm_revision: optionalLine(TITLE_MAX), ocr_confidence: optional(Confidence) }),
        ),
      }),
    ),
    display: Type.Optional(Type.Unknown({ description: "Always computed; a different value causes a warning." })),
  },
  { $id: "GivenChunk", additionalProperties: false, ...SHOWN_TEXT },
);

export const DocumentOfAnswer = closed({ id: Type.String(), title: Type.String(), version: Type.String() });

const RelatedWhySchema = Type.Enum(["same_article", "annex_named", "names_it"], {
  description:
    "same_article: the rest of the article. annex_named: an annex that the article names, or that names the article. names_it: such an article, seen from the annex.",
});

export const DocumentPartSchema = closed(
  {
    document: closed({ ...DocumentOfAnswer.properties, published_at: Timestamp }),
    total: { ...Count, description: "How many chunks the document has." },
    first: { ...Count, description: "The place of the first of `items` in the document, from 0." },
    items: Type.Array(StructuredChunkSchema, { description: "In reading order." }),
    sections: Type.Array(Type.String(), {
      description: "The address of the section of each chunk, like `work-rules::ch2::art16`, for `around`.",
    }),
    related_sections: Type.Array(closed({ section: Type.String(), related: Type.Array(Type.String()) }), {
      description:
        "For each of `sections` that has any: the annexes that the article names or that name it, or such articles of an annex; at most 20.",
    }),
    previous_cursor: nullable(Type.String(), { description: "`cursor` of the chunks before; null at the beginning." }),
    next_cursor: nullable(Type.String(), { description: "`cursor` of the chunks that follow; null at the end." }),
  },
  { $id: "DocumentPart" },
);

export const ReferenceSchema = closed(
  {
    reference: closed({
      doc: DocumentOfAnswer,
      chunk: StructuredChunkSchema,
      related_chunks: Type.Array(StructuredChunkSchema, {
        description:
          "The other chunks of the article in document order, then annexes: at most 20, and fewer if the answer would exceed 1 MB.",
      }),
      related: Type.Array(closed({ chunk_id: Type.String(), why: RelatedWhySchema }), {
        description:
          "Why each of `related_chunks` is related, in its order; then the first chunk of each related annex or article that it does not reach.",
      }),
      previous_chunk_id: nullable(Type.String(), { description: "null at the beginning." }),
      next_chunk_id: nullable(Type.String(), { description: "null at the end." }),
    }),
  },
  { $id: "Reference" },
);

export const ChangesSchema = closed(
  { unchanged: Count, changed: Count, added: Count, removed: Count },
  { $id: "ChunkChanges" },
);

export const ContentsSchema = closed({ chapters: Count, articles: Count, tables: Count }, { $id: "ContentCounts" });
