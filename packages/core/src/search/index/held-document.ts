import { ByteReader } from "./bytes.js";
import type { DocumentMeaning, RevisionKey } from "./index-source.js";
import type { Units } from "./units.js";
import type { VectorMemory, VectorRun } from "./vector-memory.js";

/** The text of a document in the index. */
export interface HeldDocument extends RevisionKey {
  /** Its number among the texts. */
  readonly number: number;
  /** Its units are `first_unit` and the following ones. */
  readonly first_unit: number;
  readonly units: number;
  readonly totals: Totals;
  /** The vectors of its chunks, then the heads of its sections. */
  readonly data: Uint8Array;
  readonly heads: number;
  /** The titles of its sections, one a line, folded. */
  readonly titles: string;
  /** null: it has no vectors. */
  readonly meaning: HeldMeaning | null;
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

/** What the index answers of a section besides numbers. */
export interface SectionHead {
  /** How many chunks it has. */
  readonly chunks: number;
  readonly section_id: string;
  readonly chunk_id: string;
  /** Its label and title. */
  readonly title: string;
}

/** The beginning of a head, without its texts. */
export function sectionAt({ data, document_id }: HeldDocument, at: number): Pick<SectionHead, "chunks" | "section_id"> {
  return readSection(document_id, new ByteReader(data, at));
}

export function* headsOf(document: HeldDocument): Generator<SectionHead> {
  const reader = new ByteReader(document.data, document.heads);
  while (reader.at < document.data.length) yield readHead(document, reader);
}

function readHead({ document_id }: HeldDocument, reader: ByteReader): SectionHead {
  const section = readSection(document_id, reader);
  return { ...section, chunk_id: `${document_id}::${reader.text()}`, title: reader.text() };
}

function readSection(document_id: string, reader: ByteReader) {
  return { chunks: reader.number(), section_id: `${document_id}::${reader.text()}` };
}

/** The vectors of a document's parts, each with the section that it belongs to. */
export interface HeldMeaning extends VectorRun {
  /** For each part the first unit of its section, counted from the document's first one, or {@link NO_SECTION}. */
  readonly sections: Uint32Array;
  /** For each part the place of its first chunk, and how many chunks it has in its section. */
  readonly places: Uint32Array;
  readonly chunks: Uint32Array;
  /** For each part a bit for each text_type that it has. */
  readonly types: Uint8Array;
}

/** Of a part that begins in a section without text, which search never finds. */
export const NO_SECTION = 0xffff_ffff;

/** The units of a document, see `HeldDocument`. */
interface UnitRange {
  readonly first_unit: number;
  readonly units: number;
}

interface DocumentUnits extends UnitRange {
  readonly data: Uint8Array;
  readonly totals: { readonly all_chunks: number };
}

/** @returns null if there is no room for its vectors */
export function holdMeaning(
  { dimensions, parts, vectors }: DocumentMeaning,
  document: DocumentUnits,
  units: Units,
  memory: VectorMemory,
): HeldMeaning | null {
  const run = memory.add(vectors, dimensions);
  if (run === null) return null;
  const ends = sectionEnds(document, units);
  const chunkTypes = typesOfChunks(document, units);
  const sections = new Uint32Array(parts.length).fill(NO_SECTION);
  const places = Uint32Array.from(parts, ({ place }) => place);
  const chunks = new Uint32Array(parts.length);
  const types = new Uint8Array(parts.length);
  parts.forEach(({ place, chunks: count }, i) => {
    const unit = unitOf(place, document, units);
    if (unit === null) return;
    const end = Math.min(place + count, ends[unit - document.first_unit] as number);
    sections[i] = units.firstOf(unit) - document.first_unit;
    chunks[i] = end - place;
    for (let chunk = place; chunk < end; chunk += 1) types[i] = (types[i] as number) | (chunkTypes[chunk] as number);
  });
  return { ...run, sections, places, chunks, types };
}

/** Beside its vectors. */
export function bytesOfMeaning(meaning: HeldMeaning | null): number {
  if (meaning === null) return 0;
  const { scales, sections, places, chunks, types } = meaning;
  return scales.byteLength + sections.byteLength + places.byteLength + chunks.byteLength + types.byteLength;
}

/** The unit that has a chunk; null: its section has no text. */
export function unitOf(place: number, { first_unit, units: count }: UnitRange, units: Units): number | null {
  let from = first_unit;
  let to = first_unit + count;
  // The last unit that begins at this place or before.
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((units.place[middle] as number) <= place) from = middle + 1;
    else to = middle;
  }
  const unit = from - 1;
  if (unit < first_unit) return null;
  return place < (units.place[unit] as number) + (units.chunks[unit] as number) ? unit : null;
}

/** For each unit the place behind the last chunk of its section. */
function sectionEnds({ first_unit, units: count }: DocumentUnits, units: Units): Uint32Array {
  const ends = new Uint32Array(count);
  let end = 0;
  for (let i = count - 1; i >= 0; i -= 1) {
    const unit = first_unit + i;
    const isLast = i === count - 1 || units.part[unit + 1] === 0;
    if (isLast) end = (units.place[unit] as number) + (units.chunks[unit] as number);
    ends[i] = end;
  }
  return ends;
}

/** The bit of each chunk's text_type; 0 for chunks of sections without text. */
function typesOfChunks({ first_unit, units: count, data, totals }: DocumentUnits, units: Units): Uint8Array {
  const types = new Uint8Array(totals.all_chunks);
  for (let unit = first_unit; unit < first_unit + count; unit += 1) {
    const reader = new ByteReader(data, units.vectors[unit] as number);
    const place = units.place[unit] as number;
    for (let chunk = place; chunk < place + (units.chunks[unit] as number); chunk += 1) {
      types[chunk] = 1 << reader.byte();
      reader.number();
      const size = reader.number();
      reader.at += size;
    }
  }
  return types;
}
