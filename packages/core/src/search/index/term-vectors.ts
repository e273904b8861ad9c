import { sectionName } from "../../chunks/display.js";
import { isHeading, type Section, scopeDepth, sectionsOf } from "../../chunks/sections.js";
import { FOUND_TEXT_MAX, type StructuredChunk, TEXT_TYPES } from "../../chunks/structured-chunk.js";
import { ownReferenceTerm, referenceTermsOf } from "../text/references.js";
import { termsOf } from "../text/terms.js";
import { katakanaWordsIn } from "../text/words.js";
import { addCounts, type Counts, packCounts } from "./posting-pool.js";
import { StoredTextWriter, type TermCounts } from "./stored-text.js";

/** Before the katakana words of a section: no other term begins with it. They serve the correction of spelling only. */
export const KATAKANA_MARK = "¶";

/**
 * Makes the term vectors of a whole document, in this code's TERMS_VERSION. A hostile text may take long: in a running
 * service this MUST NOT block the thread that answers requests, and MUST end at limits of time (where a transaction
 * waits: shorter than the database lets it idle) and memory.
 *
 * @param chunks all of the document, in reading order
 * @throws UnreadableDocumentError at the limits
 */
export type MakeVectors = (title: string, chunks: readonly StructuredChunk[]) => Promise<Uint8Array>;

/** The term vectors of a document of which only the title can be searched. */
export const vectorsWithoutText = (): Uint8Array => makeTermVectors("", []);

/**
 * Makes the term vectors of a revision: everything that the index of sections needs of its chunks, as one compact
 * value; `holdDocument` reads it.
 *
 * A part of a section has all terms of its chunks. The title of a section is the name of its scope with the annex, its
 * breadcrumb the sections around it and the document's title. Sections of nothing but headings have no terms: a heading
 * alone is never a result.
 */
export function makeTermVectors(title: string, chunks: readonly StructuredChunk[]): Uint8Array {
  const writer = new VectorWriter(title, chunks);
  for (const section of sectionsOf(chunks)) writer.addSection(section);
  return writer.done();
}

/** Writes the sections of a revision. */
class VectorWriter {
  readonly #texts = new TextReader();
  readonly #out = new StoredTextWriter();

  constructor(
    private readonly title: string,
    private readonly chunks: readonly StructuredChunk[],
  ) {}

  addSection({ id, first, parts, end }: Section): void {
    const own = this.chunks.slice(first, end);
    const names = namesOf(this.title, own);
    const [firstChunk] = own as [StructuredChunk];
    const { heads } = this.#out;
    heads.number(own.length);
    for (const address of [id, firstChunk.chunk_id]) heads.text(withoutPrefix(address, `${firstChunk.doc_id}::`));
    heads.text(names.shown);
    if (own.every(isHeading)) for (const chunk of own) this.#addChunk(chunk, 0, new FieldCounts());
    else for (const [part, from] of parts.entries()) this.#addUnit(part, from, parts[part + 1] ?? end, names);
    this.#out.sections += 1;
  }

  #addUnit(part: number, place: number, end: number, names: SectionNames): void {
    const counts = new FieldCounts();
    const inChunks = new Set<string>();
    let length = 0;
    for (const chunk of this.chunks.slice(place, end)) {
      const inChunk = new FieldCounts();
      const body = isHeading(chunk) ? "" : bodyOf(chunk);
      addFields(inChunk, names.of(chunk), this.#texts);
      const own = addBody(inChunk, body, this.#texts);
      length += own;
      addBody(counts, body, this.#texts);
      for (const word of katakanaOf(`${chunk.display.title}\n${body}`)) counts.add(KATAKANA_MARK + word, "body");
      for (const term of inChunk.terms()) inChunks.add(term);
      this.#addChunk(chunk, own, inChunk);
    }
    addFields(counts, names.section, this.#texts);
    // Titles below the section's own, once each.
    for (const term of inChunks) if (!counts.has(term)) counts.add(term, "body");
    const unit = { section: this.#out.sections, part, place, chunks: end - place, length };
    this.#out.addUnit(unit, this.#numbered(counts));
  }

  #addChunk({ text_type }: StructuredChunk, length: number, counts: FieldCounts): void {
    this.#out.addChunk(TEXT_TYPES.indexOf(text_type), length, this.#numbered(counts));
  }

  #numbered(counts: FieldCounts): TermCounts {
    return Array.from(counts.entries(), ([term, packed]) => [this.#out.numberOf(term), packed] as const);
  }

  done(): Uint8Array {
    return this.#out.done();
  }
}

interface FieldTexts {
  readonly title: string;
  readonly breadcrumb: string;
  /** The reference to the section itself, as a term of its title. */
  readonly reference: string | null;
}

type SectionNames = ReturnType<typeof namesOf>;

/** The titles of a section and of its chunks. Outside every section, headings are titles of the text that follows. */
function namesOf(document_title: string, chunks: readonly StructuredChunk[]) {
  const { section_path, annex_title } = (chunks[0] as StructuredChunk).metadata;
  const depth = scopeDepth(section_path);
  const scope = section_path.slice(0, depth);
  const last = scope.at(-1);
  const headings = chunks.filter(isHeading).map(({ content }) => (content ?? "").trim());
  const shown = last === undefined ? headings.join(" ") : sectionName(last);
  const annex = annex_title === null || annex_title === shown ? "" : annex_title;
  const reference = ownReferenceTerm(scope);
  const breadcrumbOf = (names: readonly string[]) => [...names, document_title].join("\n");
  const section: FieldTexts = {
    title: [shown, annex].join("\n"),
    breadcrumb: breadcrumbOf(scope.slice(0, -1).map(sectionName)),
    reference,
  };
  return {
    shown,
    section,
    of: ({ metadata, display }: StructuredChunk): FieldTexts => {
      if (metadata.section_path.length === depth && metadata.annex_title === annex_title) return section;
      const around = metadata.section_path.slice(0, -1).map(sectionName);
      return { title: display.title, breadcrumb: breadcrumbOf(around), reference };
    },
  };
}

function addFields(counts: FieldCounts, { title, breadcrumb, reference }: FieldTexts, texts: TextReader): void {
  for (const term of texts.read(title).terms) counts.add(term, "title");
  if (reference !== null) counts.add(reference, "title");
  for (const term of texts.read(breadcrumb).terms) counts.add(term, "breadcrumb");
}

/** @returns the length of the text, in terms */
function addBody(counts: FieldCounts, body: string, texts: TextReader): number {
  const { terms, length } = texts.read(body);
  for (const term of terms) counts.add(term, "body");
  for (const { text } of referenceTermsOf(body)) counts.add(text, "body");
  return length;
}

/**
 * The key:value text of a table has every word of the table; where another ingestion left it out, the Markdown has
 * them. Chunks stored before texts had a limit are found by the beginning of their text.
 */
function bodyOf({ content, content_md }: StructuredChunk): string {
  return (content ?? content_md ?? "").slice(0, FOUND_TEXT_MAX);
}

const KANJI = /^\p{Unified_Ideograph}$/u;
const ALL_KANJI = /\p{Unified_Ideograph}/gu;

interface ReadText {
  /** Those of the tokeniser, and each single kanji as often as it occurs, not only at the end of a run. */
  readonly terms: readonly string[];
  /** In terms of the tokeniser. */
  readonly length: number;
}

/** Remembers the last texts: sections and their chunks share titles, and each body is counted twice. */
class TextReader {
  #last: { readonly text: string; readonly read: ReadText }[] = [];

  read(text: string): ReadText {
    const known = this.#last.find((entry) => entry.text === text);
    if (known !== undefined) return known.read;
    const terms = termsOf(text).map((term) => term.text);
    const kanji = text.normalize("NFKC").match(ALL_KANJI) ?? [];
    const read = { terms: [...terms.filter((term) => !KANJI.test(term)), ...kanji], length: terms.length };
    this.#last = [{ text, read }, ...this.#last.slice(0, 3)];
    return read;
  }
}

/** Its words of katakana: the tokeniser keeps only their pairs. */
const katakanaOf = (text: string) => new Set(Array.from(katakanaWordsIn(text), (word) => word.text));

/** In UTF-16 units. The tokeniser's words are shorter; a longer reference is none. */
const TERM_MAX = 255;

type Field = "title" | "breadcrumb" | "body";

/** How often each term is in the fields of one section or chunk. */
class FieldCounts {
  readonly #counts = new Map<string, Counts>();

  add(term: string, field: Field): void {
    if (term.length > TERM_MAX) return;
    const one =
      field === "title" ? packCounts(1, 0, 0) : field === "breadcrumb" ? packCounts(0, 1, 0) : packCounts(0, 0, 1);
    const known = this.#counts.get(term);
    this.#counts.set(term, known === undefined ? one : addCounts(known, one));
  }

  has(term: string): boolean {
    return this.#counts.has(term);
  }

  terms(): Iterable<string> {
    return this.#counts.keys();
  }

  entries(): Iterable<readonly [string, Counts]> {
    return this.#counts;
  }
}

const withoutPrefix = (id: string, prefix: string) => (id.startsWith(prefix) ? id.slice(prefix.length) : id);
