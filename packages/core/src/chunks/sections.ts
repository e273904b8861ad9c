import { SectionId } from "./chunk-id.js";
import type { SectionPathElement, StructuredChunk } from "./structured-chunk.js";

/** A section of a document: the unit of search and of reading. Its chunks follow each other in the document. */
export interface Section {
  /** Its address, unique in its document: `work-rules::ch2::art16`, or the first chunk's id outside every section. */
  readonly id: string;
  /** The place of its first chunk. */
  readonly first: number;
  /** The places at which its parts begin, `first` the first of them: a long section is scored in parts. */
  readonly parts: readonly number[];
  /** The place behind its last chunk. */
  readonly end: number;
}

export type SectionsOf = (chunks: readonly StructuredChunk[]) => readonly Section[];

const SCOPE_TYPES: readonly string[] = ["article", "annex", "supplement"];

/**
 * How many elements of a section_path lead to the scope of its chunk: the innermost article, annex or supplement, else
 * the innermost element; 0 outside every section.
 */
export function scopeDepth(section_path: readonly SectionPathElement[]): number {
  const innermost = section_path.findLastIndex(({ type }) => SCOPE_TYPES.includes(type));
  return innermost < 0 ? section_path.length : innermost + 1;
}

export const isHeading = ({ text_type }: Pick<StructuredChunk, "text_type">): boolean =>
  text_type === "heading" || text_type === "annex_title";

/** The sizes below count UTF-16 units of the text by which a chunk is found. */
const lengthOf = ({ content, content_md }: StructuredChunk) => (content ?? content_md ?? "").length;

/** About the length of a group of chunks outside every section. */
const GROUP = 1_200;
/** A longer section has parts. */
const PART_MAX = 6_000;
/** A part this long ends at the next heading below the section's own. */
const PART_MIN = 1_200;

/** The sections of a whole document, in the order of its chunks, which may be from any ingestion. */
export const sectionsOf: SectionsOf = (chunks) => {
  const sections: Section[] = [];
  const addresses = new Addresses();
  let open: { id: string; first: number; depth: number; length: number; hasText: boolean } | null = null;
  const close = (end: number) => {
    if (open === null) return;
    const { id, first } = open;
    sections.push({ id, first, parts: partsOf(chunks, first, end), end });
  };
  chunks.forEach((chunk, place) => {
    const { section_path } = chunk.metadata;
    const depth = scopeDepth(section_path);
    const scope = section_path.slice(0, depth);
    const length = lengthOf(chunk);
    const heading = isHeading(chunk);
    const begins = heading && depth > 0 && section_path.length === depth;
    const hasRoom = (group: { length: number; hasText: boolean }) =>
      heading ? !group.hasText : group.length + length / 2 <= GROUP;
    const goesOn = (section: NonNullable<typeof open>) =>
      depth === section.depth && (depth === 0 ? hasRoom(section) : !begins && addresses.isAt(scope));
    if (open === null || !goesOn(open)) {
      close(place);
      const address = addresses.open(chunk.doc_id, scope, begins);
      open = { id: depth === 0 ? chunk.chunk_id : address, first: place, depth, length: 0, hasText: false };
    }
    open.length += length;
    open.hasText ||= !heading;
  });
  close(chunks.length);
  return sections;
};

/** Gives out the ids of sections as `structureDocument` does, from the section_path alone. */
class Addresses {
  #root: SectionId | undefined;
  readonly #open: { element: SectionPathElement; id: SectionId; isTaken: boolean }[] = [];

  /** Whether this is the path of the last opened section. */
  isAt(scope: readonly SectionPathElement[]): boolean {
    return this.#open.length === scope.length && this.#common(scope) === scope.length;
  }

  /** @param begins a heading of its own opens the section, so it is not the section of this path that is open */
  open(doc_id: string, scope: readonly SectionPathElement[], begins: boolean): string {
    this.#root ??= SectionId.ofDocument(doc_id);
    const common = this.#common(scope);
    this.#open.length = begins && common === scope.length ? common - 1 : common;
    for (const element of scope.slice(this.#open.length)) {
      const id = (this.#open.at(-1)?.id ?? this.#root).child(element);
      this.#open.push({ element, id, isTaken: false });
    }
    const own = this.#open.at(-1);
    if (own === undefined) return this.#root.prefix;
    if (!own.isTaken) {
      own.isTaken = true;
      return own.id.prefix;
    }
    // Text of a chapter after its articles: a section of its own, while the articles that follow stay in the chapter.
    return (this.#open.at(-2)?.id ?? this.#root).child(own.element).prefix;
  }

  /** How many elements the path shares with the open one. */
  #common(scope: readonly SectionPathElement[]): number {
    const differs = scope.findIndex((element, i) => !isSame(element, this.#open[i]?.element));
    return differs < 0 ? scope.length : differs;
  }
}

const isSame = (a: SectionPathElement, b: SectionPathElement | undefined) =>
  b !== undefined && a.type === b.type && a.label === b.label && a.title === b.title;

/** Cuts a long section at headings below its own and else at chunk borders; each part of a section with text has text. */
function partsOf(chunks: readonly StructuredChunk[], first: number, end: number): number[] {
  const lengths = chunks.slice(first, end).map(lengthOf);
  const parts = [first];
  if (lengths.reduce((sum, length) => sum + length, 0) <= PART_MAX) return parts;
  let length = 0;
  let headings = { count: 0, length: 0 };
  lengths.forEach((own, i) => {
    const place = first + i;
    const heading = isHeading(chunks[place] as StructuredChunk);
    const isFull = heading && headings.count === 0 ? length >= PART_MIN : length + own > PART_MAX;
    const cut = place - headings.count;
    if (isFull && cut > (parts.at(-1) as number)) {
      parts.push(cut);
      length = headings.length;
    }
    length += own;
    headings = heading ? { count: headings.count + 1, length: headings.length + own } : { count: 0, length: 0 };
  });
  // Headings at the end have no text below them, so they belong to the part before.
  if (parts.length > 1 && parts.at(-1) === end - headings.count) parts.pop();
  return parts;
}
