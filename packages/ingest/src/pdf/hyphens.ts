import type { Line } from "./layout-types.js";

/** A hyphen at the end of a line that is no part of the word (Unicode UAX #14, SHY): {@link joinWrapped} drops it. */
export const SOFT_HYPHEN = "\u00ad";

const WORDS = /[A-Za-zÀ-ɏ]+(?:[-‐][A-Za-zÀ-ɏ]+)*/g;
const AT_END = /(?<![A-Za-zÀ-ɏ])([A-Za-zÀ-ɏ]{2,})[-‐\u00ad]$/;
const AT_START = /^[a-zß-ɏ]{2,}/;
/** So many words of the document divided at line ends, and known as one, show that a program divides words. */
const DIVIDED_MIN = 3;

/**
 * Makes the hyphens soft that only divide a word between two lines: the word occurs undivided elsewhere in the
 * document; or the document divides its words, and the part on the next line is no word of it. All other hyphens,
 * as in rule-book, stay.
 */
export function softenHyphens(lines: readonly Line[]): Map<Line, Line> {
  const words = new Set(lines.flatMap(wholeWords));
  const divided = lines.flatMap((line, i) => {
    const first = AT_END.exec(line.text)?.[1];
    const second = first === undefined ? undefined : AT_START.exec(lines[i + 1]?.text ?? "")?.[0];
    return first === undefined || second === undefined ? [] : [{ line, first: first.toLowerCase(), second }];
  });
  const isKnown = ({ first, second }: (typeof divided)[number]) => words.has(first + second);
  const dividesWords = divided.filter(isKnown).length >= DIVIDED_MIN;
  const softened = new Map<Line, Line>();
  for (const word of divided) {
    const isCompound = words.has(word.second) || words.has(`${word.first}-${word.second}`);
    if (!isKnown(word) && (!dividesWords || isCompound)) continue;
    softened.set(word.line, { ...word.line, text: word.line.text.slice(0, -1) + SOFT_HYPHEN });
  }
  return softened;
}

/** The words of a line, without those that may be parts of a word. */
function wholeWords({ text }: Line, i: number, lines: readonly Line[]): string[] {
  const words = (text.match(WORDS) ?? []).map((word) => word.toLowerCase().replaceAll("‐", "-"));
  const isDivided = AT_END.test(text);
  const isRest = AT_END.test(lines[i - 1]?.text ?? "");
  return words.slice(isRest ? 1 : 0, isDivided ? -1 : undefined);
}
