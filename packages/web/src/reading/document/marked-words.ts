import type { Highlight } from "../../chunks/highlight.js";
import type { SearchResult } from "../answers.js";

/** The words that the search marked in a result, longest first. */
export function wordsOf({ chunk: { display }, highlights }: Pick<SearchResult, "chunk" | "highlights">): string[] {
  const text = display.body_text ?? display.body_md ?? "";
  const words = new Set(highlights.map(([start, end]) => text.slice(start, end).trim().toLowerCase()));
  const all = [...words].filter((word) => word !== "").sort((a, b) => b.length - a.length);
  // A single sign marks half a page, unless it is all that was searched.
  const long = all.filter((word) => word.length > 1);
  return long.length > 0 ? long : all;
}

/** Where these words are in a text, without case. */
export function placesOf(words: readonly string[], text: string): Highlight[] {
  const lower = text.toLowerCase();
  // A letter whose other case is longer moves what follows: better no mark than one in a wrong place.
  if (lower.length !== text.length) return [];
  return words.flatMap((word) => {
    const found: Highlight[] = [];
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
      found.push([at, at + word.length]);
    return found;
  });
}
