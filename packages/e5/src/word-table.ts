import { openSync, readSync } from "node:fs";
import { DIMENSIONS, modelFile } from "./model-files.js";

/** Values that share one scale: two bytes in half precision, before 16 bytes of two values each. */
const BLOCK = 32;
const BLOCK_BYTES = 2 + BLOCK / 2;
const ROW_BYTES = (DIMENSIONS / BLOCK) * BLOCK_BYTES;
/** Of 4 bits, 0 to 15. */
const ZERO = 8;

/** The vectors of the tokenizer's pieces, in 4 bits. Rows are read from the file, which the system's cache holds. */
export class WordTable {
  readonly #file = openSync(modelFile("words.q4"), "r");
  readonly #row = Buffer.alloc(ROW_BYTES);

  /** The vectors of these pieces, one behind the other. */
  vectors(ids: readonly number[]): Float32Array {
    const vectors = new Float32Array(ids.length * DIMENSIONS);
    ids.forEach((id, place) => {
      readSync(this.#file, this.#row, 0, ROW_BYTES, id * ROW_BYTES);
      this.#unpack(vectors, place * DIMENSIONS);
    });
    return vectors;
  }

  #unpack(vectors: Float32Array, at: number): void {
    let to = at;
    for (let from = 0; from < ROW_BYTES; from += BLOCK_BYTES, to += BLOCK) {
      const scale = fromHalf(this.#row.readUInt16LE(from));
      for (let i = 0; i < BLOCK / 2; i += 1) {
        const byte = this.#row[from + 2 + i] as number;
        vectors[to + i] = ((byte & 15) - ZERO) * scale;
        vectors[to + i + BLOCK / 2] = ((byte >> 4) - ZERO) * scale;
      }
    }
  }
}

/** A finite number in half precision (IEEE 754 binary16). */
function fromHalf(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -size : size;
}
