import { diffArrays } from "diff";

/** A piece of a text, and whether the other text lacks it. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Beyond so many different words, marks in a text no longer help, and finding them takes long. */
const DIFFERENT_MAX = 1_000;

/** Two texts in pieces, with the words marked that only one of them has. Japanese has no spaces between words. */
export function wordDiff(before: string, after: string): { readonly before: Piece[]; readonly after: Piece[] } {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: DIFFERENT_MAX });
  if (changes === undefined)
    return { before: [{ text: before, isMarked: true }], after: [{ text: after, isMarked: true }] };
  const piecesOf = (other: "added" | "removed", own: "added" | "removed") =>
    changes
      .filter((change) => !change[other])
      .map((change) => ({ text: change.value.join(""), isMarked: change[own] }));
  return { before: piecesOf("added", "removed"), after: piecesOf("removed", "added") };
}

const words = new Intl.Segmenter("ja", { granularity: "word" });

/** Sentence by sentence: the segmenter takes much longer than in proportion to the text. */
function wordsOf(text: string): string[] {
  const sentences = text.match(/[^\n。]{1,500}[\n。]?|[\n。]/g) ?? [];
  return sentences.flatMap((sentence) => Array.from(words.segment(sentence), ({ segment }) => segment));
}
