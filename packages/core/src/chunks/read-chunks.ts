import { KEY_MAX, problemWithLine, TITLE_MAX } from "../text.js";
import { isChunkId, SectionId } from "./chunk-id.js";
import { buildChunk, type ChunkedDocument, type ChunkPlace } from "./structure-document.js";
import {
  type BoundingBox,
  type ChunkBody,
  type ChunkDisplay,
  SECTION_TYPES,
  type SectionPathElement,
  type StructuredChunk,
  TEXT_TYPES,
} from "./structured-chunk.js";

/** How deep a section path may be, so that every chunk_id stays within its length. */
const PATH_MAX = 16;
/** How many chunks one document may have. */
export const CHUNKS_MAX = 100_000;

/** What is wrong with one given chunk; thrown inside this file only. */
class Fault extends Error {}

export interface ReadChunks {
  readonly chunks: readonly StructuredChunk[];
  /** What was given and computed anew, because it does not follow from the chunk's own text and place. */
  readonly warnings: readonly string[];
}

/**
 * Reads structured chunks as another ingestion made them. display, chunk_id and text_hash may be left out. display and
 * text_hash are always computed; a given chunk_id is kept if it is well formed, of this document and unique.
 *
 * @returns the chunks, or one sentence that names the chunk and its fault
 */
export function readChunks(document: ChunkedDocument, given: unknown): ReadChunks | string {
  if (!Array.isArray(given)) return "chunks must be an array of structured chunks";
  if (given.length > CHUNKS_MAX) return `chunks may have at most ${CHUNKS_MAX} entries`;
  const sections = new SectionTree(document.document_id);
  const taken = new Set<string>();
  const warnings: string[] = [];
  const chunks: StructuredChunk[] = [];
  for (const [index, entry] of given.entries()) {
    try {
      const { chunk, stated } = readChunk(document, entry, sections);
      if (taken.has(chunk.chunk_id)) throw new Fault(`chunk_id ${chunk.chunk_id} stands twice`);
      taken.add(chunk.chunk_id);
      chunks.push(chunk);
      if (stated.text_hash !== undefined && stated.text_hash !== chunk.metadata.text_hash) {
        warnings.push(`chunks[${index}]: the given text_hash is not that of the text; it was computed anew`);
      }
      if (stated.display !== undefined && !isDisplay(stated.display, chunk.display)) {
        warnings.push(`chunks[${index}]: the given display does not follow from the chunk; it was built anew`);
      }
    } catch (error) {
      if (error instanceof Fault) return `chunks[${index}]: ${error.message}`;
      throw error;
    }
  }
  return { chunks, warnings };
}

/** Gives sections with the same path the same id, in whatever order their chunks come. */
class SectionTree {
  readonly #nodes = new Map<string, SectionId>();
  constructor(document_id: string) {
    this.#nodes.set("", SectionId.ofDocument(document_id));
  }
  at(path: readonly SectionPathElement[]): SectionId {
    let key = "";
    let id = this.#nodes.get(key) as SectionId;
    for (const { type, label, title } of path) {
      key += JSON.stringify([type, label, title]);
      const known = this.#nodes.get(key);
      id = known ?? id.child({ type, label, title });
      if (!known) this.#nodes.set(key, id);
    }
    return id;
  }
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

function readChunk(document: ChunkedDocument, entry: unknown, sections: SectionTree) {
  const given = object(entry, "a chunk", FIELDS);
  if (given.doc_id !== undefined && given.doc_id !== document.document_id)
    throw new Fault("doc_id is another document's");
  const body = readBody(given);
  const { place, text_hash } = readMetadata(given.metadata ?? {});
  const computed = sections.at(place.section_path).nextChunkId(body.text_type);
  const chunk_id = given.chunk_id ?? computed;
  if (!isChunkId(chunk_id))
    throw new Fault("chunk_id is not well formed (segments joined by ::, the last one <text_type>-<n>)");
  if (!chunk_id.startsWith(`${document.document_id}::`)) throw new Fault("chunk_id must begin with the document_id");
  return { chunk: buildChunk(document, chunk_id, body, place), stated: { text_hash, display: given.display } };
}

function readBody({
  text_type,
  content = null,
  content_md = null,
  normalized_for_embed,
}: Record<string, unknown>): ChunkBody {
  if (!(TEXT_TYPES as readonly unknown[]).includes(text_type))
    throw new Fault(`text_type must be one of ${TEXT_TYPES.join(", ")}`);
  const type = text_type as ChunkBody["text_type"];
  // SPEC 2.5: a table's text for search is `content`, or a field of this name.
  const text = textOrNull(content ?? normalized_for_embed ?? null, "content");
  const markdown = textOrNull(content_md, "content_md");
  if (type === "table") {
    if (markdown === null) throw new Fault("a table needs content_md, the Markdown that is shown");
    return { text_type: type, content: text ?? markdown, content_md: markdown };
  }
  if (text === null) throw new Fault(`a ${type} needs content, the text that is shown`);
  if (type === "list") return { text_type: type, content: text, content_md: markdown ?? text };
  if (markdown !== null) throw new Fault(`a ${type} has no content_md; only lists and tables have`);
  return { text_type: type, content: text, content_md: null };
}

function readMetadata(value: unknown): { place: ChunkPlace; text_hash: unknown } {
  const given = object(value, "metadata", METADATA_FIELDS);
  const anchors = object(given.anchors ?? {}, "metadata.anchors", ["bbox"]);
  const preprocessing = object(given.preprocessing ?? {}, "metadata.preprocessing", ["llm_revision"]);
  const page_range = given.page_range ?? null;
  if (page_range !== null && !isPageRange(page_range))
    throw new Fault("metadata.page_range must be [first page, last page]");
  const bbox = anchors.bbox ?? null;
  if (bbox !== null && !isBox(bbox)) throw new Fault("metadata.anchors.bbox must be an array of 4 numbers");
  return {
    place: {
      section_path: readPath(given.section_path ?? []),
      annex_title: lineOrNull(given.annex_title, "metadata.annex_title"),
      embed_version: lineOrNull(given.embed_version, "metadata.embed_version"),
      llm_revision: lineOrNull(preprocessing.llm_revision, "metadata.preprocessing.llm_revision"),
      ...(page_range === null ? {} : { page_range }),
      ...(bbox === null ? {} : { bbox }),
    },
    text_hash: given.text_hash,
  };
}

function readPath(value: unknown): SectionPathElement[] {
  if (!Array.isArray(value)) throw new Fault("metadata.section_path must be an array");
  if (value.length > PATH_MAX) throw new Fault(`metadata.section_path may have at most ${PATH_MAX} elements`);
  return value.map((element, i) => {
    const at = `metadata.section_path[${i}]`;
    const { type, label, title } = object(element, at, ["level", "type", "label", "title"]);
    if (!(SECTION_TYPES as readonly unknown[]).includes(type))
      throw new Fault(`${at}.type must be one of ${SECTION_TYPES.join(", ")}`);
    return {
      level: i + 1,
      type: type as SectionPathElement["type"],
      label: lineOrNull(label, `${at}.label`, KEY_MAX) ?? "",
      title: lineOrNull(title, `${at}.title`) ?? "",
    };
  });
}

function object(value: unknown, what: string, fields: readonly string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Fault(`${what} must be an object`);
  const unknown = Object.keys(value).find((name) => !fields.includes(name));
  if (unknown !== undefined) throw new Fault(`${what} has an unknown field ${JSON.stringify(unknown.slice(0, 64))}`);
  return value as Record<string, unknown>;
}

function textOrNull(value: unknown, what: string): string | null {
  if (value === null) return null;
  if (typeof value !== "string" || !value.isWellFormed() || value.includes("\0"))
    throw new Fault(`${what} must be a well-formed text without NUL`);
  return value;
}

function lineOrNull(value: unknown, what: string, max = TITLE_MAX): string | null {
  if (value === undefined || value === null || value === "") return null;
  const problem = problemWithLine(value, max);
  if (problem !== null) throw new Fault(`${what} ${problem}`);
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

function isBox(value: unknown): value is BoundingBox {
  return (
    Array.isArray(value) &&
    value.length === 4 &&
    value.every((side) => typeof side === "number" && Number.isFinite(side))
  );
}

// Field by field: what somebody sent may be nested deeper than a recursive comparison can go.
function isDisplay(given: unknown, display: ChunkDisplay): boolean {
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
