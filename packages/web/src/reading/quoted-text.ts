import { folded } from "../folded.js";
import type { FoundPassage, QuestionAnswer } from "./answers.js";
import { type Highlight, markedPairs } from "./excerpt.js";
import { pieces, rowsBeside } from "./highlight.js";

/** What an answer shows. */
export interface QuotedText {
  /** Its quotes from each chunk, by chunk_id, as its citations name them. */
  readonly places: ReadonlyMap<string, readonly Highlight[]>;
  /** Its sentences, folded. */
  readonly words: string;
}

export function quotedIn(sentences: QuestionAnswer["sentences"]): QuotedText {
  const places = new Map<string, Highlight[]>();
  for (const { chunk_id, start, end } of sentences.flatMap(({ citations }) => citations))
    places.set(chunk_id, [...(places.get(chunk_id) ?? []), [start, end]]);
  return { places, words: folded(sentences.map(({ text }) => text).join("\n")) };
}

/**
 * The passages without what the answer above them quotes. A passage that it quotes in part keeps only the parts that
 * have marked words which the answer lacks.
 */
export function unquoted(passages: readonly FoundPassage[], { places, words }: QuotedText): FoundPassage[] {
  const adds = ({ body_text, body_md, highlights }: FoundPassage) => {
    const text = body_text ?? body_md ?? "";
    return [...markedPairs(text, highlights, { from: 0, to: text.length })].some((pair) => !words.includes(pair));
  };
  return passages.flatMap((passage, nth) => {
    const quotes = places.get(passage.chunk_id);
    // A list whose announcement is quoted stands alone.
    const goes_on = passage.goes_on && !places.has(passages[nth - 1]?.chunk_id ?? "");
    const rest = { ...passage, goes_on };
    return quotes === undefined ? [rest] : restOf(rest, quotes).filter(adds);
  });
}

/** @param quotes in the whole chunk */
function restOf(passage: FoundPassage, quotes: readonly Highlight[]): FoundPassage[] {
  const { body_text, body_md, window, highlights } = passage;
  const text = body_text ?? body_md ?? "";
  // The header of a table stands above its window.
  const shift = window === null ? 0 : window.start - (text.length - (window.end - window.start));
  const here = quotes.map(([start, end]): Highlight => [start - shift, end - shift]);
  if (body_text === null) {
    const rest = rowsBeside(text, highlights, here);
    return rest === null ? [] : [{ ...passage, body_md: rest.markdown, highlights: rest.highlights }];
  }
  const length = window?.length ?? text.length;
  return pieces(text, here)
    .filter(({ marked }) => !marked)
    .map(({ text: part, at }) => ({
      ...passage,
      body_text: part,
      body_md: null,
      window: { start: shift + at, end: shift + at + part.length, length },
      highlights: highlights.flatMap(([start, end]): Highlight[] =>
        start < at + part.length && end > at ? [[Math.max(0, start - at), Math.min(part.length, end - at)]] : [],
      ),
    }));
}
