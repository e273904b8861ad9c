/**
 * The distinct terms of all documents, each with a number. A number is free for another term after `delete`. Typed
 * arrays with open addressing take a quarter of the memory of a Map, and terms of stored vectors need no strings.
 */
export class TermDictionary {
  #signs = new Uint16Array(1 << 12);
  #signsEnd = 0;
  /** Signs of deleted terms. */
  #garbage = 0;
  #starts = new Uint32Array(1 << 9);
  #lengths = new Uint8Array(1 << 9);
  /** The number of each term plus one; 0: free. */
  #slots = new Int32Array(1 << 10);
  readonly #free: number[] = [];
  /** One more than the highest number. */
  end = 0;
  size = 0;

  find(term: string): number {
    const signs = new Uint16Array(term.length);
    for (let i = 0; i < term.length; i += 1) signs[i] = term.charCodeAt(i);
    return this.findSigns(signs, 0, signs.length);
  }

  /** @returns −1 if there is no such term */
  findSigns(signs: Uint16Array, from: number, length: number): number {
    const slot = this.#slotOf(signs, from, length);
    return (this.#slots[slot] as number) - 1;
  }

  addSigns(signs: Uint16Array, from: number, length: number): number {
    let slot = this.#slotOf(signs, from, length);
    const known = this.#slots[slot] as number;
    if (known !== 0) return known - 1;
    if (this.size * 2 >= this.#slots.length) {
      this.#rehash(this.#slots.length * 2);
      slot = this.#slotOf(signs, from, length);
    }
    const id = this.#free.pop() ?? this.end;
    if (id === this.end) this.end += 1;
    if (id >= this.#starts.length) this.#growTerms();
    this.#roomForSigns(length);
    this.#signs.set(signs.subarray(from, from + length), this.#signsEnd);
    this.#starts[id] = this.#signsEnd;
    this.#lengths[id] = length;
    this.#signsEnd += length;
    this.#slots[slot] = id + 1;
    this.size += 1;
    return id;
  }

  /** Deletes terms that no document has. */
  delete(ids: readonly number[]): void {
    for (const id of ids) {
      this.#garbage += this.#lengths[id] as number;
      this.#lengths[id] = 0;
      this.#free.push(id);
    }
    this.size -= ids.length;
    if (ids.length > 0) this.#rehash(this.#slots.length);
  }

  text(id: number): string {
    const start = this.#starts[id] as number;
    return String.fromCharCode(...this.#signs.subarray(start, start + (this.#lengths[id] as number)));
  }

  /** Zero for a number that no term has. */
  lengthOf(id: number): number {
    return this.#lengths[id] as number;
  }

  /** Of a number that a term has. */
  firstSign(id: number): number {
    return this.#signs[this.#starts[id] as number] as number;
  }

  startsWith(id: number, sign: number): boolean {
    return this.#lengths[id] !== 0 && this.firstSign(id) === sign;
  }

  get bytes(): number {
    return (
      this.#signs.byteLength +
      this.#starts.byteLength +
      this.#lengths.byteLength +
      this.#slots.byteLength +
      this.#free.length * 8
    );
  }

  /** The slot of the term, or the free slot where it belongs. */
  #slotOf(signs: Uint16Array, from: number, length: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = hashOf(signs, from, length) & last;
    for (; slots[slot] !== 0; slot = (slot + 1) & last) {
      if (this.#isSame((slots[slot] as number) - 1, signs, from, length)) break;
    }
    return slot;
  }

  #isSame(id: number, signs: Uint16Array, from: number, length: number): boolean {
    if (this.#lengths[id] !== length) return false;
    const own = this.#signs;
    const start = this.#starts[id] as number;
    for (let i = 0; i < length; i += 1) if (own[start + i] !== signs[from + i]) return false;
    return true;
  }

  #rehash(size: number): void {
    this.#slots = new Int32Array(size);
    for (let id = 0; id < this.end; id += 1) {
      const length = this.#lengths[id] as number;
      if (length > 0) this.#slots[this.#slotOf(this.#signs, this.#starts[id] as number, length)] = id + 1;
    }
  }

  #growTerms(): void {
    const starts = new Uint32Array(this.#starts.length * 2);
    starts.set(this.#starts);
    this.#starts = starts;
    const lengths = new Uint8Array(this.#lengths.length * 2);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
  }

  #roomForSigns(more: number): void {
    if (this.#signsEnd + more <= this.#signs.length) return;
    const live = this.#signsEnd - this.#garbage;
    const signs = new Uint16Array(Math.max(1 << 12, Math.ceil((live + more) * 1.5)));
    let end = 0;
    for (let id = 0; id < this.end; id += 1) {
      const length = this.#lengths[id] as number;
      if (length === 0) continue;
      const start = this.#starts[id] as number;
      signs.set(this.#signs.subarray(start, start + length), end);
      this.#starts[id] = end;
      end += length;
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
