/** SPEC 2.5. */
export const TEXT_TYPES = ["paragraph", "table", "list", "heading", "annex_title"] as const;
export type TextType = (typeof TEXT_TYPES)[number];

/**
 * The most characters (UTF-16 units) that `content` and `content_md` of a new chunk may each have, because an answer
 * carries whole chunks. Chunks that were stored earlier may be longer, and stay whole.
 */
export const CHUNK_TEXT_MAX = 6_000;

/** How much of a chunk that was stored earlier is found. */
export const FOUND_TEXT_MAX = 200_000;

/** SPEC 2.5 has chapters, sections, articles and annexes; `part` and `supplement` (附則) are ours. */
export const SECTION_TYPES = ["part", "chapter", "section", "article", "annex", "supplement"] as const;
export type SectionType = (typeof SECTION_TYPES)[number];

/** One step of a section path: `{level: 2, type: "article", label: "第36条の2", title: "時間外労働"}`. */
export interface SectionPathElement {
  /** The depth in the path, from 1. */
  readonly level: number;
  readonly type: SectionType;
  /** As it is written; "" where the section has none. */
  readonly label: string;
  /** "" where the section has none. */
  readonly title: string;
}

/** x0, y0, x1, y1. */
export type BoundingBox = readonly [number, number, number, number];

interface ChunkMetadata {
  readonly doc_title: string;
  readonly section_path: readonly SectionPathElement[];
  readonly parent_section_title: string | null;
  readonly annex_title: string | null;
  /** First and last page; for quality checks, never displayed. */
  readonly page_range: readonly [number, number] | null;
  readonly anchors: { readonly bbox?: BoundingBox };
  /** `sha256:<hex>`, see `textHash`. */
  readonly text_hash: string;
  /** `<embedding_model_name>@<date>`; null until all parts of the published version are embedded. */
  readonly embed_version: string | null;
  readonly preprocessing: {
    readonly llm_revision: string | null;
    /** Of text that was recognised in a picture: the confidence of its least sure page, 0 to 100. */
    readonly ocr_confidence?: number;
  };
}

export interface ChunkDisplay {
  readonly title: string;
  readonly breadcrumb: readonly string[];
  readonly body_text: string | null;
  readonly body_md: string | null;
}

/**
 * The smallest display unit of content (SPEC 2.5). There is no field for the path of a file, here or in any other
 * answer: `source_path` and `filesystem_path` stay with the job.
 */
export interface StructuredChunk {
  readonly chunk_id: string;
  readonly doc_id: string;
  readonly text_type: TextType;
  readonly content: string | null;
  readonly content_md: string | null;
  readonly metadata: ChunkMetadata;
  readonly display: ChunkDisplay;
}

/** A chunk's own text, before it has a place and an identity. */
export interface ChunkBody {
  readonly text_type: TextType;
  readonly content: string | null;
  readonly content_md: string | null;
}
