import { shownText } from "../chunks/display.js";
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
  /** By their size. */
  readonly #segments = new Map<number, Segments>();

  constructor(
    private readonly chunk: StructuredChunk,
    private readonly length: number | null,
    private readonly terms: readonly WindowTerm[],
    private readonly read: number,
  ) {}

  /** The window of at most `max` characters. */
  within(max: number): Passage {
    const { chunk, length } = this;
    const { body_text, body_md } = chunk.display;
    const longest = Math.max(...[chunk.content, chunk.content_md, body_text, body_md].map((text) => text?.length ?? 0));
    if (length === null && longest <= max) return { chunk, window: null };
    const text = shownText(chunk.display);
    const match = bestMatch(this.#segmentsOf(text, segmentOf(max)), max);
    const { shown, start, end } = chunk.text_type === "table" ? cutTable(text, match, max) : cut(text, match, max);
    // The Markdown of a list has its words at other positions than its text, so it is not cut with it.
    const display = body_text === null ? { body_text, body_md: shown } : { body_text: shown, body_md: null };
    return {
      chunk: { ...chunk, content: null, content_md: null, display: { ...chunk.display, ...display } },
      window: { start, end, length: length ?? text.length },
    };
  }

  #segmentsOf(text: string, size: number): Segments {
    const segments = this.#segments.get(size) ?? segmentsOf(text, this.terms, this.read, size);
    this.#segments.set(size, segments);
    return segments;
  }
}

/** A text in segments of one size, each with the terms that it has. */
interface Segments {
  readonly size: number;
  /** A bit for each term. */
  readonly masks: Uint16Array;
  /** By the bits of terms. */
  readonly weights: readonly number[];
}

function segmentsOf(whole: string, terms: readonly WindowTerm[], read: number, size: number): Segments {
  const { text } = beginningOf(whole, read);
  const masks = new Uint16Array(Math.ceil(text.length / size));
  const heaviest = [...terms].sort((a, b) => b.weight - a.weight).slice(0, TERMS_MAX);
  const words = heaviest.map((term) => (term.text.startsWith(REFERENCE_MARK) ? null : stemOf(term.text)));
  const mayName = referenceFilter(heaviest);
  const bits = new Map(heaviest.map((term, i) => [term.text, 1 << i]));
  let unread = read * REFERENCES_SHARE;
  for (const nth of masks.keys()) {
    const segment = foldedByRuntime(text.slice(nth * size, (nth + 1) * size + OVERLAP));
    let mask = 0;
    for (const [i, word] of words.entries()) if (word !== null && segment.includes(word)) mask |= 1 << i;
    if (unread > 0 && mayName(segment)) {
      unread -= segment.length;
      for (const reference of referencesFrom(text, nth * size, size)) mask |= bits.get(reference.text) ?? 0;
    }
    masks[nth] = mask;
  }
  return { size, masks, weights: heaviest.map(({ weight }) => weight) };
}

/** A part of a text, in UTF-16 offsets. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** A window has room for this share of the match, and shows what is around it. */
const MATCH_SHARE = 3 / 4;

/** The heaviest segment decides only between windows that have the same terms. */
const TIE = 1 / 1_000;

/**
 * The segments, as many as a window has room for, whose terms together weigh most, the first of several with the
 * heaviest single one; the first segment where there is none.
 */
function bestMatch({ size, masks, weights }: Segments, max: number): Part {
  const room = Math.max(1, Math.floor((max * MATCH_SHARE) / size));
  const scoreOf = (from: number, to: number) => {
    let together = 0;
    let heaviest = 0;
    for (let nth = from; nth < to; nth += 1) {
      const mask = masks[nth] as number;
      together |= mask;
      heaviest = Math.max(heaviest, weightOf(mask, weights));
    }
    return weightOf(together, weights) + heaviest * TIE;
  };
  let best = { from: 0, to: Math.min(1, masks.length), score: 0 };
  for (let from = 0; from < masks.length; from += 1) {
    const to = Math.min(masks.length, from + room);
    const score = scoreOf(from, to);
    if (score > best.score) best = { from, to, score };
  }
  let { from, to } = best;
  while (to - from > 1 && scoreOf(from, to - 1) === best.score) to -= 1;
  while (to - from > 1 && scoreOf(from + 1, to) === best.score) from += 1;
  return { start: from * size, end: to * size };
}

function weightOf(mask: number, weights: readonly number[]): number {
  let weight = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) weight += weights[31 - Math.clz32(rest & -rest)] as number;
  return weight;
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

/** At most `max` characters around the match, cut at line ends where lines are short enough. */
function cut(text: string, match: Part, max: number): Cut {
  if (text.length <= max) return { shown: text, start: 0, end: text.length };
  const start = startOf(text, match, max);
  const end = endOf(text, start, Math.min(text.length, match.end), max);
  return { shown: text.slice(start, end), start, end };
}

/** Like {@link cut}, but by rows, with the header above them. */
function cutTable(text: string, match: Part, max: number): Cut {
  const header = headerOf(text, max);
  if (header === 0 || text.length <= max) return cut(text, match, max);
  const below = (at: number) => Math.max(0, at - header);
  const rows = cut(text.slice(header), { start: below(match.start), end: below(match.end) }, max - header);
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

function startOf(text: string, match: Part, max: number): number {
  const before = Math.max(0, Math.min(match.start - Math.floor(max / 4), text.length - max));
  if (before === 0) return 0;
  const above = text.slice(before - 1, match.start).indexOf("\n");
  if (above >= 0) return before + above;
  const furthest = Math.max(0, match.end - max);
  const own = text.slice(furthest, before).lastIndexOf("\n");
  return own >= 0 ? furthest + own + 1 : onCharacter(text, before);
}

function endOf(text: string, start: number, after: number, max: number): number {
  const to = start + max;
  if (to >= text.length) return text.length;
  const below = text.slice(after, to + 1).lastIndexOf("\n");
  return after <= to && below >= 0 ? after + below : onCharacter(text, to);
}
