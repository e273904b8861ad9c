import type { DocumentMeaning } from "./index-source.js";
import type { Units } from "./units.js";
import { HEAD, type VectorMemory, type VectorRun } from "./vector-memory.js";

/**
 * The vectors of a document's parts. The head of each has the first unit of its section, counted from the document's first
 * one, or {@link NO_SECTION}, and a bit for each text_type.
 */
export interface HeldMeaning extends VectorRun {
  /** For each part the place of its first chunk, and how many chunks it has in its section. */
  readonly places: Uint32Array;
  readonly chunks: Uint32Array;
}

/** Of a part that begins in a section without text, which search never finds. */
export const NO_SECTION = -1;

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
  const places = Uint32Array.from(parts, ({ place }) => place);
  const chunks = new Uint32Array(parts.length);
  const { numbers } = memory;
  parts.forEach(({ place, chunks: count }, i) => {
    const head = memory.headOf(run, i);
    const unit = unitOf(place, document, units);
    numbers[head + HEAD.section] = unit === null ? NO_SECTION : units.firstOf(unit) - document.first_unit;
    if (unit === null) return;
    const end = Math.min(place + count, ends[unit - document.first_unit] as number);
    chunks[i] = end - place;
    let types = 0;
    for (let chunk = place; chunk < end; chunk += 1) types |= 1 << (document.chunks.types[chunk] as number);
    numbers[head + HEAD.types] = types;
  });
  return { ...run, places, chunks };
}

/** Beside its vectors. */
export function bytesOfMeaning(meaning: HeldMeaning | null): number {
  return meaning === null ? 0 : meaning.places.byteLength + meaning.chunks.byteLength;
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
