import type { DocumentMeaning } from "./index-source.js";
import type { Units } from "./units.js";
import type { VectorMemory, VectorRun } from "./vector-memory.js";

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

interface DocumentText extends UnitRange {
  /** The index of each chunk's text_type. */
  readonly chunks: { readonly types: Uint8Array };
}

/** @returns null if there is no room for its vectors */
export function holdMeaning(
  { dimensions, parts, vectors }: DocumentMeaning,
  document: DocumentText,
  units: Units,
  memory: VectorMemory,
): HeldMeaning | null {
  const run = memory.add(vectors, dimensions);
  if (run === null) return null;
  const ends = sectionEnds(document, units);
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
    for (let chunk = place; chunk < end; chunk += 1)
      types[i] = (types[i] as number) | (1 << (document.chunks.types[chunk] as number));
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
function sectionEnds({ first_unit, units: count }: UnitRange, units: Units): Uint32Array {
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
