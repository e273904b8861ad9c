import {
  CHUNK_TEXT_MAX,
  KEY_MAX,
  SECTION_PATH_MAX,
  SECTION_TYPES,
  TEXT_TYPES,
  TITLE_MAX,
  WINDOW_MAX,
} from "@retrieval/core/limits";
import Type, { type TSchema } from "typebox";
import { closed, nullable } from "./parts/shapes.js";
import { ChunkId, Count, lineOrEmpty, TextHash } from "./parts/values.js";

export const TextType = Type.Enum([...TEXT_TYPES]);
const SectionType = Type.Enum([...SECTION_TYPES]);
const nullableText = nullable(Type.String());

const section = {
  level: Type.Integer({ minimum: 1, description: "The depth in the path, from 1." }),
  type: SectionType,
  label: Type.String({ description: "As it is written, 第36条; empty where the section has none." }),
  title: Type.String({ description: "Empty where the section has none." }),
};

export const SectionSchema = closed(section, { $id: "SectionPathElement" });

export const OutlineEntrySchema = closed({ ...section, chunk_id: Type.String() }, { $id: "OutlineEntry" });

const Side = Type.Number();

export const StructuredChunkSchema = closed(
  {
    chunk_id: ChunkId,
    doc_id: Type.String(),
    text_type: TextType,
    content: nullable(Type.String(), { description: "Plain text; of a table its text for search." }),
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
      embed_version: nullableText,
      preprocessing: closed({ llm_revision: nullableText }),
    }),
    display: closed({
      title: Type.String(),
      breadcrumb: Type.Array(Type.String()),
      body_text: nullableText,
      body_md: nullableText,
    }),
  },
  { $id: "StructuredChunk", description: "The smallest display unit of content, ready to display." },
);

const optional = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema));
const optionalLine = (max: number) => optional(lineOrEmpty(max));

/** A part of a closed schema, which says nothing of the other fields. */
const having = (shown: string, properties: object) => ({
  type: "object",
  properties: { ...properties, [shown]: { type: "string" } },
  required: [shown],
  additionalProperties: true,
});

/** The text that is shown cannot be computed; which field has it depends on the type. */
const SHOWN_TEXT = {
  anyOf: [
    having("content_md", { text_type: { const: "table" } }),
    having("content", { text_type: { const: "list" } }),
    having("content", { text_type: { not: { enum: ["table", "list"] } }, content_md: { type: "null" } }),
  ],
};

const TEXT_LIMIT = `At most ${CHUNK_TEXT_MAX} characters (UTF-16 code units).`;

/** As another ingestion made it. Anything that can be computed may be left out. */
export const GivenChunk = Type.Object(
  {
    chunk_id: Type.Optional(
      nullable(ChunkId, { description: "Kept if it is well formed, of this document and unique." }),
    ),
    doc_id: Type.Optional(Type.String({ description: "The document's own, if it is given." })),
    text_type: TextType,
    content: Type.Optional(nullable(Type.String({ pattern: "^[^\\u0000]*$" }), { description: TEXT_LIMIT })),
    content_md: Type.Optional(nullable(Type.String({ pattern: "^[^\\u0000]*$" }), { description: TEXT_LIMIT })),
    normalized_for_embed: Type.Optional(
      nullable(Type.String({ pattern: "^[^\\u0000]*$" }), {
        description: "A table's text for search, if content is not given.",
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
        text_hash: Type.Optional(Type.Unknown({ description: "Always computed; another one is warned of." })),
        embed_version: optionalLine(TITLE_MAX),
        preprocessing: optional(closed({ llm_revision: optionalLine(TITLE_MAX) })),
      }),
    ),
    display: Type.Optional(Type.Unknown({ description: "Always computed; another one is warned of." })),
  },
  { $id: "GivenChunk", additionalProperties: false, ...SHOWN_TEXT },
);

const DocumentOfAnswer = closed({ id: Type.String(), title: Type.String(), version: Type.String() });

export const ReferenceSchema = closed(
  {
    reference: closed({
      doc: DocumentOfAnswer,
      chunk: StructuredChunkSchema,
      related_chunks: Type.Array(StructuredChunkSchema, {
        description:
          "The others of the same article in document order, then annexes; at most 20, and fewer where the answer would become longer than 1 MB.",
      }),
      previous_chunk_id: nullable(Type.String(), { description: "null at the beginning." }),
      next_chunk_id: nullable(Type.String(), { description: "null at the end." }),
    }),
  },
  { $id: "Reference" },
);

const WindowSchema = closed(
  {
    start: { ...Count, description: "Where the part that is shown begins; of a table its first row." },
    end: { ...Count, description: "Where it ends, exclusive." },
    length: { ...Count, description: "Of the whole text." },
  },
  { $id: "Window", description: "UTF-16 offsets in the text of the whole chunk. null: all of it is shown." },
);

export const SearchResultSchema = closed(
  {
    score: Type.Number({ minimum: 0 }),
    doc: DocumentOfAnswer,
    chunk: StructuredChunkSchema,
    window: nullable(WindowSchema),
    truncated: Type.Boolean({
      description:
        `true: the chunk has a text of more than ${WINDOW_MAX} characters. display shows the part around the best match, ` +
        "a table by rows below its header, and content and content_md are null. POST /api/reference has the whole chunk.",
    }),
    highlights: Type.Array(Type.Tuple([Count, Count]), {
      description:
        "UTF-16 ranges in display.body_text, or in display.body_md where that is null, as they stand here. " +
        "Where the results of one answer are very long together, the last of them have none.",
    }),
  },
  { $id: "SearchResult" },
);

export const ChangesSchema = closed(
  { unchanged: Count, changed: Count, added: Count, removed: Count },
  { $id: "ChunkChanges" },
);

export const ExportedLineSchema = closed({
  chunk_id: Type.String(),
  doc_id: Type.String(),
  doc_title: Type.String(),
  version: Type.String(),
  text_type: TextType,
  text: Type.String({ description: "The text to embed." }),
  text_hash: TextHash,
  embed_version: nullableText,
  audience: Type.Array(Type.String(), {
    description: "A reader may see the chunk if their principals share an element with it, or their role sees all.",
  }),
});

export const WrittenEmbedVersionsSchema = closed({
  written: Count,
  outdated: Type.Array(Type.String(), { description: "chunk_ids whose text is another one by now." }),
  unknown: Type.Array(Type.String(), { description: "chunk_ids that the published version does not have." }),
});
