import type { StructuredChunk } from "../chunks/structured-chunk.js";
import { beginningOf, foldedByRuntime, onCharacter } from "./characters.js";
import { REFERENCE_MARK, referenceFilter, referenceTermsOf } from "./references.js";

/** The part of a chunk's text that is displayed, in UTF-16 offsets of the whole text. */
export interface Window {
  /** Where the first shown row of a table begins; the header is shown above it wherever the window is. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** The length of the whole text: display.body_text, or display.body_md where that is null. */
  readonly length: number;
}

/** How finely the place of the best match is found: a window has room for more than a segment. */
const segmentOf = (max: number) => (max < 500 ? 75 : 250);
/** A word across the end of a segment is found in the first of the two segments. */
const OVERLAP = 16;
/** The number of terms that choose the window, the heaviest. */
const TERMS_MAX = 16;
/** The share of a text, among segments with a sign of a reference, in which references are read. */
const REFERENCES_SHARE = 1 / 20;

/** A chunk as it is displayed in a result. */
export interface Passage {
  readonly chunk: StructuredChunk;
  /** null: the chunk is whole. */
  readonly window: Window | null;
}

/** A term with its weight: only the heaviest together choose a window. */
interface WindowTerm {
  readonly text: string;
  readonly weight: number;
}

/**
 * The chunk, cut to a window of at most `max` characters around its best match if one of its texts is longer. The cost
 * grows with `read`, not with the chunk.
 *
 * @param read in characters as search makes them; one character of the source can become 18
 * @param length of the whole text, where `chunk` has only its beginning; null where it has all of it
 */
export class PassageMaker {
  /** The place of the best match, by how finely it was found. */
  readonly #best = new Map<number, number>();

  constructor(
    private readonly chunk: StructuredChunk,
    private readonly length: number | null,
    private readonly terms: readonly WindowTerm[],
    private readonly read: number,
  ) {}

  /** The window of at most `max` characters; the same match for every large `max`. */
  within(max: number): Passage {
    const { chunk, length } = this;
    const { body_text, body_md } = chunk.display;
    const longest = Math.max(...[chunk.content, chunk.content_md, body_text, body_md].map((text) => text?.length ?? 0));
    if (length === null && longest <= max) return { chunk, window: null };
    const text = body_text ?? body_md ?? "";
    const best = this.#bestOf(text, segmentOf(max));
    const { shown, start, end } = chunk.text_type === "table" ? cutTable(text, best, max) : cut(text, best, max);
    // The Markdown of a list has its words at other positions than its text, so it is not cut with it.
    const display = body_text === null ? { body_text, body_md: shown } : { body_text: shown, body_md: null };
    return {
      chunk: { ...chunk, content: null, content_md: null, display: { ...chunk.display, ...display } },
      window: { start, end, length: length ?? text.length },
    };
  }

  #bestOf(text: string, segment: number): number {
    const best = this.#best.get(segment) ?? densest(text, this.terms, this.read, segment);
    this.#best.set(segment, best);
    return best;
  }
}

/** The start of the segment in which the matching terms weigh most, the first of several; 0 where there is none. */
function densest(whole: string, terms: readonly WindowTerm[], read: number, size: number): number {
  const { text } = beginningOf(whole, read);
  const scores = new Float64Array(Math.ceil(text.length / size));
  const heaviest = [...terms].sort((a, b) => b.weight - a.weight).slice(0, TERMS_MAX);
  const words = heaviest.filter((term) => !term.text.startsWith(REFERENCE_MARK));
  const sought = words.map(({ text: word, weight }) => ({ word: stemOf(word), weight }));
  const mayName = referenceFilter(heaviest);
  const weights = new Map(heaviest.map((term) => [term.text, term.weight]));
  let unread = read * REFERENCES_SHARE;
  for (let nth = 0; nth < scores.length; nth += 1) {
    const segment = foldedByRuntime(text.slice(nth * size, (nth + 1) * size + OVERLAP));
    for (const { word, weight } of sought) if (segment.includes(word)) scores[nth] = (scores[nth] as number) + weight;
    if (unread <= 0 || !mayName(segment)) continue;
    unread -= segment.length;
    for (const reference of referencesFrom(text, nth * size, size))
      scores[nth] = (scores[nth] as number) + (weights.get(reference.text) ?? 0);
  }
  const most = scores.reduce((highest, score) => Math.max(highest, score), 0);
  return most === 0 ? 0 : scores.indexOf(most) * size;
}

/** The references that begin in the segment at `start`. */
function referencesFrom(text: string, start: number, size: number) {
  const before = Math.min(OVERLAP, start);
  return referenceTermsOf(text.slice(start - before, start + size + OVERLAP)).filter(
    (reference) => reference.start >= before && reference.start < before + size,
  );
}

/** The common part of `policy` and `policies`, because terms are in the singular. */
const stemOf = (term: string) => (/^[a-z]{3,}y$/.test(term) ? term.slice(0, -1) : term);

interface Cut {
  readonly shown: string;
  readonly start: number;
  readonly end: number;
}

/** At most `max` characters around the segment at `best`, cut at line ends where lines are short enough. */
function cut(text: string, best: number, max: number): Cut {
  if (text.length <= max) return { shown: text, start: 0, end: text.length };
  const start = startOf(text, best, max);
  const end = endOf(text, start, Math.min(text.length, best + segmentOf(max)), max);
  return { shown: text.slice(start, end), start, end };
}

/** Like {@link cut}, but by rows, with the header above them. */
function cutTable(text: string, best: number, max: number): Cut {
  const header = headerOf(text, max);
  if (header === 0 || text.length <= max) return cut(text, best, max);
  const rows = cut(text.slice(header), Math.max(0, best - header), max - header);
  const start = rows.start === 0 ? 0 : header + rows.start;
  return { shown: text.slice(0, header) + rows.shown, start, end: header + rows.end };
}

/**
 * The length of a table's first two lines, which name its columns; 0 where there are no such lines, or where they leave
 * hardly any room.
 */
function headerOf(text: string, max: number): number {
  const [names, rule] = text.slice(0, max).split("\n", 2);
  if (names === undefined || rule === undefined || !rule.includes("-") || !/^[|:\s-]*$/.test(rule)) return 0;
  const length = names.length + rule.length + 2;
  return length <= max / 2 && length < text.length ? length : 0;
}

function startOf(text: string, best: number, max: number): number {
  const before = Math.max(0, Math.min(best - Math.floor(max / 4), text.length - max));
  if (before === 0) return 0;
  const above = text.slice(before - 1, best).indexOf("\n");
  if (above >= 0) return before + above;
  const furthest = Math.max(0, best - Math.floor((max * 3) / 4));
  const own = text.slice(furthest, before).lastIndexOf("\n");
  return own >= 0 ? furthest + own + 1 : onCharacter(text, before);
}

function endOf(text: string, start: number, after: number, max: number): number {
  const to = start + max;
  if (to >= text.length) return text.length;
  const below = text.slice(after, to + 1).lastIndexOf("\n");
  return after <= to && below >= 0 ? after + below : onCharacter(text, to);
}
