import { readFileSync } from "node:fs";
import { modelFile } from "./model-files.js";

/** Ids of the model that stand for no text. */
const BEGIN = 0;
const END = 2;
const UNKNOWN = 3;
/** The model has so many positions; begin and end take one each. */
const MOST_TOKENS = 512;
/** More characters than so many tokens have: what is behind them cannot be read. */
const MOST_READ = 16_384;
/** An unknown character costs so much more than the least likely piece. */
const UNKNOWN_COST = 10;
const SPACE = "\u2581";
const LINE_END = 10;

/** Twice as many as there are pieces. */
const SLOTS = 2 ** 19;
/** The hash of one more UTF-16 unit. */
const hashWith = (hash: number, unit: number) => Math.imul(hash ^ unit ^ (hash >>> 15), 0x9e3779b1) >>> 0;

/** Cuts texts into the pieces that the model was trained with: SentencePiece's unigram model, the most likely path. */
export class Tokenizer {
  /** All pieces, each with the end of its line, in UTF-16. A map of strings would take 20 MB more, and six times as long. */
  readonly #pieces: Uint16Array;
  /** Where each piece begins, by its id. */
  readonly #begins: Uint32Array;
  /** The ids of pieces by their hashes; 0 is free. A piece whose place is taken has the next free one. */
  readonly #slots = new Uint32Array(SLOTS);
  readonly #scores: Float32Array;
  readonly #unknown: number;
  /** The most characters of a piece. */
  #longest = 0;
  readonly #replaced: ReadonlyMap<string, string>;

  constructor() {
    this.#scores = new Float32Array(new Uint8Array(readFileSync(modelFile("scores.f32"))).buffer);
    this.#unknown = this.#scores.reduce((least, score) => Math.min(least, score), 0) - UNKNOWN_COST;
    const lines = Buffer.from(readFileSync(modelFile("pieces.txt"), "utf8"), "utf16le");
    this.#pieces = new Uint16Array(new Uint8Array(lines).buffer);
    this.#begins = new Uint32Array(this.#scores.length + 1);
    for (let id = 0, begin = 0; id < this.#scores.length; id += 1) {
      const end = this.#pieces.indexOf(LINE_END, begin);
      // The last piece is <mask>, which stands for no text either.
      if (id > UNKNOWN && id < this.#scores.length - 1) this.#add(id, this.#pieces.subarray(begin, end));
      this.#longest = Math.max(this.#longest, end - begin);
      begin = end + 1;
      this.#begins[id + 1] = begin;
    }
    this.#replaced = new Map(Object.entries(JSON.parse(readFileSync(modelFile("normalisation.json"), "utf8"))));
  }

  /** The ids of a text's pieces between those of its begin and end: 512 at most, the first ones. */
  ids(text: string): number[] {
    const normal = this.#normalised(text);
    // As floats, so that equal paths are the same ones as in other implementations.
    const best = new Float32Array(normal.length + 1).fill(Number.NEGATIVE_INFINITY);
    const pieces = new Int32Array(normal.length + 1);
    const starts = new Int32Array(normal.length + 1);
    best[0] = 0;
    const offer = (from: number, to: number, piece: number, score: number) => {
      const sum = Math.fround((best[from] as number) + score);
      if (sum <= (best[to] as number)) return;
      best[to] = sum;
      pieces[to] = piece;
      starts[to] = from;
    };
    for (let from = 0, step = 1; from < normal.length; from += step) {
      const end = Math.min(normal.length, from + this.#longest);
      for (let to = from + 1, hash = 0; to <= end; to += 1) {
        hash = hashWith(hash, normal.charCodeAt(to - 1));
        const piece = this.#find(normal, from, to, hash);
        if (piece !== 0) offer(from, to, piece, this.#scores[piece] as number);
      }
      step = (normal.codePointAt(from) as number) > 0xffff ? 2 : 1;
      offer(from, from + step, UNKNOWN, this.#unknown);
    }
    const ids: number[] = [];
    for (let to = normal.length; to > 0; to = starts[to] as number) ids.push(pieces[to] as number);
    return [BEGIN, ...ids.reverse().slice(0, MOST_TOKENS - 2), END];
  }

  #add(id: number, piece: Uint16Array): void {
    let slot = piece.reduce(hashWith, 0) % SLOTS;
    while (this.#slots[slot] !== 0) slot = (slot + 1) % SLOTS;
    this.#slots[slot] = id;
  }

  /** The id of the piece that is in a text from one place to another; 0: none. */
  #find(text: string, from: number, to: number, hash: number): number {
    for (let slot = hash % SLOTS; ; slot = (slot + 1) % SLOTS) {
      const id = this.#slots[slot] as number;
      if (id === 0) return 0;
      const begin = this.#begins[id] as number;
      if ((this.#begins[id + 1] as number) - begin - 1 !== to - from) continue;
      let same = 0;
      while (same < to - from && this.#pieces[begin + same] === text.charCodeAt(from + same)) same += 1;
      if (same === to - from) return id;
    }
  }

  #normalised(text: string): string {
    const signs = [...text.slice(0, MOST_READ).toWellFormed()].map((sign) => this.#replaced.get(sign) ?? sign);
    return ` ${signs.join("")}`.replace(/ +/g, SPACE);
  }
}
