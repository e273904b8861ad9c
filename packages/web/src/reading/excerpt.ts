import type { Highlight } from "../chunks/highlight.js";

/** A part of a text, in UTF-16 units. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/**
 * What is marked in a part of a text, as pairs of signs: 健康診断の費用 has all of 健康診断, and more. Hiragana says
 * nothing: の in 健康診断の is a particle. A word of letters is one mark, however long it is.
 */
export function markedPairs(text: string, highlights: readonly Highlight[], { from, to }: Part): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const [start, end] of highlights) {
    const marked = text.slice(Math.max(from, start), Math.min(to, end)).normalize("NFKC").toLowerCase();
    if (marked.length === 1 || LETTERS.test(marked)) pairs.add(marked);
    else for (let i = 0; i + 1 < marked.length; i += 1) pairs.add(marked.slice(i, i + 2));
  }
  const telling = [...pairs].filter((pair) => !HIRAGANA.test(pair));
  return telling.length > 0 ? new Set(telling) : pairs;
}

const HIRAGANA = /\p{Script=Hiragana}/u;
const LETTERS = /^\p{Script=Latin}+$/u;

/** Where a sentence or a line ends. */
const END = /[。！？!?][」』）)]*|\.(?=\s)|(?<![。！？!?.])\n/g;
/** How much shorter or longer a part may be, so that it ends with a sentence. */
const LENGTHS = { least: 0.75, most: 1.3 };
/** How much of a part stands before the first mark, where it does not begin with a sentence. */
const BEFORE = 0.3;

/**
 * About so many characters of a text: of all parts, the first of those that have most of what is marked.
 * @param width in characters as wide as a kanji
 */
export function excerpt(text: string, highlights: readonly Highlight[], width: number): Part {
  const length = Math.round((width * text.length) / Math.max(1, widthOf(text)));
  const ends = [...text.matchAll(END)].map((end) => end.index + end[0].length);
  const afterEnds = ends.map((end) => end + (/^\s*/.exec(text.slice(end, end + 8))?.[0].length ?? 0));
  const within = highlights.map(([start]) => Math.max(0, start - Math.floor(length * BEFORE)));
  const partFrom = (from: number): Part => {
    const [end = Math.min(text.length, from + length)] = ends
      .filter((one) => one >= from + length * LENGTHS.least && one <= from + length * LENGTHS.most)
      .sort((a, b) => Math.abs(a - from - length) - Math.abs(b - from - length));
    return { from, to: boundary(text, end) };
  };
  let best = partFrom(0);
  let most = markedPairs(text, highlights, best).size;
  for (const from of [...afterEnds, ...within]) {
    const part = partFrom(boundary(text, from));
    const { size } = markedPairs(text, highlights, part);
    if (size > most) [best, most] = [part, size];
  }
  return best;
}

/** Letters, digits and spaces are about half as wide as a kanji. */
const widthOf = (text: string) => text.length - (text.match(NARROW)?.length ?? 0) / 2;
const NARROW = /[\u0020-\u024f]/g;

/** How far a word goes on at most. */
const WORD = 20;

/** Not inside a word, nor between the halves of a surrogate pair. */
function boundary(text: string, at: number): number {
  const word = /[\p{L}\p{N}]$/u.test(text.slice(0, at)) ? (REST.exec(text.slice(at, at + WORD))?.[0].length ?? 0) : 0;
  const code = text.charCodeAt(at);
  return at + (word > 0 ? word : code >= 0xdc00 && code <= 0xdfff ? 1 : 0);
}

/** The rest of a word of letters with spaces around it. */
const REST = /^[\p{Script=Latin}\p{N}]+/u;
