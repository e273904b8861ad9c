import type { ReaderFilter } from "../../access/audience.js";
import type { HeldDocument } from "./held-document.js";

/** What one reader sees: a bit for each unit and document, and the totals of the visible ones. */
export class ReaderMask {
  units = new Uint32Array(0);
  documents = new Uint32Array(0);
  sections = 0;
  unitCount = 0;
  unitLength = 0;
  chunks = 0;
  chunkLength = 0;

  /** @param principals the numbers of the reader's tokens; null: sees everything */
  constructor(private readonly principals: readonly number[] | null) {}

  has({ number }: HeldDocument): boolean {
    return isSet(this.documents, number);
  }

  show(document: HeldDocument): void {
    if (!this.#mayRead(document)) return;
    this.#count(document, 1);
    this.documents = withRoom(this.documents, document.number + 1);
    this.documents[document.number >>> 5] = (this.documents[document.number >>> 5] as number) | bit(document.number);
    const end = document.first_unit + document.units;
    this.units = withRoom(this.units, end);
    for (let unit = document.first_unit; unit < end; unit += 1)
      this.units[unit >>> 5] = (this.units[unit >>> 5] as number) | bit(unit);
  }

  hide(document: HeldDocument): void {
    if (!this.has(document)) return;
    this.#count(document, -1);
    this.documents[document.number >>> 5] = (this.documents[document.number >>> 5] as number) & ~bit(document.number);
    const end = document.first_unit + document.units;
    for (let unit = document.first_unit; unit < end; unit += 1)
      this.units[unit >>> 5] = (this.units[unit >>> 5] as number) & ~bit(unit);
  }

  /** So that each unit and document has a bit. */
  makeRoom(units: number, documents: number): void {
    this.units = withRoom(this.units, units);
    this.documents = withRoom(this.documents, documents);
  }

  #mayRead({ audience }: HeldDocument): boolean {
    return this.principals === null || this.principals.some((principal) => contains(audience, principal));
  }

  #count({ totals }: HeldDocument, sign: 1 | -1): void {
    this.sections += sign * totals.sections;
    this.unitCount += sign * totals.units;
    this.unitLength += sign * totals.unit_length;
    this.chunks += sign * totals.chunks;
    this.chunkLength += sign * totals.chunk_length;
  }
}

const bit = (number: number) => 1 << (number & 31);
const isSet = (bits: Uint32Array, number: number) => (((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;

function withRoom(bits: Uint32Array<ArrayBuffer>, count: number): Uint32Array<ArrayBuffer> {
  const words = (count + 31) >>> 5;
  if (words <= bits.length) return bits;
  const grown = new Uint32Array(Math.max(words, bits.length * 2));
  grown.set(bits);
  return grown;
}

/** @param sorted ascending */
function contains(sorted: Uint32Array, sought: number): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] as number) < sought) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === sought;
}

/** How many masks are kept, those of the last readers; readers with the same rights share one, of a bit per unit. */
const KEPT = 1_024;

/** A token of some audience. */
interface Token {
  readonly text: string;
  readonly number: number;
  /** How many audiences have it. */
  audiences: number;
}

/**
 * The masks of the last readers. A change rewrites only its document's bits in them.
 *
 * A mask is kept by those of the reader's principals that occur in an audience: the others let nobody in, and would
 * give each user a mask of their own. What occurs may change at any time. A mask stays right all the same, because it
 * shows what its own numbers let in, whoever looks, and a token that comes back gets a number that no mask has.
 */
export class ReaderMasks {
  /** In the order of use. */
  readonly #masks = new Map<string, ReaderMask>();
  readonly #tokens = new Map<string, Token>();
  readonly #numbered = new Map<number, Token>();
  #next = 0;

  /** The numbers of the tokens of an audience, ascending. They occur until the document that has it is hidden. */
  audience(tokens: readonly string[]): Uint32Array {
    return Uint32Array.from(new Set(tokens), (text) => {
      const token = this.#tokens.get(text) ?? this.#add(text);
      token.audiences += 1;
      return token.number;
    }).sort();
  }

  of({ unrestricted, principals }: ReaderFilter, documents: Iterable<HeldDocument>): ReaderMask {
    const numbers = unrestricted ? null : this.#occurring(principals);
    const key = numbers === null ? "all" : numbers.join();
    const mask = this.#masks.get(key) ?? makeMask(numbers, documents);
    this.#masks.delete(key);
    this.#masks.set(key, mask);
    if (this.#masks.size > KEPT) this.#masks.delete(this.#masks.keys().next().value as string);
    return mask;
  }

  show(document: HeldDocument): void {
    for (const mask of this.#masks.values()) mask.show(document);
  }

  hide(document: HeldDocument): void {
    for (const mask of this.#masks.values()) mask.hide(document);
    for (const number of document.audience) this.#release(this.#numbered.get(number) as Token);
  }

  get bytes(): number {
    let bytes = 0;
    for (const { units, documents } of this.#masks.values()) bytes += units.byteLength + documents.byteLength;
    return bytes;
  }

  #occurring(principals: readonly string[]): number[] {
    const numbers = principals.map((principal) => this.#tokens.get(principal)?.number);
    return [...new Set(numbers.filter((number) => number !== undefined))].sort((a, b) => a - b);
  }

  #add(text: string): Token {
    const token = { text, number: this.#next, audiences: 0 };
    this.#next += 1;
    this.#tokens.set(text, token);
    this.#numbered.set(token.number, token);
    return token;
  }

  #release(token: Token): void {
    token.audiences -= 1;
    if (token.audiences > 0) return;
    this.#tokens.delete(token.text);
    this.#numbered.delete(token.number);
  }
}

function makeMask(numbers: readonly number[] | null, documents: Iterable<HeldDocument>): ReaderMask {
  const mask = new ReaderMask(numbers);
  for (const document of documents) mask.show(document);
  return mask;
}
