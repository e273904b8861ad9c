import { classOf } from "./characters.js";
import { type Term, termsOf } from "./terms.js";

/**
 * A text as phrases and words of the vocabulary are looked for in it: Latin words and numbers as terms, each between
 * spaces; Japanese as it is, without white space, so that a line break inside a word does not matter.
 */
export function foldedText(text: string): string {
  // Pieces, because asking a string that grows for its end copies it each time.
  const pieces: string[] = [];
  let before: Term | null = null;
  for (const term of termsOf(text)) {
    const goesOn =
      before !== null && isUnspaced(before) && isUnspaced(term) && text.slice(before.end, term.start).trim() === "";
    if (!goesOn) pieces.push(" ");
    // Each character of a run begins one term.
    pieces.push(isUnspaced(term) ? firstSign(term) : term.text);
    before = term;
  }
  return `${pieces.join("")} `;
}

/** The folded text of a phrase or word, to be looked for in other folded texts: its Latin words are whole words there. */
export function foldedPhrase(text: string): string {
  const folded = foldedText(text);
  const signs = [...folded.trim()];
  if (signs.length === 0) return "";
  const from = classOf(signs[0] as string) === "unspaced" ? 1 : 0;
  const to = classOf(signs.at(-1) as string) === "unspaced" ? folded.length - 1 : folded.length;
  return folded.slice(from, to);
}

const firstSign = ({ text }: Term) => String.fromCodePoint(text.codePointAt(0) as number);
const isUnspaced = (term: Term) => classOf(firstSign(term)) === "unspaced";
