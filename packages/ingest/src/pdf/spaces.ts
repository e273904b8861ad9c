import { SOFT_HYPHEN } from "./hyphens.js";

/** rule-book, but not "part- and full-time". */
const HYPHEN = /[A-Za-zÀ-ɏ][-‐]$/;
const IN_WORD = /^(?!(?:and|or|und|oder|bzw)\b)[A-Za-zÀ-ɏ]/;
const WIDE_SIGN =
  /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\u2460-\u24ff\u25a0-\u25ff※…‥—〜～]/;

/** Whether a character is full-width and of a script without spaces. */
export function isWide(sign: string | undefined): boolean {
  return sign !== undefined && WIDE_SIGN.test(sign);
}

/** More letters than this, each followed by a space, are one spaced-out word. */
const SPACED_MIN = 3;
const SPACED = new RegExp(`^(?:\\S ){${SPACED_MIN},}\\S$`, "u");

/**
 * Removes spaces that the author did not type: those of justified lines, and those between Japanese and Latin letters.
 */
export function withoutLetterSpaces(text: string): string {
  const joined = SPACED.test(text.trim()) && isWide(text.trim()[0]) ? text.replaceAll(" ", "") : text;
  return joined.replace(/ +/g, (spaces, at: number) => {
    const [before, after] = [joined[at - 1], joined[at + spaces.length]];
    const isMixed = isWide(before) !== isWide(after) && /[A-Za-z0-9]/.test(`${before ?? ""}${after ?? ""}`);
    return before !== undefined && after !== undefined && isMixed ? "" : spaces;
  });
}

/** Joins the text of lines: Japanese without a space, other scripts with one, and none after a hyphen in a word. */
export function joinWrapped(texts: readonly string[]): string {
  const pieces: string[] = [];
  let last: string | undefined;
  let inAddress = false;
  for (const text of texts) {
    // A long address is wrapped without a space or a hyphen.
    const before = pieces.at(-1) ?? "";
    if (last === SOFT_HYPHEN) pieces[pieces.length - 1] = before.slice(0, -1);
    const isDivided = last === SOFT_HYPHEN || (HYPHEN.test(before) && IN_WORD.test(text));
    const isJoined = last === undefined || isWide(last) || isWide(text[0]) || inAddress || isDivided;
    pieces.push(isJoined ? text : ` ${text}`);
    last = text.at(-1) ?? last;
    const words = text.split(/\s/);
    inAddress = (inAddress && words.length === 1) || /https?:\/\//.test(words.at(-1) ?? "");
  }
  return pieces.join("").replace(/\u00ad$/, "-");
}
