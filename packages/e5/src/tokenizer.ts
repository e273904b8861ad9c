import { readFileSync } from "node:fs";
import { modelFile } from "./model-files.js";
import { HASH, PieceTable } from "./piece-table.js";

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
  readonly #scores: Float32Array;
  readonly #unknown: number;
  readonly #pieces: PieceTable;
  readonly #replaced: ReadonlyMap<string, string>;

  constructor() {
    const bytes = readFileSync(modelFile("scores.f32"));
    this.#scores = new Float32Array(new Uint8Array(bytes).buffer);
    this.#unknown = this.#scores.reduce((least, score) => Math.min(least, score), 0) - UNKNOWN_COST;
    const mask = this.#scores.length - 1;
    const pieces = readFileSync(modelFile("pieces.txt"), "utf8");
    this.#pieces = new PieceTable(pieces, this.#scores.length, (id) => id <= UNKNOWN || id === mask);
    this.#replaced = new Map(Object.entries(JSON.parse(readFileSync(modelFile("normalisation.json"), "utf8"))));
  }

  /** The ids of a text's pieces between those of its begin and end: 512 at most, the first ones. */
  ids(text: string): number[] {
    const points = this.#normalised(text);
    const length = points.length;
    // As floats, so that equal paths are the same ones as in other implementations.
    const best = new Float32Array(length + 1).fill(Number.NEGATIVE_INFINITY);
    const pieces = new Int32Array(length + 1);
    const starts = new Int32Array(length + 1);
    best[0] = 0;
    const offer = (from: number, to: number, piece: number, score: number) => {
      const sum = Math.fround((best[from] as number) + score);
      if (sum <= (best[to] as number)) return;
      best[to] = sum;
      pieces[to] = piece;
      starts[to] = from;
    };
    for (let from = 0; from < length; from += 1) {
      const last = Math.min(length, from + this.#pieces.longest);
      let hash = HASH.start;
      for (let to = from + 1; to <= last; to += 1) {
        hash = HASH.add(hash, points[to - 1] as number);
        const piece = this.#pieces.find(points, from, to, hash);
        if (piece !== undefined) offer(from, to, piece, this.#scores[piece] as number);
      }
      offer(from, from + 1, UNKNOWN, this.#unknown);
    }
    const ids: number[] = [];
    for (let to = length; to > 0; to = starts[to] as number) ids.push(pieces[to] as number);
    return [BEGIN, ...ids.reverse().slice(0, MOST_TOKENS - 2), END];
  }

  #normalised(text: string): Uint32Array {
    const signs = [...text.slice(0, MOST_READ).toWellFormed()].map((sign) => this.#replaced.get(sign) ?? sign);
    const spaced = ` ${signs.join("")}`.replace(/ +/g, SPACE);
    return Uint32Array.from(Array.from(spaced, (sign) => sign.codePointAt(0) as number));
  }
}
