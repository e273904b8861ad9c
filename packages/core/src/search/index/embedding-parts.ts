import { createHash } from "node:crypto";
import { sectionName } from "../../chunks/display.js";
import { isHeading, sectionsOf } from "../../chunks/sections.js";
import type { StructuredChunk } from "../../chunks/structured-chunk.js";

/** Some chunks of one section that follow each other, as one text to embed. */
export interface EmbeddingPart {
  /** The place of its first chunk. */
  readonly place: number;
  readonly chunks: number;
  readonly text: string;
  /** SHA-256 of the text. */
  readonly hash: Uint8Array;
}

/** The sizes below count UTF-16 units. Chunks are joined up to this length: most models read about 500 tokens. */
const PART = 1_000;
/** A sub-heading begins a new part if the part before has this length. */
const PART_MIN = 500;
/** The longest text that is not cut: a long chunk, or a part with many headings. */
const TEXT_MAX = 1_200;
/** It is cut at the end of a sentence or line if that leaves this much. */
const CUT_MIN = 600;
const NAMES_MAX = 300;
const SEPARATOR = " > ";
/** A sentence ends behind a sign of the first kind, or before white space behind one of the second. */
const SENTENCE_END = /[。！？\n]|[.!?](?=\s)/g;

/**
 * The parts of a document for search by meaning. Every chunk with text is in exactly one part; the parts of a section
 * follow each other without a gap. A section of nothing but headings has none.
 *
 * A text begins with the names of the sections around it. The document's title stands in only where there are none:
 * it often names the year, and every edition would be embedded again without effect on search.
 *
 * @param chunks the whole document, in reading order
 */
export function embeddingParts(title: string, chunks: readonly StructuredChunk[]): EmbeddingPart[] {
  return sectionsOf(chunks).flatMap(({ first, end }) =>
    rangesOf(chunks, first, end).map(([from, to]) => partOf(title, chunks.slice(from, to), from)),
  );
}

const textOf = ({ content, content_md }: StructuredChunk) => (content ?? content_md ?? "").trim();
const hasText = (chunk: StructuredChunk) => !isHeading(chunk) && textOf(chunk) !== "";

/** Cuts a section at chunk borders; each range has text, and headings stay with the text below them. */
function rangesOf(chunks: readonly StructuredChunk[], first: number, end: number): [from: number, to: number][] {
  const starts: number[] = [];
  let length = 0;
  let headings = 0;
  for (let place = first; place < end; place += 1) {
    const chunk = chunks[place] as StructuredChunk;
    if (isHeading(chunk)) {
      headings += 1;
      continue;
    }
    if (!hasText(chunk)) continue;
    const own = textOf(chunk).length + 1;
    const isFull = length + own > PART || (headings > 0 && length >= PART_MIN);
    if (starts.length === 0) starts.push(first);
    else if (isFull) starts.push(place - headingsBefore(chunks, place));
    length = isFull ? own : length + own;
    headings = 0;
  }
  return starts.map((from, i) => [from, starts[i + 1] ?? end]);
}

function headingsBefore(chunks: readonly StructuredChunk[], place: number): number {
  let count = 0;
  while (count < place && isHeading(chunks[place - count - 1] as StructuredChunk)) count += 1;
  return count;
}

function partOf(title: string, chunks: readonly StructuredChunk[], place: number): EmbeddingPart {
  const text = `${namesOf(title, chunks)}\n${bodyOf(chunks)}`;
  return { place, chunks: chunks.length, text, hash: createHash("sha256").update(text).digest() };
}

function namesOf(title: string, chunks: readonly StructuredChunk[]): string {
  const names = pathOfText(chunks)
    .map(sectionName)
    .filter((name) => name !== "");
  const line = names.length === 0 ? title : names.join(SEPARATOR);
  // The innermost names say most.
  return line.length <= NAMES_MAX ? line : wellCut(line, line.length - NAMES_MAX, line.length);
}

const pathOfText = (chunks: readonly StructuredChunk[]) => chunks.find(hasText)?.metadata.section_path ?? [];

function bodyOf(chunks: readonly StructuredChunk[]): string {
  const begins = chunks.findIndex(hasText);
  const isNamed = pathOfText(chunks).length > 0;
  // The names already have the headings above the first text.
  const shown = isNamed ? chunks.slice(begins) : chunks;
  const texts = shown.map(textOf).filter((text) => text !== "");
  return shortened(texts.join("\n"));
}

function shortened(text: string): string {
  if (text.length <= TEXT_MAX) return text;
  let end = 0;
  for (const { index } of text.slice(0, PART).matchAll(SENTENCE_END)) end = index + 1;
  return wellCut(text, 0, end >= CUT_MIN ? end : PART).trim();
}

/** A slice that cuts no surrogate pair. */
function wellCut(text: string, from: number, to: number): string {
  const isInside = (at: number) => at > 0 && at < text.length && (text.codePointAt(at - 1) as number) > 0xffff;
  return text.slice(isInside(from) ? from + 1 : from, isInside(to) ? to - 1 : to);
}
