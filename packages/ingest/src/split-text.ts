import { type Passage, type SourcePlace, unitsOf } from "@retrieval/core/chunks";
import { CHUNK_TEXT_MAX } from "@retrieval/core/limits";
import { withoutEdges } from "./plain-text.js";

/** Whether a chunk may have these texts. */
export const fitChunk = (...texts: readonly string[]) => texts.every(({ length }) => length <= CHUNK_TEXT_MAX);

/** A text as paragraphs that fit a chunk, split at the ends of lines and sentences. */
export function paragraphsOf(text: string, place: SourcePlace): Passage[] {
  return splitText(text).map((part) => ({ ...place, kind: "paragraph", text: part }));
}

export function splitText(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (!fitChunk(rest)) {
    const end = endOfPart(rest.slice(0, CHUNK_TEXT_MAX));
    parts.push(withoutEdges(rest.slice(0, end)));
    rest = withoutEdges(rest.slice(end));
  }
  return [...parts, rest].filter((part) => part !== "");
}

/** Where a text that goes on can end: behind a sentence, else at white space, else between two characters. */
function endOfPart(text: string): number {
  const sentences = unitsOf({ text_type: "paragraph", display: { body_text: text, body_md: null } });
  // The last sentence may go on.
  const sentence = sentences.at(-2)?.end ?? 0;
  if (sentence >= text.length / 2) return sentence;
  const space = text.search(/\s\S*$/);
  if (space >= text.length / 2) return space;
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}
