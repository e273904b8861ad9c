import { sectionName } from "../../chunks/display.js";
import { isHeading, type Section, scopeDepth, sectionsOf } from "../../chunks/sections.js";
import { FOUND_TEXT_MAX, type StructuredChunk, TEXT_TYPES } from "../../chunks/structured-chunk.js";
import { ownReferenceTerm, referenceTermsOf } from "../text/references.js";
import { termsOf } from "../text/terms.js";
import { katakanaWordsIn } from "../text/words.js";
import { ByteReader, ByteWriter } from "./bytes.js";
import { addCounts, type Counts, packCounts } from "./posting-pool.js";

/** Before the katakana words of a section: no other term begins with it. They serve the correction of spelling only. */
export const KATAKANA_MARK = "¶";

/** The term vectors of a document of which only the title can be searched. */
export const vectorsWithoutText = (): Uint8Array => makeTermVectors("", []);

/**
 * Makes the term vectors of a revision: everything that the index of sections needs of its chunks, as one compact
 * value; `readTermVectors` reads it.
 *
 * A part of a section has all terms of its chunks. The title of a section is the name of its scope with the annex, its
 * breadcrumb the sections around it and the document's title. Sections of nothing but headings have no terms: a heading
 * alone is never a result.
 */
export function makeTermVectors(title: string, chunks: readonly StructuredChunk[]): Uint8Array {
  const sections = sectionsOf(chunks);
  const texts = new TextReader();
  const terms = new LocalTerms();
  const lengths = new Array<number>(chunks.length).fill(0);
  const shapes = sections.map((section) => addSection({ title, chunks, texts }, section, terms, lengths));
  return written(chunks, sections, shapes, terms, lengths);
}

interface SectionShape {
  readonly title: string;
  /** The lengths of its parts, in terms; empty if it has no text. */
  readonly lengths: readonly number[];
}

interface Revision {
  readonly title: string;
  readonly chunks: readonly StructuredChunk[];
  readonly texts: TextReader;
}

function addSection(
  { title, chunks, texts }: Revision,
  section: Section,
  terms: LocalTerms,
  lengths: number[],
): SectionShape {
  const own = chunks.slice(section.first, section.end);
  const names = namesOf(title, own);
  if (own.every(isHeading)) return { title: names.shown, lengths: [] };
  const parts = section.parts.map((from, i) => ({ from, end: section.parts[i + 1] ?? section.end }));
  return {
    title: names.shown,
    lengths: parts.map(({ from, end }) => {
      const part = new FieldCounts();
      const inChunks = new Set<string>();
      let length = 0;
      for (let place = from; place < end; place += 1) {
        const chunk = chunks[place] as StructuredChunk;
        const counts = new FieldCounts();
        const body = isHeading(chunk) ? "" : bodyOf(chunk);
        addFields(counts, names.of(chunk), texts);
        lengths[place] = addBody(counts, body, texts);
        length += lengths[place] as number;
        addBody(part, body, texts);
        for (const word of katakanaOf(`${chunk.display.title}\n${body}`)) part.add(KATAKANA_MARK + word, "body");
        for (const term of counts.terms()) inChunks.add(term);
        terms.addChunk(place, counts);
      }
      addFields(part, names.section, texts);
      // Titles below the section's own, once each.
      for (const term of inChunks) if (!part.has(term)) part.add(term, "body");
      terms.addUnit(part);
      return length;
    }),
  };
}

interface FieldTexts {
  readonly title: string;
  readonly breadcrumb: string;
  /** The reference to the section itself, as a term of its title. */
  readonly reference: string | null;
}

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

  entries(): Iterable<[string, Counts]> {
    return this.#counts;
  }
}

/** For one term: numbers of units or places of chunks, each followed by its counts. */
interface TermLists {
  readonly units: number[];
  readonly chunks: number[];
}

/** The terms of one revision, each with where it is: the index adds one term after the other. */
class LocalTerms {
  readonly lists = new Map<string, TermLists>();
  units = 0;

  addUnit(counts: FieldCounts): void {
    for (const [term, packed] of counts.entries()) this.#of(term).units.push(this.units, packed);
    this.units += 1;
  }

  addChunk(place: number, counts: FieldCounts): void {
    for (const [term, packed] of counts.entries()) this.#of(term).chunks.push(place, packed);
  }

  #of(term: string): TermLists {
    const known = this.lists.get(term);
    if (known !== undefined) return known;
    const made = { units: [], chunks: [] };
    this.lists.set(term, made);
    return made;
  }
}

function written(
  chunks: readonly StructuredChunk[],
  sections: readonly Section[],
  shapes: readonly SectionShape[],
  { lists, units }: LocalTerms,
  lengths: readonly number[],
): Uint8Array {
  const out = new ByteWriter();
  const terms = [...lists.keys()];
  const ofDocument = `${chunks[0]?.doc_id ?? ""}::`;
  for (const count of [chunks.length, sections.length, units, terms.length]) out.number(count);
  for (const term of terms) out.byte(term.length);
  for (const term of terms) out.signs(term);
  chunks.forEach(({ text_type }, place) => {
    out.byte(TEXT_TYPES.indexOf(text_type));
    out.number(lengths[place] as number);
  });
  sections.forEach(({ id, first, parts, end }, i) => {
    const shape = shapes[i] as SectionShape;
    out.number(end - first);
    out.number(shape.lengths.length);
    shape.lengths.forEach((length, part) => {
      out.number((parts[part] as number) - first);
      out.number(length);
    });
    out.text(withoutPrefix(id, ofDocument));
    out.text(withoutPrefix((chunks[first] as StructuredChunk).chunk_id, ofDocument));
    out.text(shape.title);
  });
  for (const { units: inUnits, chunks: inChunks } of lists.values()) {
    writeList(out, inUnits);
    writeList(out, inChunks);
  }
  return out.done();
}

const withoutPrefix = (id: string, prefix: string) => (id.startsWith(prefix) ? id.slice(prefix.length) : id);

function writeList(out: ByteWriter, list: readonly number[]): void {
  out.number(list.length / 2);
  let before = 0;
  for (let i = 0; i < list.length; i += 2) {
    out.number((list[i] as number) - before);
    out.byte(list[i + 1] as number);
    before = list[i] as number;
  }
}

/** Makes the term vectors of a whole document, in this code's TERMS_VERSION. */
export interface VectorMaker {
  /**
   * A hostile text may take long: in a running service this MUST NOT block the thread that answers requests, and MUST
   * end at limits of time (where a transaction waits: shorter than the database lets it idle) and memory.
   *
   * @param chunks all of the document, in reading order
   * @throws UnreadableDocumentError at the limits
   */
  make(title: string, chunks: readonly StructuredChunk[]): Promise<Uint8Array>;
}

/** One section of stored vectors. */
interface StoredSection {
  /** How many chunks it has. */
  readonly chunks: number;
  /** Empty if it has no text. */
  readonly parts: readonly { readonly first: number; readonly length: number }[];
  /** Where its id, the id of its first chunk and its title are: three texts. */
  readonly texts: { readonly from: number; readonly to: number };
}

/** The value that `makeTermVectors` wrote, opened. */
export interface StoredVectors {
  readonly bytes: Uint8Array;
  readonly units: number;
  /** The signs of all terms, one term after the other. */
  readonly signs: Uint16Array;
  /** The lengths of the terms in `signs`. */
  readonly lengths: Uint8Array;
  /** For each chunk the index of its text_type. */
  readonly types: Uint8Array;
  readonly chunk_lengths: Uint32Array;
  readonly sections: readonly StoredSection[];
  /** Where the lists begin: for each term the units, then the chunks that have it. */
  readonly lists: number;
}

export function openVectors(bytes: Uint8Array): StoredVectors {
  const reader = new ByteReader(bytes, 0);
  const chunks = reader.number();
  const sectionCount = reader.number();
  const units = reader.number();
  const terms = reader.number();
  const lengths = bytes.subarray(reader.at, reader.at + terms);
  reader.at += terms;
  let count = 0;
  for (const length of lengths) count += length;
  const signs = new Uint16Array(count);
  for (let i = 0; i < count; i += 1) {
    signs[i] = (bytes[reader.at + 2 * i] as number) | ((bytes[reader.at + 2 * i + 1] as number) << 8);
  }
  reader.at += 2 * count;
  const types = new Uint8Array(chunks);
  const chunk_lengths = new Uint32Array(chunks);
  for (let place = 0; place < chunks; place += 1) {
    types[place] = reader.byte();
    chunk_lengths[place] = reader.number();
  }
  const sections: StoredSection[] = [];
  for (let i = 0; i < sectionCount; i += 1) sections.push(openSection(reader));
  return { bytes, units, signs, lengths, types, chunk_lengths, sections, lists: reader.at };
}

function openSection(reader: ByteReader): StoredSection {
  const chunks = reader.number();
  const parts = Array.from({ length: reader.number() }, () => ({ first: reader.number(), length: reader.number() }));
  const from = reader.at;
  for (let i = 0; i < 3; i += 1) reader.skipText();
  return { chunks, parts, texts: { from, to: reader.at } };
}
