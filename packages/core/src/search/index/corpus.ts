import { foldLine } from "../text/folding.js";
import type { HeldDocument, Totals } from "./held-document.js";
import { bytesOfMeaning, type HeldMeaning, headsOf, holdMeaning, type SectionHead } from "./held-document.js";
import type { RevisionText } from "./index-source.js";
import { type PackedDocument, packDocument } from "./pack-document.js";
import { PostingPool } from "./posting-pool.js";
import { ReaderMasks } from "./reader-masks.js";
import { Sweep } from "./sweep.js";
import { TermDictionary } from "./term-dictionary.js";
import { openVectors, type StoredVectors } from "./term-vectors.js";
import { Units } from "./units.js";
import { VectorMemory } from "./vector-memory.js";

/** About what the objects of a document take beside its data. */
const DOCUMENT_BYTES = 800;

/** The texts of documents: their terms, postings and vectors, and what each reader sees of them. */
export class Corpus {
  readonly dictionary = new TermDictionary();
  readonly pool = new PostingPool();
  readonly units = new Units();
  readonly masks = new ReaderMasks();
  readonly vectors = new VectorMemory();
  readonly documents = new Map<string, HeldDocument>();
  /** By their numbers; undefined: free. */
  readonly numbered: (HeldDocument | undefined)[] = [];
  readonly #freeNumbers: number[] = [];
  readonly #sweep = new Sweep(this.dictionary, this.pool, this.units);

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
    const stored = openVectors(vectors);
    const first_unit = this.units.take(stored.units);
    const packed = yield* packDocument(stored, first_unit, laterParts(stored), this.dictionary, this.pool);
    const number = this.#freeNumbers.pop() ?? this.numbered.length;
    const held: HeldDocument = {
      ...{ number, document_id, revision_id, first_unit },
      units: stored.units,
      totals: this.#addUnits(number, first_unit, stored, packed),
      data: packed.data,
      heads: packed.heads,
      titles: "",
      meaning: null,
    };
    const meaning = this.#meaningOf(text, held);
    const heads = [...headsOf(held)];
    this.#markAround(stored, first_unit, heads);
    const titles = heads.map((head) => foldLine(head.title)).join("\n");
    const dropped = this.#drop(document_id);
    this.#hold({ ...held, titles, meaning });
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
    for (const { data, titles, meaning } of this.documents.values())
      bytes += data.length + titles.length * 2 + bytesOfMeaning(meaning) + DOCUMENT_BYTES;
    return bytes;
  }

  /** @returns the size of what was dropped */
  #drop(document_id: string): number {
    const held = this.documents.get(document_id);
    if (held === undefined) return 0;
    this.masks.hide(held);
    this.documents.delete(document_id);
    this.numbered[held.number] = undefined;
    this.#freeNumbers.push(held.number);
    this.#sweep.add(held.first_unit, held.units);
    if (held.meaning !== null) this.vectors.remove(held.meaning);
    return held.data.length;
  }

  #meaningOf({ meaning }: RevisionText, held: HeldDocument): HeldMeaning | null {
    return meaning === null ? null : holdMeaning(meaning, held, this.units, this.vectors);
  }

  #hold(held: HeldDocument): void {
    this.documents.set(held.document_id, held);
    this.numbered[held.number] = held;
    this.masks.show(held);
  }

  #markAround({ sections }: StoredVectors, first_unit: number, heads: readonly SectionHead[]): void {
    // Text outside every section has the address of its first chunk.
    const isOutside = ({ section_id, chunk_id }: SectionHead) => section_id === chunk_id;
    const hasSections = !heads.every(isOutside);
    let unit = first_unit;
    for (const [i, { parts }] of sections.entries()) {
      const isAround = hasSections && isOutside(heads[i] as SectionHead);
      this.units.around.fill(Number(isAround), unit, unit + parts.length);
      unit += parts.length;
    }
  }

  #addUnits(
    number: number,
    first_unit: number,
    stored: StoredVectors,
    { vectors, section_heads }: PackedDocument,
  ): Totals {
    const { units } = this;
    let unit = first_unit;
    let place = 0;
    let [sections, unit_length, chunks, chunk_length] = [0, 0, 0, 0];
    stored.sections.forEach((section, i) => {
      if (section.parts.length > 0) sections += 1;
      section.parts.forEach(({ first, length }, part) => {
        const from = place + first;
        const end = place + (section.parts[part + 1]?.first ?? section.chunks);
        let types = 0;
        for (let chunk = from; chunk < end; chunk += 1) {
          types |= 1 << (stored.types[chunk] as number);
          chunks += 1;
          chunk_length += stored.chunk_lengths[chunk] as number;
        }
        units.document[unit] = number;
        units.place[unit] = from;
        units.chunks[unit] = end - from;
        units.vectors[unit] = vectors[from] as number;
        units.head[unit] = section_heads[i] as number;
        units.length[unit] = length;
        units.part[unit] = part;
        units.types[unit] = types;
        unit_length += length;
        unit += 1;
      });
      place += section.chunks;
    });
    return { sections, units: stored.units, unit_length, all_chunks: place, chunks, chunk_length };
  }
}

/** 1 for each unit that is not the first part of its section. */
function laterParts({ sections, units }: StoredVectors): Uint8Array {
  const later = new Uint8Array(units);
  let unit = 0;
  for (const { parts } of sections) {
    later.fill(1, unit + 1, unit + parts.length);
    unit += parts.length;
  }
  return later;
}
