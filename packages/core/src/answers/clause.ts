import type { TextType } from "../chunks/structured-chunk.js";
import type { Language } from "./content.js";

const SENTENCE_END = /[。！？!?;；|]/;
const CLAUSE_END = /[、，,:：（）()「」]/;
const POINT = /[.．]/;
const DIGIT = /[0-9０-９]/;
/** How far a sentence goes on, in UTF-16 units. */
const FAR = 600;

/**
 * The quoted part of a text with the rest of its sentence that may negate it: behind it in Japanese (支給し|ない),
 * before it in other languages (no employee | is paid), and the rest of its clause on the other side.
 */
export function clauseAround(
  body: string,
  { start, end, text_type }: { readonly start: number; readonly end: number; readonly text_type: TextType },
  language: Language,
): string {
  const isEnd = (at: number, sentence: boolean) => {
    const sign = body[at] as string;
    if (sign === "\n") return text_type !== "paragraph" || body[at + 1] === "\n" || body[at - 1] === "\n";
    if (POINT.test(sign)) return !DIGIT.test(body[at + 1] ?? "");
    return SENTENCE_END.test(sign) || (!sentence && CLAUSE_END.test(sign) && !DIGIT.test(body[at + 1] ?? ""));
  };
  let [from, to] = [start, end];
  const [first, last] = [Math.max(0, start - FAR), Math.min(body.length, end + FAR)];
  while (from > first && !isEnd(from - 1, language === "other")) from -= 1;
  if (!isEnd(end - 1, true)) while (to < last && !isEnd(to, language === "japanese")) to += 1;
  return body.slice(from, to);
}
