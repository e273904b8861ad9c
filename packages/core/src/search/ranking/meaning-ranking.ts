import type { Corpus } from "../index/corpus.js";
import type { HeldDocument } from "../index/held-document.js";
import { type HeldMeaning, NO_SECTION } from "../index/held-meaning.js";
import type { ReaderMask } from "../index/reader-masks.js";
import { HEAD, packVector, type VectorMemory, type VectorRun } from "../index/vector-memory.js";
import { compareCodePoints } from "../text/characters.js";
import { SCORE_UNIT } from "./search-hits.js";
import { TopList } from "./top-list.js";

/** Of a section that has no part to compare. */
const NONE = -0x8000_0000;
const ALL_TYPES = 0xff;

/** Which parts are compared. */
export interface ComparedParts {
  readonly mask: ReaderMask;
  /** By the numbers of documents: whether the filter keeps them; null: all. */
  readonly kept: Uint8Array | null;
  /** A bit for each text_type that is asked for; null: all. */
  readonly types: number | null;
}

/** How close sections are to a question, by their first unit. */
export interface Closeness {
  /** The best similarity of all sections, whatever the filters keep; in units of {@link SCORE_UNIT}. */
  readonly best: number;
  /** The first units of the sections that have a part that the filters keep. */
  readonly sections: readonly number[];
  /** Of a section's best part, in units of {@link SCORE_UNIT}; null if it has none. */
  scoreOf(first: number): number | null;
  /** The first one of its best parts. */
  partOf(first: number): number;
  /** All its parts in document order, with their scores as {@link scoreOf}. MUST be called before the next question. */
  partsOf(first: number): readonly { readonly place: number; readonly chunks: number; readonly score: number }[];
}

/** Compares the parts of sections with a question. Like `UnitScores`, its arrays serve all searches, one at a time. */
export class MeaningScores {
  #points = new Int32Array(0);
  #parts = new Uint32Array(0);

  /** @returns null if the reader sees no vector of the question's dimension */
  of({ units, documents, numbered, vectors }: Corpus, vector: Float32Array, compared: ComparedParts): Closeness | null {
    if (this.#points.length < units.end) {
      this.#points = new Int32Array(units.capacity);
      this.#parts = new Uint32Array(units.capacity);
    }
    const points = this.#points.fill(NONE, 0, units.end);
    const parts = this.#parts;
    const { mask, kept, types } = compared;
    const sections: number[] = [];
    let best = NONE;
    const question = vectors.add(packVector(vector), vector.length);
    if (question === null) return null;
    for (const document of documents.values()) {
      const { meaning, number } = document;
      if (meaning === null || meaning.dimensions !== vector.length || !mask.has(document)) continue;
      vectors.compare(meaning, question);
      const keptTypes = kept !== null && kept[number] !== 1 ? 0 : (types ?? ALL_TYPES);
      best = Math.max(best, this.#scoreParts(document.first_unit, meaning, keptTypes, vectors, question, sections));
    }
    vectors.remove(question);
    if (best === NONE) return null;
    return {
      best,
      sections,
      scoreOf: (first) => (points[first] === NONE ? null : (points[first] as number)),
      partOf: (first) => parts[first] as number,
      partsOf: (first) => {
        const document = numbered[units.document[first] as number] as HeldDocument;
        const { meaning } = document;
        const packed = meaning?.dimensions === vector.length ? vectors.add(packVector(vector), vector.length) : null;
        if (meaning === null || packed === null) return [];
        vectors.compare(meaning, packed);
        const compared = [...meaning.places].flatMap((place, part) => {
          const head = vectors.headOf(meaning, part);
          if (vectors.numbers[head + HEAD.section] !== first - document.first_unit) return [];
          const score = Math.round(vectors.product(head, packed) * SCORE_UNIT);
          return { place, chunks: meaning.chunks[part] as number, score };
        });
        vectors.remove(packed);
        return compared;
      },
    };
  }

  /**
   * A function of its own, because the compiler of the runtime gives up a long loop each time it ends.
   *
   * @returns the best score of all parts
   */
  #scoreParts(
    first_unit: number,
    meaning: HeldMeaning,
    types: number,
    vectors: VectorMemory,
    question: VectorRun,
    sections: number[],
  ): number {
    const [points, parts] = [this.#points, this.#parts];
    const { numbers } = vectors;
    let best = NONE;
    const step = vectors.headOf(meaning, 1) - vectors.headOf(meaning, 0);
    for (let part = 0, head = vectors.headOf(meaning, 0); part < meaning.count; part += 1, head += step) {
      const section = numbers[head + HEAD.section] as number;
      if (section === NO_SECTION) continue;
      const first = first_unit + section;
      // Whole numbers compare exactly.
      const score = Math.round(vectors.product(head, question) * SCORE_UNIT);
      if (score > best) best = score;
      const before = points[first] as number;
      if (score <= before || ((numbers[head + HEAD.types] as number) & types) === 0) continue;
      if (before === NONE) sections.push(first);
      points[first] = score;
      parts[first] = part;
    }
    return best;
  }

  get bytes(): number {
    return this.#points.byteLength + this.#parts.byteLength;
  }
}

/**
 * The first units of the sections that are nearest to the question, nearest first.
 *
 * @param floor sections below this score have nothing to do with the question
 */
export function nearestSections(
  { units, numbered }: Corpus,
  { sections, scoreOf }: Closeness,
  count: number,
  floor: number,
): readonly number[] {
  const idOf = (unit: number) => (numbered[units.document[unit] as number] as HeldDocument).document_id;
  const nearest = new TopList<{ readonly first: number; readonly score: number }>(
    count,
    (a, b) =>
      b.score - a.score ||
      compareCodePoints(idOf(a.first), idOf(b.first)) ||
      (units.place[a.first] as number) - (units.place[b.first] as number),
  );
  for (const first of sections) {
    const score = scoreOf(first) as number;
    if (score < floor) continue;
    // Most sections are too far away to be compared by their ids.
    if (!nearest.isFull || score >= (nearest.items[count - 1] as { readonly score: number }).score)
      nearest.add({ first, score });
  }
  return nearest.items.map(({ first }) => first);
}
