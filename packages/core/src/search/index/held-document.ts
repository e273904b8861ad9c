import { foldLine } from "../text/folding.js";
import { ByteReader, ByteWriter } from "./bytes.js";
import type { HeldMeaning } from "./held-meaning.js";
import type { RevisionKey } from "./index-source.js";
import type { PostingPool } from "./posting-pool.js";
import type { TermDictionary } from "./term-dictionary.js";
import type { Units } from "./units.js";

/** The text of a document in the index. */
export interface HeldDocument extends RevisionKey {
  /** Its number among the texts. */
  readonly number: number;
  /** Its units are `first_unit` and the following ones. */
  readonly first_unit: number;
  readonly units: number;
  readonly totals: Totals;
  readonly chunks: HeldChunks;
  /** The heads of its sections, see {@link headsOf}. */
  readonly heads: Uint8Array;
  /** The titles of its sections, one a line, folded. */
  readonly titles: string;
  /** null: it has no vectors. */
  readonly meaning: HeldMeaning | null;
}

/** The chunks of a document, by their places. Those of sections without text have no terms. */
export interface HeldChunks {
  /** The index of each chunk's text_type. */
  readonly types: Uint8Array;
  /** In terms. */
  readonly lengths: Uint32Array;
  /** For each term of a chunk the difference from the term's number before, ascending, then its counts. */
  readonly vectors: Uint8Array;
  /** Where the vector of each chunk ends; it begins where the one before ends. */
  readonly ends: Uint32Array;
}

/** What statistics are made of. Sections are those with text, lengths in terms. */
export interface Totals {
  readonly sections: number;
  readonly units: number;
  readonly unit_length: number;
  /** All chunks, also those of sections without text. */
  readonly all_chunks: number;
  /** Those of sections with text. Headings are scored too, so they are in the mean. */
  readonly chunks: number;
  readonly chunk_length: number;
}

export const NO_TOTALS: Totals = { sections: 0, units: 0, unit_length: 0, all_chunks: 0, chunks: 0, chunk_length: 0 };

/** @param sign −1 takes the others off */
export function addTotals(totals: Totals, others: Totals, sign: 1 | -1): Totals {
  return {
    sections: totals.sections + sign * others.sections,
    units: totals.units + sign * others.units,
    unit_length: totals.unit_length + sign * others.unit_length,
    all_chunks: totals.all_chunks + sign * others.all_chunks,
    chunks: totals.chunks + sign * others.chunks,
    chunk_length: totals.chunk_length + sign * others.chunk_length,
  };
}

/** What the index answers of a section besides numbers. */
export interface SectionHead {
  /** How many chunks it has. */
  readonly chunks: number;
  readonly section_id: string;
  readonly chunk_id: string;
  /** Its label and title. */
  readonly title: string;
}

/** The beginning of a head, without its other texts. */
export function sectionAt(document: Pick<HeldDocument, "document_id" | "heads">, at: number) {
  return readSection(document, new ByteReader(document.heads, at));
}

/** The heads of its sections, each with its place for {@link sectionAt}. */
export function* headsOf(
  document: Pick<HeldDocument, "document_id" | "heads">,
): Generator<SectionHead & { readonly at: number }> {
  const reader = new ByteReader(document.heads);
  while (reader.at < document.heads.length) {
    const { at } = reader;
    const section = readSection(document, reader);
    yield { at, ...section, chunk_id: `${document.document_id}::${reader.text()}`, title: reader.text() };
  }
}

function readSection({ document_id }: Pick<HeldDocument, "document_id">, reader: ByteReader) {
  return { chunks: reader.number(), section_id: `${document_id}::${reader.text()}` };
}

/** Terms, and vectors of chunks or units, between two steps: about a millisecond of work. */
const STEP = { terms: 4_000, vectors: 100 };

/**
 * Reads stored term vectors into the index, in steps: gives the terms their numbers and the units theirs, and adds the
 * postings of the units.
 *
 * @param number the document's among the texts
 */
export function* holdDocument(
  stored: Uint8Array,
  { document_id, revision_id, number }: RevisionKey & { readonly number: number },
  { dictionary, pool, units }: { dictionary: TermDictionary; pool: PostingPool; units: Units },
): Generator<void, HeldDocument> {
  const reader = new ByteReader(stored);
  const terms = reader.number();
  const chunkCount = reader.number();
  const unitCount = reader.number();
  const headsLength = reader.number();
  const numbers = yield* readTerms(reader, terms, dictionary);
  const heads = reader.bytes(headsLength).slice();
  const chunks = yield* readChunks(reader, chunkCount, numbers, dictionary);
  const first_unit = units.take(unitCount);
  const sections = [...headsOf({ document_id, heads })];
  // Text outside every section has the address of its first chunk.
  const isOutside = ({ section_id, chunk_id }: SectionHead) => section_id === chunk_id;
  const hasSections = !sections.every(isOutside);
  let [sectionsWithText, unit_length, chunksWithText, chunk_length] = [0, 0, 0, 0];
  for (let unit = first_unit; unit < first_unit + unitCount; unit += 1) {
    const section = sections[reader.number()] as (typeof sections)[0];
    const part = reader.number();
    const place = reader.number();
    const count = reader.number();
    const length = reader.number();
    let types = 0;
    for (let chunk = place; chunk < place + count; chunk += 1) {
      types |= 1 << (chunks.types[chunk] as number);
      chunk_length += chunks.lengths[chunk] as number;
    }
    units.document[unit] = number;
    units.place[unit] = place;
    units.chunks[unit] = count;
    units.head[unit] = section.at;
    units.length[unit] = length;
    units.part[unit] = part;
    units.types[unit] = types;
    units.around[unit] = Number(hasSections && isOutside(section));
    if (part === 0) sectionsWithText += 1;
    unit_length += length;
    chunksWithText += count;
    const posting = (unit << 1) | Number(part > 0);
    for (let left = reader.number(), term = 0; left > 0; left -= 1) {
      term += reader.number();
      pool.add(numbers[term] as number, posting, reader.byte());
    }
    if (unit % STEP.vectors === 0) yield;
  }
  return {
    ...{ number, document_id, revision_id, first_unit, units: unitCount, chunks, heads },
    totals: {
      ...{ sections: sectionsWithText, units: unitCount, unit_length },
      ...{ all_chunks: chunkCount, chunks: chunksWithText, chunk_length },
    },
    titles: sections.map(({ title }) => foldLine(title)).join("\n"),
    meaning: null,
  };
}

/** @returns the number of each term in the dictionary */
function* readTerms(reader: ByteReader, count: number, dictionary: TermDictionary): Generator<void, Uint32Array> {
  const lengths = reader.bytes(count);
  const signs = reader.signs(lengths.reduce((sum, length) => sum + length, 0));
  const numbers = new Uint32Array(count);
  for (let term = 0, from = 0; term < count; term += 1) {
    const length = lengths[term] as number;
    numbers[term] = dictionary.add(signs, from, length);
    from += length;
    if (term % STEP.terms === STEP.terms - 1) yield;
  }
  return numbers;
}

function* readChunks(
  reader: ByteReader,
  count: number,
  numbers: Uint32Array,
  dictionary: TermDictionary,
): Generator<void, HeldChunks> {
  const chunks = { types: new Uint8Array(count), lengths: new Uint32Array(count), ends: new Uint32Array(count) };
  const out = new ByteWriter();
  // Numbers sort much faster than objects, those of 32 bits most of all: a term's number, then its counts.
  const Pairs = dictionary.end < 2 ** 24 ? Uint32Array : Float64Array;
  let pairs = new Pairs(256);
  for (let place = 0; place < count; place += 1) {
    chunks.types[place] = reader.byte();
    chunks.lengths[place] = reader.number();
    const size = reader.number();
    if (size > pairs.length) pairs = new Pairs(size);
    for (let i = 0, term = 0; i < size; i += 1) {
      term += reader.number();
      pairs[i] = (numbers[term] as number) * 256 + reader.byte();
    }
    pairs.subarray(0, size).sort();
    for (let i = 0, before = 0; i < size; i += 1) {
      const number = Math.floor((pairs[i] as number) / 256);
      out.number(number - before);
      out.byte((pairs[i] as number) % 256);
      before = number;
    }
    chunks.ends[place] = out.length;
    if (place % STEP.vectors === STEP.vectors - 1) yield;
  }
  return { ...chunks, vectors: out.done() };
}
