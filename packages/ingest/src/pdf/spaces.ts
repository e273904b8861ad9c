const WIDE_SIGN =
  /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\u2460-\u24ff\u25a0-\u25ff※…‥—〜～]/;

/** Is it a letter or sign of a script that is written without spaces, and as wide as it is high? */
export function isWide(sign: string | undefined): boolean {
  return sign !== undefined && WIDE_SIGN.test(sign);
}

/** More letters than this, with a space between each two, are one word set wide. */
const SPACED_MIN = 3;
const SPACED = new RegExp(`^(?:\\S ){${SPACED_MIN},}\\S$`, "u");

/**
 * A line set to full width by gaps between all its letters, and the gap between Japanese and Latin letters, come from
 * the file as spaces that nobody typed.
 */
export function withoutLetterSpaces(text: string): string {
  const joined = SPACED.test(text.trim()) && isWide(text.trim()[0]) ? text.replaceAll(" ", "") : text;
  return joined.replace(/ +/g, (spaces, at: number) => {
    const [before, after] = [joined[at - 1], joined[at + spaces.length]];
    const isMixed = isWide(before) !== isWide(after) && /[A-Za-z0-9]/.test(`${before ?? ""}${after ?? ""}`);
    return before !== undefined && after !== undefined && isMixed ? "" : spaces;
  });
}

/** How the text of one line goes on with the next one: Japanese without a space, other scripts with one. */
export function joinWrapped(texts: readonly string[]): string {
  const pieces: string[] = [];
  let last: string | undefined;
  let inAddress = false;
  for (const text of texts) {
    // A long address is wrapped without a space or a hyphen.
    const isJoined = last === undefined || isWide(last) || isWide(text[0]) || inAddress;
    pieces.push(isJoined ? text : ` ${text}`);
    last = text.at(-1) ?? last;
    const words = text.split(/\s/);
    inAddress = (inAddress && words.length === 1) || /https?:\/\//.test(words.at(-1) ?? "");
  }
  return pieces.join("");
}
