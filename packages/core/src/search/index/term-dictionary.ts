import { longer } from "./number-sets.js";

/**
 * The distinct terms of all documents, each with a number. A number is free for another term after `delete`. Typed
 * arrays with open addressing take a quarter of the memory of a Map, and a start, which looks for each term of each
 * document, makes no strings.
 */
export class TermDictionary {
  #signs = new Uint16Array(1 << 12);
  #signsEnd = 0;
  /** Signs of deleted terms. */
  #garbage = 0;
  #starts = new Uint32Array(1 << 9);
  /** 0: the number is free. */
  #lengths = new Uint8Array(1 << 9);
  /** The number of each term plus one; 0: free. */
  #slots = new Uint32Array(1 << 10);
  readonly #free: number[] = [];
  /** One more than the highest number. */
  end = 0;

  get size(): number {
    return this.end - this.#free.length;
  }

  /** @returns −1 if there is no such term */
  find(term: string): number {
    const signs = Uint16Array.from({ length: term.length }, (_, i) => term.charCodeAt(i));
    return (this.#slots[this.#slotOf(signs, 0, signs.length)] as number) - 1;
  }

  /** @returns the number of the term with these UTF-16 units */
  add(signs: Uint16Array, from: number, length: number): number {
    let slot = this.#slotOf(signs, from, length);
    const known = this.#slots[slot] as number;
    if (known !== 0) return known - 1;
    if (this.size * 2 >= this.#slots.length) {
      this.#rehash(this.#slots.length * 2);
      slot = this.#slotOf(signs, from, length);
    }
    const number = this.#free.pop() ?? this.end;
    this.end = Math.max(this.end, number + 1);
    if (number >= this.#starts.length) {
      this.#starts = longer(this.#starts, this.#starts.length * 2);
      this.#lengths = longer(this.#lengths, this.#lengths.length * 2);
    }
    if (this.#signsEnd + length > this.#signs.length) this.#makeRoom(length);
    this.#signs.set(signs.subarray(from, from + length), this.#signsEnd);
    this.#starts[number] = this.#signsEnd;
    this.#lengths[number] = length;
    this.#signsEnd += length;
    this.#slots[slot] = number + 1;
    return number;
  }

  /** Deletes terms that no document has. */
  delete(numbers: readonly number[]): void {
    for (const number of numbers) {
      this.#garbage += this.#lengths[number] as number;
      this.#lengths[number] = 0;
      this.#free.push(number);
    }
    if (numbers.length > 0) this.#rehash(this.#slots.length);
  }

  text(number: number): string {
    const start = this.#starts[number] as number;
    return String.fromCharCode(...this.#signs.subarray(start, start + this.lengthOf(number)));
  }

  /** 0 for a number that no term has. */
  lengthOf(number: number): number {
    return this.#lengths[number] as number;
  }

  startsWith(number: number, sign: number): boolean {
    return this.#lengths[number] !== 0 && this.#signs[this.#starts[number] as number] === sign;
  }

  get bytes(): number {
    const arrays = [this.#signs, this.#starts, this.#lengths, this.#slots];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, this.#free.length * 8);
  }

  /** The slot of the term, or the free slot where it belongs. */
  #slotOf(signs: Uint16Array, from: number, length: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = hashOf(signs, from, length) & last;
    for (; slots[slot] !== 0; slot = (slot + 1) & last)
      if (this.#isSame((slots[slot] as number) - 1, signs, from, length)) break;
    return slot;
  }

  #isSame(number: number, signs: Uint16Array, from: number, length: number): boolean {
    if (this.#lengths[number] !== length) return false;
    const own = this.#signs;
    const start = this.#starts[number] as number;
    for (let i = 0; i < length; i += 1) if (own[start + i] !== signs[from + i]) return false;
    return true;
  }

  #rehash(size: number): void {
    this.#slots = new Uint32Array(size);
    for (let number = 0; number < this.end; number += 1) {
      const length = this.lengthOf(number);
      if (length > 0) this.#slots[this.#slotOf(this.#signs, this.#starts[number] as number, length)] = number + 1;
    }
  }

  /** Moves the signs together, without those of deleted terms. */
  #makeRoom(more: number): void {
    const signs = new Uint16Array(Math.ceil((this.#signsEnd - this.#garbage + more) * 1.5));
    let end = 0;
    for (let number = 0; number < this.end; number += 1) {
      const start = this.#starts[number] as number;
      signs.set(this.#signs.subarray(start, start + this.lengthOf(number)), end);
      this.#starts[number] = end;
      end += this.lengthOf(number);
    }
    this.#signs = signs;
    this.#signsEnd = end;
    this.#garbage = 0;
  }
}

/** FNV-1a with a final mix: the low bits choose the slot. */
function hashOf(signs: Uint16Array, from: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < from + length; i += 1) hash = Math.imul(hash ^ (signs[i] as number), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
