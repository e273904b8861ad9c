import { isObject } from "../is-object.js";
import { SECTION_PATH_MAX } from "../limits.js";
import { problemWithTitle } from "../look-alikes.js";
import type { Problem } from "../problems.js";
import { KEY_MAX, TITLE_MAX } from "../text.js";
import { isChunkId } from "./chunk-id.js";
import type { ChunkedDocument, ChunkPlace } from "./structure-document.js";
import {
  type BoundingBox,
  CHUNK_TEXT_MAX,
  type ChunkBody,
  type ChunkDisplay,
  SECTION_TYPES,
  type SectionPathElement,
  TEXT_TYPES,
} from "./structured-chunk.js";

/** The problem of one given chunk. Only the functions that read chunks throw and catch it. */
export class InvalidChunkError extends Error {
  constructor(readonly problem: Problem) {
    super();
  }
}

function invalid(problem: Problem): never {
  throw new InvalidChunkError(problem);
}

/** A given chunk after its checks. */
export interface GivenChunk {
  /** null: to be computed. */
  readonly chunk_id: string | null;
  readonly body: ChunkBody;
  readonly place: ChunkPlace;
  /** Given values of fields that are computed from the chunk; undefined where none was given. */
  readonly stated: { readonly text_hash: unknown; readonly display: unknown };
}

const FIELDS = [
  "chunk_id",
  "doc_id",
  "text_type",
  "content",
  "content_md",
  "normalized_for_embed",
  "metadata",
  "display",
];
const METADATA_FIELDS = [
  "doc_title",
  "section_path",
  "parent_section_title",
  "annex_title",
  "page_range",
  "anchors",
  "text_hash",
  "embed_version",
  "preprocessing",
];

const TYPE_IN_ID = /::([a-z_]+)-[0-9]+$/;

/** @throws InvalidChunkError */
export function readChunk({ document_id }: ChunkedDocument, entry: unknown): GivenChunk {
  const given = object(entry, "chunk", FIELDS);
  if (given.doc_id !== undefined && given.doc_id !== document_id) invalid({ code: "chunk.other_document" });
  const body = readBody(given);
  const { place, text_hash } = readMetadata(given.metadata ?? {});
  const chunk_id = given.chunk_id ?? null;
  return {
    chunk_id: chunk_id === null ? null : readChunkId(chunk_id, document_id, body.text_type),
    body,
    place,
    stated: { text_hash, display: given.display },
  };
}

function readChunkId(chunk_id: unknown, document_id: string, text_type: string): string {
  if (!isChunkId(chunk_id)) invalid({ code: "chunk_id.ill_formed" });
  if (!chunk_id.startsWith(`${document_id}::`)) invalid({ code: "chunk_id.other_document" });
  const named = TYPE_IN_ID.exec(chunk_id)?.[1] ?? "";
  if (named !== text_type) invalid({ code: "chunk_id.other_type", chunk_id, named, text_type });
  return chunk_id;
}

function readBody({
  text_type,
  content = null,
  content_md = null,
  normalized_for_embed = null,
}: Record<string, unknown>): ChunkBody {
  if (!(TEXT_TYPES as readonly unknown[]).includes(text_type))
    invalid({ code: "field.not_one_of", field: "text_type", values: TEXT_TYPES });
  const type = text_type as ChunkBody["text_type"];
  // SPEC 2.5: a table's text for search is `content`, or a field of this name.
  const forSearch = textOrNull(normalized_for_embed, "normalized_for_embed");
  const text = textOrNull(content, "content") ?? forSearch;
  const markdown = textOrNull(content_md, "content_md");
  refuseTooLong(text, "content");
  refuseTooLong(markdown, "content_md");
  if (type === "table") {
    if (markdown === null) invalid({ code: "chunk.table_without_markdown" });
    return { text_type: type, content: text, content_md: markdown };
  }
  if (text === null) invalid({ code: "chunk.without_content", text_type: type });
  if (type === "list") return { text_type: type, content: text, content_md: markdown ?? text };
  if (markdown !== null) invalid({ code: "chunk.unexpected_markdown", text_type: type });
  return { text_type: type, content: text, content_md: null };
}

function readMetadata(value: unknown): { place: ChunkPlace; text_hash: unknown } {
  const given = object(value, "metadata", METADATA_FIELDS);
  const anchors = object(given.anchors ?? {}, "metadata.anchors", ["bbox"]);
  const preprocessing = object(given.preprocessing ?? {}, "metadata.preprocessing", ["llm_revision", "ocr_confidence"]);
  const ocr_confidence = preprocessing.ocr_confidence ?? null;
  if (ocr_confidence !== null && !isConfidence(ocr_confidence))
    invalid({ code: "field.not_valid", field: "metadata.preprocessing.ocr_confidence" });
  const page_range = given.page_range ?? null;
  if (page_range !== null && !isPageRange(page_range)) invalid({ code: "chunk.page_range_ill_formed" });
  const bbox = anchors.bbox ?? null;
  if (bbox !== null && !isBox(bbox)) invalid({ code: "chunk.bbox_ill_formed" });
  return {
    place: {
      section_path: readPath(given.section_path ?? []),
      annex_title: lineOrNull(given.annex_title, "metadata.annex_title"),
      llm_revision: lineOrNull(preprocessing.llm_revision, "metadata.preprocessing.llm_revision"),
      ...(page_range === null ? {} : { page_range }),
      ...(bbox === null ? {} : { bbox }),
      ...(ocr_confidence === null ? {} : { ocr_confidence }),
    },
    text_hash: given.text_hash,
  };
}

const PATH = "metadata.section_path";

function readPath(value: unknown): SectionPathElement[] {
  if (!Array.isArray(value)) invalid({ code: "field.not_array", field: PATH });
  if (value.length > SECTION_PATH_MAX) invalid({ code: "field.too_many_entries", field: PATH, max: SECTION_PATH_MAX });
  return value.map((element, i) => {
    const at = `${PATH}[${i}]`;
    const { type, label, title } = object(element, at, ["level", "type", "label", "title"]);
    if (!(SECTION_TYPES as readonly unknown[]).includes(type))
      invalid({ code: "field.not_one_of", field: `${at}.type`, values: SECTION_TYPES });
    return {
      level: i + 1,
      type: type as SectionPathElement["type"],
      label: lineOrNull(label, `${at}.label`, KEY_MAX) ?? "",
      title: lineOrNull(title, `${at}.title`) ?? "",
    };
  });
}

function object(value: unknown, field: string, fields: readonly string[]): Record<string, unknown> {
  if (!isObject(value)) invalid({ code: "field.not_object", field });
  const unknown = Object.keys(value).find((name) => !fields.includes(name));
  if (unknown !== undefined) invalid({ code: "field.unknown_field", field, name: unknown.slice(0, 64) });
  return value;
}

function textOrNull(value: unknown, field: string): string | null {
  if (value === null) return null;
  if (typeof value !== "string" || !value.isWellFormed() || value.includes("\0"))
    invalid({ code: "chunk.text_ill_formed", field });
  return value;
}

function refuseTooLong(text: string | null, field: string): void {
  const length = text?.length ?? 0;
  if (length > CHUNK_TEXT_MAX) invalid({ code: "chunk.text_too_long", field, length, max: CHUNK_TEXT_MAX });
}

function lineOrNull(value: unknown, field: string, max = TITLE_MAX): string | null {
  if (value === undefined || value === null || value === "") return null;
  const problem = problemWithTitle(field, value, max);
  if (problem !== null) invalid(problem);
  return value as string;
}

function isPageRange(value: unknown): value is readonly [number, number] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((page) => Number.isSafeInteger(page) && page > 0) &&
    value[0] <= value[1]
  );
}

const isConfidence = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 100;

function isBox(value: unknown): value is BoundingBox {
  return (
    Array.isArray(value) &&
    value.length === 4 &&
    value.every((side) => typeof side === "number" && Number.isFinite(side))
  );
}

// Field by field, because sent data may be nested deeper than a recursive comparison can go.
export function isDisplay(given: unknown, display: ChunkDisplay): boolean {
  if (typeof given !== "object" || given === null) return false;
  const { title, breadcrumb, body_text, body_md, ...rest } = given as Record<string, unknown>;
  return (
    Object.keys(rest).length === 0 &&
    title === display.title &&
    body_text === display.body_text &&
    body_md === display.body_md &&
    Array.isArray(breadcrumb) &&
    breadcrumb.length === display.breadcrumb.length &&
    display.breadcrumb.every((name, i) => name === breadcrumb[i])
  );
}
