import { longer, Ranges } from "./number-sets.js";

/** What the index knows of each unit, a section or one part of a long section, by its number. */
export class Units {
  document = new Uint32Array(1 << 8);
  /** The place of its first chunk. */
  place = new Uint32Array(1 << 8);
  /** How many chunks it has. */
  chunks = new Uint32Array(1 << 8);
  /** Where its section's head is among those of its document. */
  head = new Uint32Array(1 << 8);
  /** In terms. */
  length = new Uint32Array(1 << 8);
  /** Its number among the parts of its section, which follow each other. */
  part = new Uint32Array(1 << 8);
  /** A bit for each text_type that it has. */
  types = new Uint8Array(1 << 8);
  /** 1 for text outside every section of a document that has sections. */
  around = new Uint8Array(1 << 8);

  /** Free ones are numbers that no posting has. */
  readonly #ranges = new Ranges();

  /** One more than the highest number. */
  get end(): number {
    return this.#ranges.end;
  }

  get capacity(): number {
    return this.document.length;
  }

  /** The first unit of the section that has this one. */
  firstOf(unit: number): number {
    return unit - (this.part[unit] as number);
  }

  /** @returns the first of `count` numbers that follow each other */
  take(count: number): number {
    const from = this.#ranges.take(count);
    if (this.end > this.capacity) this.#grow();
    return from;
  }

  /** The postings of these numbers are gone. */
  release(ranges: Parameters<Ranges["release"]>[0]): void {
    this.#ranges.release(ranges);
  }

  get bytes(): number {
    return this.capacity * (6 * 4 + 2);
  }

  #grow(): void {
    const length = Math.max(this.end, Math.ceil(this.capacity * 1.5));
    for (const name of ["document", "place", "chunks", "head", "length", "part"] as const)
      this[name] = longer(this[name], length);
    for (const name of ["types", "around"] as const) this[name] = longer(this[name], length);
  }
}
