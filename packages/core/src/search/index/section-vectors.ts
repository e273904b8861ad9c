import { pointsOf } from "../ranking/points.js";
import { SCORE_UNIT } from "../ranking/search-hits.js";
import { ByteReader, ByteWriter } from "./bytes.js";
import { headsOf, type SectionHead, type Totals } from "./held-document.js";
import type { DocumentMeaning } from "./index-source.js";
import type { Counts } from "./posting-pool.js";
import { StoredTextWriter, type StoredUnit, type TermCounts } from "./stored-text.js";
import { SCALE_BYTES, unpackVector } from "./vector-memory.js";

interface StoredChunk {
  /** The index of its text_type. */
  readonly type: number;
  /** In terms. */
  readonly length: number;
  readonly counts: TermCounts;
}

interface CountedUnit extends StoredUnit {
  readonly counts: TermCounts;
}

/** Stored term vectors, see `makeTermVectors`, as objects. */
interface StoredText {
  readonly terms: readonly string[];
  readonly heads: readonly Uint8Array[];
  readonly chunks: readonly StoredChunk[];
  readonly units: readonly CountedUnit[];
}

/** A section, as an index outside the process keeps it. */
export interface StoredSection {
  /** Of its first chunk in the document. */
  readonly place: number;
  /** Whether it is outside every section of a document that has sections. */
  readonly around: boolean;
  /** The term vectors of this section alone. */
  readonly vectors: Uint8Array;
  /** Its vectors of meaning, perhaps none, packed by {@link packParts}; null: its document has none. */
  readonly meaning: Uint8Array | null;
}

/** What an index outside the process must know of a section to find it. */
export interface FoundBy extends Pick<SectionHead, "title"> {
  /**
   * Its terms with the points that each of weight 1 adds to a score, of the best part and of the best chunk, see
   * `pointsOf`, where means are usual. None of a section of nothing but headings, which only its title finds.
   */
  readonly terms: ReadonlyMap<string, number>;
  /** By the index of a text_type: the terms in any field of its chunks of this type. */
  readonly byType: ReadonlyMap<number, ReadonlySet<string>>;
  /** The vectors of its parts, as exact as they are stored. */
  readonly partVectors: readonly Float32Array[];
}

/** About how many terms a part and a chunk have: readers' means differ, and an index has to know none of them. */
const USUAL = { part: 250, chunk: 100 };

/** A section of a revision on its way into an index. */
export type IndexedSection = StoredSection & FoundBy;

export interface SplitText {
  readonly totals: Totals;
  readonly sections: readonly IndexedSection[];
}

/** The sections of a whole revision, in their order. */
export function splitSections(vectors: Uint8Array, meaning: DocumentMeaning | null): SplitText {
  const text = readText(vectors);
  const heads = text.heads.map((head) => [...headsOf({ document_id: "", heads: head })][0] as SectionHead);
  const isOutside = heads.map(({ section_id, chunk_id }) => section_id === chunk_id);
  const hasSections = isOutside.includes(false);
  const units: CountedUnit[][] = heads.map(() => []);
  for (const unit of text.units) units[unit.section]?.push(unit);
  let place = 0;
  const sections = heads.map(({ chunks: count, title }, i) => {
    const from = place;
    place += count;
    const chunks = text.chunks.slice(from, place);
    const own = units[i] as CountedUnit[];
    const packed = meaning && packParts(meaning, from, place);
    return {
      place: from,
      around: hasSections && (isOutside[i] as boolean),
      vectors: writeSection(text, i, from, { chunks, units: own }),
      meaning: packed,
      partVectors: packed === null ? [] : readParts(packed).vectors.map(unpackVector),
      title,
      ...foundBy(text.terms, own, chunks),
    };
  });
  return { totals: totalsOf(text), sections };
}

function foundBy(texts: readonly string[], units: readonly CountedUnit[], chunks: readonly StoredChunk[]) {
  const byType = new Map<number, Set<string>>();
  if (units.length === 0) return { terms: new Map<string, number>(), byType };
  const [ofParts, ofChunks] = [new Map<number, number>(), new Map<number, number>()];
  for (const { length, counts } of units) keepMost(ofParts, counts, length, USUAL.part);
  for (const { type, length, counts } of chunks) {
    keepMost(ofChunks, counts, length, USUAL.chunk);
    const own = byType.get(type) ?? new Set();
    byType.set(type, own);
    for (const [term] of counts) own.add(texts[term] as string);
  }
  const terms = Array.from(
    ofParts,
    ([term, points]) => [texts[term] as string, points + (ofChunks.get(term) ?? 0)] as const,
  );
  return { terms: new Map(terms), byType };
}

/** Keeps the most points that each term makes. */
function keepMost(points: Map<number, number>, counts: TermCounts, length: number, mean: number): void {
  for (const [term, packed] of counts)
    points.set(term, Math.max(points.get(term) ?? 0, pointsOf(1, packed, length, mean) / SCORE_UNIT));
}

/** What the index answers of a stored section. */
export function headOf(document_id: string, { vectors }: Pick<StoredSection, "vectors">): SectionHead {
  const [heads] = readText(vectors).heads as [Uint8Array];
  return [...headsOf({ document_id, heads })][0] as SectionHead;
}

/**
 * The term vectors and the vectors of meaning of a document of which only some sections are there, each at its place.
 *
 * @param asked the terms that count, and the beginnings of such terms; all others are left out
 */
export function joinSections(
  sections: readonly StoredSection[],
  asked: AskedTerms,
): { readonly vectors: Uint8Array; readonly meaning: DocumentMeaning | null } {
  const ordered = sections.toSorted((a, b) => a.place - b.place);
  const out = new StoredTextWriter();
  for (const section of ordered) addSection(section, asked, out);
  // Text is `around` only beside a section.
  if (ordered.some(({ around }) => around)) out.heads.bytes(SECTION_HEAD);
  return { vectors: out.done(), meaning: joinParts(ordered) };
}

/** Terms of a question, whole or as beginnings. */
export class AskedTerms {
  readonly #whole: ReadonlySet<string>;
  /** A bit for each length, by {@link keyOf} of a term: most terms of a section differ from all in these. */
  readonly #lengths = new Int32Array(KEYS);

  constructor(
    whole: Iterable<string>,
    private readonly beginnings: readonly string[],
  ) {
    this.#whole = new Set(whole);
    for (const term of this.#whole) {
      const key = keyOf(term.charCodeAt(0), term.charCodeAt(term.length - 1));
      this.#lengths[key] = (this.#lengths[key] as number) | (1 << term.length);
    }
  }

  /** The term with these signs, of two bytes each, the lower first; null: it is not asked. */
  find(signs: Uint8Array, from: number, length: number): string | null {
    const last = from + 2 * (length - 1);
    const key = keyOf(signs[from] as number, signs[last] as number);
    if ((((this.#lengths[key] as number) >>> length) & 1) === 0 && this.beginnings.length === 0) return null;
    const term = String.fromCharCode(...new ByteReader(signs, from).signs(length));
    const isAsked = this.#whole.has(term) || this.beginnings.some((beginning) => term.startsWith(beginning));
    return isAsked ? term : null;
  }
}

const KEYS = 1 << 16;
/** Of the first and the last UTF-16 unit of a term, by their lower halves. */
const keyOf = (first: number, last: number) => ((first & 0xff) << 8) | (last & 0xff);

/** Adds a section to a text of its document, from its bytes: an answer has to wait for 300 of them. */
function addSection({ place, vectors }: StoredSection, asked: AskedTerms, out: StoredTextWriter): void {
  const reader = new ByteReader(vectors);
  const [terms, chunks, units, headsLength] = [reader.number(), reader.number(), reader.number(), reader.number()];
  const numbers = readAsked(reader, terms, asked, out);
  while (out.chunks < place) out.addChunk(...NO_CHUNK);
  out.heads.bytes(reader.bytes(headsLength));
  for (let i = 0; i < chunks; i += 1) out.addChunk(reader.byte(), reader.number(), readCounts(reader, numbers));
  for (let i = 0; i < units; i += 1) {
    const unit = readUnit(reader);
    out.addUnit({ ...unit, section: out.sections, place: place + unit.place }, readCounts(reader, numbers));
  }
  out.sections += 1;
}

/** For each term of a section its number in another text; −1: it is left out. */
function readAsked(reader: ByteReader, count: number, asked: AskedTerms, out: StoredTextWriter): Int32Array {
  const numbers = new Int32Array(count).fill(-1);
  const lengths = reader.bytes(count);
  let end = 0;
  for (let i = 0; i < count; i += 1) end += 2 * (lengths[i] as number);
  const signs = reader.bytes(end);
  for (let i = 0, from = 0; i < count; i += 1) {
    const length = lengths[i] as number;
    const term = asked.find(signs, from, length);
    from += 2 * length;
    if (term !== null) numbers[i] = out.numberOf(term);
  }
  return numbers;
}

function readUnit(reader: ByteReader): StoredUnit {
  const [section, part, place] = [reader.number(), reader.number(), reader.number()];
  return { section, part, place, chunks: reader.number(), length: reader.number() };
}

/** @param numbers the numbers of the terms in another text, −1 for those to leave out; absent: as they are */
function readCounts(reader: ByteReader, numbers?: Int32Array): TermCounts {
  const counts: [term: number, counts: Counts][] = [];
  for (let left = reader.number(), term = 0; left > 0; left -= 1) {
    term += reader.number();
    const packed = reader.byte();
    const number = numbers === undefined ? term : (numbers[term] as number);
    if (number >= 0) counts.push([number, packed]);
  }
  return counts;
}

/** A chunk that is not there: its type, its length, and no terms. */
const NO_CHUNK = [0, 0, []] as const;
const SECTION_HEAD = writeHead({ chunks: 0, section_id: "section", chunk_id: "", title: "" });

function writeHead({ chunks, section_id, chunk_id, title }: SectionHead): Uint8Array {
  const out = new ByteWriter();
  out.number(chunks);
  for (const text of [section_id, chunk_id, title]) out.text(text);
  return out.done();
}

/** The vectors of the parts that begin between two places, with these places counted from the first one. */
function packParts({ dimensions, parts, vectors }: DocumentMeaning, from: number, end: number): Uint8Array {
  const size = SCALE_BYTES + dimensions;
  const own = parts.flatMap(({ place, chunks }, i) => (place >= from && place < end ? { place, chunks, i } : []));
  const out = new ByteWriter();
  out.number(dimensions);
  out.number(own.length);
  for (const { place, chunks } of own) {
    out.number(place - from);
    out.number(chunks);
  }
  for (const { i } of own) out.bytes(vectors.subarray(i * size, (i + 1) * size));
  return out.done();
}

function readParts(packed: Uint8Array) {
  const reader = new ByteReader(packed);
  const [dimensions, count] = [reader.number(), reader.number()];
  const parts = Array.from({ length: count }, () => ({ place: reader.number(), chunks: reader.number() }));
  return { dimensions, parts, vectors: parts.map(() => reader.bytes(SCALE_BYTES + dimensions)) };
}

/** The parts of the sections that have some, and their vectors; null: no section belongs to a document with vectors. */
function joinParts(sections: readonly StoredSection[]): DocumentMeaning | null {
  const parts: { place: number; chunks: number }[] = [];
  const vectors = new ByteWriter();
  let dimensions: number | null = null;
  for (const { place, meaning } of sections.toSorted((a, b) => a.place - b.place)) {
    if (meaning === null) continue;
    const own = readParts(meaning);
    dimensions = own.dimensions;
    parts.push(...own.parts.map((part) => ({ ...part, place: place + part.place })));
    for (const vector of own.vectors) vectors.bytes(vector);
  }
  return dimensions === null ? null : { dimensions, parts, vectors: vectors.done() };
}

function totalsOf({ chunks, units }: StoredText): Totals {
  let [sections, unit_length, withText, chunk_length] = [0, 0, 0, 0];
  for (const { part, place, chunks: count, length } of units) {
    if (part === 0) sections += 1;
    unit_length += length;
    withText += count;
    for (const chunk of chunks.slice(place, place + count)) chunk_length += chunk.length;
  }
  return { sections, units: units.length, unit_length, all_chunks: chunks.length, chunks: withText, chunk_length };
}

function readText(stored: Uint8Array): StoredText {
  const reader = new ByteReader(stored);
  const [terms, chunks, units, headsLength] = [reader.number(), reader.number(), reader.number(), reader.number()];
  const times = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);
  const texts = [...reader.bytes(terms)].map((length) => String.fromCharCode(...reader.signs(length)));
  const heads = reader.bytes(headsLength);
  const starts = [...headsOf({ document_id: "", heads })].map(({ at }) => at);
  return {
    terms: texts,
    heads: starts.map((at, i) => heads.subarray(at, starts[i + 1])),
    chunks: times(chunks, () => ({ type: reader.byte(), length: reader.number(), counts: readCounts(reader) })),
    units: times(units, () => ({ ...readUnit(reader), counts: readCounts(reader) })),
  };
}

/** The term vectors of a section alone, with its places counted from its first chunk. */
function writeSection(
  { terms, heads }: StoredText,
  section: number,
  from: number,
  { chunks, units }: Pick<StoredText, "chunks" | "units">,
): Uint8Array {
  const out = new StoredTextWriter();
  const numbered = (counts: TermCounts): TermCounts =>
    counts.map(([term, packed]) => [out.numberOf(terms[term] as string), packed]);
  out.heads.bytes(heads[section] as Uint8Array);
  for (const { type, length, counts } of chunks) out.addChunk(type, length, numbered(counts));
  for (const { counts, ...unit } of units)
    out.addUnit({ ...unit, section: 0, place: unit.place - from }, numbered(counts));
  return out.done();
}
