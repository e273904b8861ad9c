/** Twice the number of pieces of the model or more, so that few share a place. A power of two. */
const PLACES = 1 << 19;
const NONE = -1;

/** FNV-1a, by code points. */
export const HASH = { start: 0x811c9dc5, add: (hash: number, point: number) => Math.imul(hash ^ point, 0x01000193) };

/** The tokenizer's pieces in typed arrays: 10 MB, where a Map of strings takes four times as much. */
export class PieceTable {
  readonly longest: number;
  readonly #points: Uint32Array;
  /** Where each piece begins, and where the last one ends. */
  readonly #starts: Uint32Array;
  readonly #places = new Int32Array(PLACES).fill(NONE);

  /**
   * @param text each piece ends with a line break; its id is its line
   * @param isSpecial the ids of pieces that no text has
   */
  constructor(text: string, count: number, isSpecial: (id: number) => boolean) {
    this.#points = new Uint32Array(text.length);
    this.#starts = new Uint32Array(count + 1);
    let [id, end, hash, longest] = [0, 0, HASH.start, 0];
    for (const sign of text) {
      if (sign !== "\n") {
        const point = sign.codePointAt(0) as number;
        this.#points[end++] = point;
        hash = HASH.add(hash, point);
        continue;
      }
      if (!isSpecial(id)) {
        let place = hash & (PLACES - 1);
        while (this.#places[place] !== NONE) place = (place + 1) & (PLACES - 1);
        this.#places[place] = id;
        longest = Math.max(longest, end - (this.#starts[id] as number));
      }
      id += 1;
      this.#starts[id] = end;
      hash = HASH.start;
    }
    if (id !== count) throw new Error(`${id} pieces, and ${count} scores`);
    this.longest = longest;
  }

  /** @returns the id of the piece that is these code points; undefined: none is */
  find(points: Uint32Array, from: number, to: number, hash: number): number | undefined {
    for (let place = hash & (PLACES - 1); ; place = (place + 1) & (PLACES - 1)) {
      const id = this.#places[place] as number;
      if (id === NONE) return undefined;
      if (this.#is(id, points, from, to)) return id;
    }
  }

  #is(id: number, points: Uint32Array, from: number, to: number): boolean {
    const start = this.#starts[id] as number;
    if ((this.#starts[id + 1] as number) - start !== to - from) return false;
    for (let at = from; at < to; at += 1) if (points[at] !== this.#points[start + at - from]) return false;
    return true;
  }
}
