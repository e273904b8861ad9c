import type { FoundPassage, QuestionAnswer } from "./answers.js";

/** How much of each chunk an answer quotes, in UTF-16 units, by chunk_id. */
export type QuotedText = ReadonlyMap<string, number>;

export function quotedIn(sentences: QuestionAnswer["sentences"]): QuotedText {
  const quoted = new Map<string, number>();
  for (const { chunk_id, start, end } of sentences.flatMap(({ citations }) => citations))
    quoted.set(chunk_id, (quoted.get(chunk_id) ?? 0) + end - start);
  return quoted;
}

/** White space between sentences, numbers and bullets are no part of a quote. */
const WHOLE = 0.85;

/** Whether the answer above has the passage as a whole. */
export function isQuoted({ chunk_id, body_text, body_md, window }: FoundPassage, quoted: QuotedText): boolean {
  const length = window?.length ?? (body_text ?? body_md ?? "").length;
  return (quoted.get(chunk_id) ?? 0) >= length * WHOLE;
}
