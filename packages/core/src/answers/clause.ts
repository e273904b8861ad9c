import { shownText } from "../chunks/display.js";
import type { StructuredChunk, TextType } from "../chunks/structured-chunk.js";
import { announcesItems } from "../search/announced-items.js";
import type { Language } from "./content.js";

const SENTENCE_END = /[。！？!?;；|]/;
const CLAUSE_END = /[、，,:：（）()「」【】]/;
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

/** A line that is an item of a list. */
const ITEM = /^\s*(?:[-*・•●]|[(（]?[0-9０-９一二三四五六七八九十ア-ンイロハa-z]{1,3}[)）.．、　 ])/i;
/**
 * The line above a list that speaks of all its items, for a quote inside of an item; "" if there is none. It may be the
 * end of the chunk before.
 */
export function leadIn(body: string, start: number, before: Pick<StructuredChunk, "display"> | undefined): string {
  const lines = body.slice(0, body.indexOf("\n", start) < 0 ? body.length : body.indexOf("\n", start)).split("\n");
  if (!ITEM.test(lines.at(-1) ?? "")) return "";
  const above = lines.findLast((line) => line.trim() !== "" && !ITEM.test(line));
  const line = above ?? (before === undefined ? "" : (shownText(before.display).trim().split("\n").at(-1) ?? ""));
  return announcesItems(line) ? `${line}\n` : "";
}
