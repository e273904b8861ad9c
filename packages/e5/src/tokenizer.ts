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

/** Cuts texts into the pieces that the model was trained with: SentencePiece's unigram model, the most likely path. */
export class Tokenizer {
  readonly #ids = new Map<string, number>();
  readonly #scores: Float32Array;
  readonly #unknown: number;
  /** The most characters of a piece. */
  #longest = 0;
  readonly #replaced: ReadonlyMap<string, string>;

  constructor() {
    this.#scores = new Float32Array(new Uint8Array(readFileSync(modelFile("scores.f32"))).buffer);
    this.#unknown = this.#scores.reduce((least, score) => Math.min(least, score), 0) - UNKNOWN_COST;
    const lines = readFileSync(modelFile("pieces.txt"), "utf8");
    // One after the other: an array of all lines would take as much memory again.
    for (let id = 0, start = 0; id < this.#scores.length; id += 1) {
      const end = lines.indexOf("\n", start);
      // The last piece is <mask>, which stands for no text either.
      if (id > UNKNOWN && id < this.#scores.length - 1) this.#ids.set(lines.slice(start, end), id);
      this.#longest = Math.max(this.#longest, end - start);
      start = end + 1;
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
      for (let to = Math.min(normal.length, from + this.#longest); to > from; to -= 1) {
        const piece = this.#ids.get(normal.slice(from, to));
        if (piece !== undefined) offer(from, to, piece, this.#scores[piece] as number);
      }
      step = (normal.codePointAt(from) as number) > 0xffff ? 2 : 1;
      offer(from, from + step, UNKNOWN, this.#unknown);
    }
    const ids: number[] = [];
    for (let to = normal.length; to > 0; to = starts[to] as number) ids.push(pieces[to] as number);
    return [BEGIN, ...ids.reverse().slice(0, MOST_TOKENS - 2), END];
  }

  #normalised(text: string): string {
    const signs = [...text.slice(0, MOST_READ).toWellFormed()].map((sign) => this.#replaced.get(sign) ?? sign);
    return ` ${signs.join("")}`.replace(/ +/g, SPACE);
  }
}
