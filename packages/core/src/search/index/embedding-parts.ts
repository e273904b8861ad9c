import { createHash } from "node:crypto";
import { sectionName } from "../../chunks/display.js";
import { isHeading, type Section, sectionsOf } from "../../chunks/sections.js";
import type { StructuredChunk } from "../../chunks/structured-chunk.js";

/** A short text of one section, to embed. */
export interface EmbeddingPart {
  /** The place of the first chunk that it has text of. */
  readonly place: number;
  /** How many chunks it has text of; two parts may share a long one. */
  readonly chunks: number;
  readonly text: string;
  /** SHA-256 of the text. */
  readonly hash: Uint8Array;
}

/** About 100 tokens: this many signs of Latin script, or 160 of Japanese. Short parts find better than long ones. */
const PART = 400;
const WIDE_SIGN = PART / 160;
/** From here on: CJK, kana and Hangul, with their punctuation. */
const WIDE = 0x2e80;
/** A sentence without an end is cut; one of this size is not. */
const SENTENCE_MAX = 2 * PART;
const NAMES_MAX = 300;
const SEPARATOR = " > ";
/** A sentence ends behind a sign of the first kind, or with the white space behind one of the second. */
const SENTENCES = /[\s\S]*?(?:[。！？\n]+|[.!?]\s+|$)/g;
const LINES = /[^\n]*\n*/g;

/**
 * The parts of a document for search by meaning. Every chunk with text is in at least one part. A chunk is cut only if
 * it is longer than a part, between sentences, and a table only between rows. A section of nothing but headings has none.
 *
 * A text begins with the title of the document and the names of the sections around it.
 *
 * @param chunks the whole document, in reading order
 */
export function embeddingParts(title: string, chunks: readonly StructuredChunk[]): EmbeddingPart[] {
  return sectionsOf(chunks).flatMap((section) => partsOf(title, chunks, section));
}

interface OpenPart {
  readonly names: string;
  readonly place: number;
  end: number;
  text: string;
  size: number;
}

function partsOf(title: string, chunks: readonly StructuredChunk[], { first, end }: Section): EmbeddingPart[] {
  const parts: OpenPart[] = [];
  let heading = "";
  for (let place = first; place < end; place += 1) {
    const chunk = chunks[place] as StructuredChunk;
    const { section_path } = chunk.metadata;
    const text = (chunk.content ?? chunk.content_md ?? "").trim();
    if (isHeading(chunk)) heading = text;
    if (isHeading(chunk) || text === "") continue;
    const around = section_path.length > 0 ? section_path.map(sectionName) : [heading];
    const names = namesOf([title, ...around]);
    const pieces = sizeOf(text) <= PART ? [text] : piecesOf(chunk, text);
    for (const [i, piece] of pieces.entries()) {
      const part = parts.at(-1);
      const size = sizeOf(piece);
      const hasRoom = part?.names === names && part.size + size <= PART && (i > 0 || pieces.length === 1);
      if (part === undefined || !hasRoom) parts.push({ names, place, end: place + 1, text: piece, size });
      else {
        part.text += i === 0 ? `\n${piece}` : piece;
        part.size += size;
        part.end = place + 1;
      }
    }
  }
  return parts.map(({ names, place, end: behind, text: body }) => {
    const text = `${names}\n${body.trim()}`;
    return { place, chunks: behind - place, text, hash: createHash("sha256").update(text).digest() };
  });
}

/** In signs of Latin script. */
function sizeOf(text: string): number {
  let size = 0;
  for (let i = 0; i < text.length; i += 1) size += text.charCodeAt(i) < WIDE ? 1 : WIDE_SIGN;
  return size;
}

function piecesOf({ text_type }: StructuredChunk, text: string): string[] {
  const pieces = text.match(text_type === "table" ? LINES : SENTENCES) as string[];
  return pieces.filter((piece) => piece.trim() !== "").flatMap((piece) => (text_type === "table" ? piece : cut(piece)));
}

function cut(sentence: string): string[] {
  if (sizeOf(sentence) <= SENTENCE_MAX) return [sentence];
  const signs = [...sentence];
  const length = Math.floor(PART / (sizeOf(sentence) / signs.length));
  return Array.from({ length: Math.ceil(signs.length / length) }, (_, i) =>
    signs.slice(i * length, (i + 1) * length).join(""),
  );
}

function namesOf(names: readonly string[]): string {
  const line = names.filter((name) => name !== "").join(SEPARATOR);
  // The innermost names say most. A cut surrogate pair is one sign less.
  return line.length <= NAMES_MAX ? line : line.slice(-NAMES_MAX).replace(/^[\udc00-\udfff]/, "");
}
