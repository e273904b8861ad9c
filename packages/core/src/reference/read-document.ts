import { type Reader, readerFilter } from "../access/audience.js";
import type { StructuredChunk } from "../chunks/structured-chunk.js";
import type { ChunkStore, FoundPart, PartToRead } from "../documents/chunk-store.js";
import type { PublishedHead } from "../documents/document-head.js";
import type { LifeVersion } from "../documents/readable-lives.js";
import { isRefusal, type Refusal, refuse } from "../errors.js";
import type { JsonText } from "../json-text.js";
import { type LifeDeps, type OtherText, textFor } from "./read-life.js";
import { visibleTo } from "./visible-to.js";

/** Consecutive chunks of one version of a document. */
export interface DocumentPart {
  readonly document: { readonly id: string } & Pick<PublishedHead, "title" | "version" | "published_at">;
  /** How many chunks the document has. */
  readonly total: number;
  /** The place (from 0) of the first of `chunks`. */
  readonly first: number;
  readonly chunks: JsonText<readonly StructuredChunk[]>;
  /** The scope of each of `chunks`: the address of its section. */
  readonly sections: readonly string[];
  /** The annexes and articles that are related to each of these sections, by address. */
  readonly related_sections: FoundPart["related_sections"];
  /** The `cursor` of what is before and after; null at the ends. */
  readonly previous: string | null;
  readonly next: string | null;
}

interface DocumentRequest extends OtherText {
  /** A chunk_id or a section's address; null: from the beginning. */
  readonly around: string | null;
  readonly limit: number;
  /** `previous` or `next` of another part; then `around` is ignored. */
  readonly cursor: string | null;
}

interface DocumentDeps extends LifeDeps {
  readonly chunks: Pick<ChunkStore, "read">;
}

/**
 * A part of a document, to read it in order. Parts of two versions are never joined: a rule whose beginning is of one
 * version and whose end is of another would be a rule that never was.
 */
export async function readDocument(
  document_id: string,
  { around, limit, cursor, ...text }: DocumentRequest,
  reader: Reader,
  deps: DocumentDeps,
): Promise<DocumentPart | Refusal> {
  const part = cursor === null ? { around } : readPosition(cursor);
  if (isRefusal(part)) return part;
  const readText = async (revision: LifeVersion | null) => {
    const read = await deps.chunks.read(document_id, part, limit, readerFilter(reader), revision?.revision_id);
    return visibleTo(read, document_id, reader, deps);
  };
  const found = await textFor(document_id, text, reader, deps, readText);
  if (isRefusal(found)) return found;
  const { revision, total, first, chunks, sections, related_sections } = found;
  if ("revision" in part && part.revision !== revision) return OTHER_VERSION;
  if (first === null && total > 0) return UNKNOWN_CHUNK;
  const begin = first ?? 0;
  const end = begin + sections.length;
  const { document_id: id, ...document } = found.document;
  return {
    document: { id, ...document },
    total,
    first: begin,
    chunks,
    sections,
    related_sections,
    previous: begin > 0 ? `${revision} until ${begin}` : null,
    next: end < total ? `${revision} from ${end}` : null,
  };
}

/** @param cursor as {@link readDocument} wrote it, so far as the caller knows */
function readPosition(cursor: string): PartToRead | Refusal {
  const [, revision, side, digits] = /^([0-9]{1,19}) (from|until) ([0-9]{1,9})$/.exec(cursor) ?? [];
  if (revision === undefined) return FOREIGN_CURSOR;
  return side === "from" ? { revision, from: Number(digits) } : { revision, until: Number(digits) };
}

const UNKNOWN_CHUNK = refuse("CHUNK_NOT_FOUND", { code: "chunk.unknown" });
const OTHER_VERSION = refuse("INVALID_REQUEST", { code: "cursor.other_version" });
const FOREIGN_CURSOR = refuse("INVALID_REQUEST", { code: "cursor.other_list" });
