import { type HeldDocument, holdDocument } from "./held-document.js";
import { bytesOfMeaning, type HeldMeaning, holdMeaning } from "./held-meaning.js";
import type { RevisionText } from "./index-source.js";
import { PostingPool } from "./posting-pool.js";
import { ReaderMasks } from "./reader-masks.js";
import { TermDictionary } from "./term-dictionary.js";
import { Units } from "./units.js";
import { VectorMemory } from "./vector-memory.js";

/** About what the objects of a document take beside its data, and the numbers of a chunk. */
const DOCUMENT_BYTES = 1_000;
const CHUNK_BYTES = 9;

/** The texts of documents: their terms, postings and vectors, and what each reader sees of them. */
export class Corpus {
  readonly dictionary = new TermDictionary();
  readonly pool = new PostingPool();
  readonly units = new Units();
  readonly masks = new ReaderMasks();
  readonly documents = new Map<string, HeldDocument>();
  /** By their numbers; undefined: free. */
  readonly numbered: (HeldDocument | undefined)[] = [];
  readonly #freeNumbers: number[] = [];
  readonly #sweep = new Sweep(this.dictionary, this.pool, this.units);

  constructor(readonly vectors = new VectorMemory()) {}

  /** In steps of about a millisecond. The text shows at once, when all of it is there. */
  *putInSteps(text: RevisionText): Generator<void, void> {
    const { document_id, revision_id, vectors } = text;
    const before = this.documents.get(document_id);
    if (before?.revision_id === revision_id) {
      // Vectors of meaning belong to a revision: a change of its rule brings none.
      if (text.meaning === null) return;
      if (before.meaning !== null) this.vectors.remove(before.meaning);
      this.#hold({ ...before, meaning: this.#meaningOf(text, before) });
      return;
    }
    if (vectors === null) throw new Error(`the vectors of ${document_id} are missing`);
    const number = this.#freeNumbers.pop() ?? this.numbered.length;
    const document = yield* holdDocument(vectors, { document_id, revision_id, number }, this);
    const meaning = this.#meaningOf(text, document);
    const dropped = this.#drop(document_id);
    this.#hold({ ...document, meaning });
    this.masks.show(document);
    yield* this.#sweep.goOn(vectors.length + dropped);
  }

  /** In steps of about a millisecond. The text is gone at the first one. */
  *removeInSteps(document_id: string): Generator<void, void> {
    yield* this.#sweep.goOn(this.#drop(document_id));
  }

  /** Of memory, estimated. */
  get bytes(): number {
    const { dictionary, pool, units, masks, vectors } = this;
    let bytes = [dictionary, pool, units, masks, vectors].reduce((sum, { bytes: own }) => sum + own, 0);
    for (const { chunks, heads, titles, meaning } of this.documents.values()) {
      bytes += chunks.vectors.length + chunks.types.length * CHUNK_BYTES + heads.length;
      bytes += titles.length * 2 + bytesOfMeaning(meaning) + DOCUMENT_BYTES;
    }
    return bytes;
  }

  /** @returns the size of what was dropped */
  #drop(document_id: string): number {
    const document = this.documents.get(document_id);
    if (document === undefined) return 0;
    this.masks.hide(document);
    this.documents.delete(document_id);
    this.numbered[document.number] = undefined;
    this.#freeNumbers.push(document.number);
    this.#sweep.add(document.first_unit, document.units);
    if (document.meaning !== null) this.vectors.remove(document.meaning);
    return document.chunks.vectors.length;
  }

  #meaningOf({ meaning }: RevisionText, document: HeldDocument): HeldMeaning | null {
    return meaning === null ? null : holdMeaning(meaning, document, this.units, this.vectors);
  }

  #hold(document: HeldDocument): void {
    this.documents.set(document.document_id, document);
    this.numbered[document.number] = document;
  }
}

interface UnitRange {
  readonly from: number;
  readonly count: number;
}

/** The share of removed units at which a sweep begins, and their number in a small index. */
const SHARE = 1 / 4;
const FEW = 64;
/** How many postings and terms are looked at with each change, and between two steps. */
const STEP = 30_000;

/**
 * Removes the postings of removed units, and terms that no unit has any more, a little with each change. Until then no
 * mask shows them. The numbers of the units are free for other units after it.
 */
class Sweep {
  #removed: UnitRange[] = [];
  #count = 0;
  #now: { readonly ranges: readonly UnitRange[]; readonly units: Uint8Array; term: number; unused: number[] } | null =
    null;

  constructor(
    private readonly dictionary: TermDictionary,
    private readonly pool: PostingPool,
    private readonly units: Units,
  ) {}

  add(from: number, count: number): void {
    if (count === 0) return;
    this.#removed.push({ from, count });
    this.#count += count;
  }

  /**
   * In steps of about a millisecond.
   *
   * @param change the size of a change in bytes: the sweep must be faster than removals
   */
  *goOn(change: number): Generator<void, void> {
    if (this.#now === null && this.#count > FEW + this.units.end * SHARE) this.#begin();
    if (this.#now === null) return;
    const now = this.#now;
    const isGone = (posting: number) => now.units[posting >>> 1] === 1;
    let step = STEP;
    for (let left = STEP + 4 * change; left > 0 && now.term < this.dictionary.end; now.term += 1) {
      const looked = 1 + this.pool.count(now.term);
      left -= looked;
      step -= looked;
      if (this.pool.sweep(now.term, (posting) => !isGone(posting)) === 0 && this.dictionary.lengthOf(now.term) > 0)
        now.unused.push(now.term);
      if (step > 0) continue;
      step = STEP;
      yield;
    }
    if (now.term >= this.dictionary.end) this.#end(now.ranges, now.unused);
  }

  #begin(): void {
    const units = new Uint8Array(this.units.end);
    for (const { from, count } of this.#removed) units.fill(1, from, from + count);
    this.#now = { ranges: this.#removed, units, term: 0, unused: [] };
    this.#removed = [];
    this.#count = 0;
  }

  #end(ranges: readonly UnitRange[], unused: readonly number[]): void {
    // A document that came since may have them.
    this.dictionary.delete(unused.filter((term) => this.pool.count(term) === 0));
    this.units.release(ranges);
    this.#now = null;
  }
}
