import { TEXT_TYPES } from "../../chunks/structured-chunk.js";
import { ByteReader } from "../index/bytes.js";
import type { Corpus } from "../index/corpus.js";
import type { HeldDocument } from "../index/held-document.js";
import { addCounts } from "../index/posting-pool.js";
import type { ReaderMask } from "../index/reader-masks.js";
import type { Postings } from "../index/visible-postings.js";
import type { PlannedTerm } from "./plan.js";
import { halfOver, NAMES, pointsOf, scaleOf } from "./points.js";

/** A term with the postings that score. */
export interface ScoredTerm extends PlannedTerm {
  readonly postings: Postings;
}

/** Scores units. All searches share its array: each search takes its answer from the array before the next one begins. */
export class UnitScores {
  #points = new Uint32Array(0);

  /**
   * The points of each visible unit that matches, by its number; 0 for all others.
   *
   * @param accepted for a search by phrase: 1 for the units that match, whatever terms they have
   */
  of(
    { units }: Corpus,
    terms: readonly ScoredTerm[],
    mask: ReaderMask,
    mean: number,
    accepted: Uint8Array | null,
  ): Uint32Array {
    if (this.#points.length < units.end) this.#points = new Uint32Array(units.capacity);
    const points = this.#points.fill(0, 0, units.end);
    const { length } = units;
    const visible = mask.units;
    const half = halfOver(mean);
    // Terms that make no match add to the points of those that do.
    for (const { postings, weight, matches } of terms.toSorted((a, b) => Number(b.matches) - Number(a.matches))) {
      const scale = scaleOf(weight);
      const adds = matches || accepted !== null;
      postings.forEachRun((run, counts, from, to) => {
        for (let i = from; i < to; i += 1) {
          const unit = (run[i] as number) >>> 1;
          // Most of the first phase's time is here: visibility and `weigh` without a call.
          if (adds) {
            if ((((visible[unit >>> 5] as number) >>> (unit & 31)) & 1) === 0) continue;
          } else if (points[unit] === 0) continue;
          const packed = counts[i] as number;
          const norm = 0.5 + half * (length[unit] as number);
          const sum = (NAMES[packed >>> 4] as number) * norm + (packed & 15);
          points[unit] = (points[unit] as number) + (((scale * sum) / (sum + norm)) | 0) + 1;
        }
      });
    }
    if (accepted !== null) {
      for (let unit = 0; unit < units.end; unit += 1) {
        // "第16条" is in a text with 第16条の2, which has another term.
        const isVisible = (((visible[unit >>> 5] as number) >>> (unit & 31)) & 1) === 1;
        points[unit] = accepted[unit] === 1 && isVisible ? Math.max(1, points[unit] as number) : 0;
      }
    }
    return points;
  }

  get bytes(): number {
    return this.#points.byteLength;
  }
}

export interface ScoredChunk {
  readonly place: number;
  /** The index of its text_type. */
  readonly type: number;
  readonly isHeading: boolean;
  readonly points: number;
  /** Whether a matching term is in it, in any field. */
  readonly matches: boolean;
}

const IS_HEADING = TEXT_TYPES.map((type) => type === "heading" || type === "annex_title");

/** Scores the chunks of a unit, from their packed vectors. */
export class ChunkScores {
  /** The numbers of the question's terms, ascending, and for each the term of the plan. */
  readonly #ids: Uint32Array;
  readonly #terms: Uint8Array;
  /** Of the chunk at hand, by the terms of the plan. */
  readonly #counts: Uint8Array;

  constructor(
    private readonly corpus: Corpus,
    private readonly planned: readonly ScoredTerm[],
    private readonly mean: number,
    private readonly anyMatches: boolean,
  ) {
    const pairs = planned.flatMap(({ postings }, term) => postings.ids.map((id) => ({ id, term })));
    pairs.sort((a, b) => a.id - b.id);
    this.#ids = Uint32Array.from(pairs, ({ id }) => id);
    this.#terms = Uint8Array.from(pairs, ({ term }) => term);
    this.#counts = new Uint8Array(planned.length);
  }

  /** @param types a bit for each text_type to read */
  of(unit: number, types = 0xff): readonly ScoredChunk[] {
    const { units, numbered } = this.corpus;
    const document = numbered[units.document[unit] as number] as HeldDocument;
    const { types: chunkTypes, lengths, ends } = document.chunks;
    const first = units.place[unit] as number;
    const end = first + (units.chunks[unit] as number);
    const chunks: ScoredChunk[] = [];
    for (let place = first; place < end; place += 1) {
      const type = chunkTypes[place] as number;
      if (((types >>> type) & 1) === 0) continue;
      const isHeading = IS_HEADING[type] as boolean;
      this.#count(document.chunks.vectors, ends[place - 1] ?? 0, ends[place] as number);
      chunks.push({ place, type, isHeading, ...this.#score(lengths[place] as number) });
    }
    return chunks;
  }

  /** Reads the counts of the question's terms in a vector. */
  #count(vectors: Uint8Array, from: number, end: number): void {
    const counts = this.#counts.fill(0);
    const ids = this.#ids;
    const reader = new ByteReader(vectors, from);
    let id = 0;
    for (let next = 0; reader.at < end && next < ids.length; ) {
      id += reader.number();
      const packed = reader.byte();
      while (next < ids.length && (ids[next] as number) < id) next += 1;
      for (; ids[next] === id; next += 1) {
        const term = this.#terms[next] as number;
        counts[term] = addCounts(counts[term] as number, packed);
      }
    }
  }

  #score(length: number): Pick<ScoredChunk, "points" | "matches"> {
    const counts = this.#counts;
    let points = 0;
    let matches = false;
    for (let i = 0; i < counts.length; i += 1) {
      const packed = counts[i] as number;
      if (packed === 0) continue;
      const term = this.planned[i] as ScoredTerm;
      points += pointsOf(term.weight, packed, length, this.mean);
      matches ||= term.matches || this.anyMatches;
    }
    return { points, matches };
  }
}
