/** The beginning of an item. */
export interface Marker {
  /** Items of one list have markers of one kind. */
  readonly kind: string;
  /** Whether a list can begin with it: 1, ア, a, a bullet. */
  readonly opens: boolean;
  /** Whether it begins another list of its kind: （イ） may be the first of イロハ, but follows （ア）. */
  readonly restarts: boolean;
  /** Whether it counts: 1, ア, a, but no bullet. */
  readonly isCounted: boolean;
  /** The sign and the space after it. */
  readonly text: string;
}

const NUMBER = "[0-9０-９]{1,3}";
const KANJI = "[一二三四五六七八九十]{1,3}";

/** Each kind with the markers that a list of it can begin with: without an expression, all. */
const KINDS: readonly (readonly [kind: string, pattern: RegExp, first: RegExp | null])[] = [
  ["①", /^[①-⑳㉑-㊿]/, /^①/],
  ["❶", /^[❶-❿⓵-⓾Ⓐ-ⓩ]/, /^[❶⓵Ⓐⓐ]/],
  ["(1)", new RegExp(`^[（(]${NUMBER}[）)]`), /^.[1１][）)]/],
  ["(一)", new RegExp(`^[（(]${KANJI}[）)]`), /^.一[）)]/],
  ["(ア)", /^[（(][ア-ンｱ-ﾝ][）)]/, /^.[アイｱｲ]/],
  ["(a)", /^[（(][a-zａ-ｚ][）)]/, /^.[aiａｉ]/],
  ["1", new RegExp(`^${NUMBER}(?=[\\s　])`), /^[1１][\s　]/],
  ["1.", new RegExp(`^${NUMBER}[.．)）](?![0-9０-９、。，)）]|$)`), /^[1１]\D/],
  ["ア", /^[ア-ン](?=[\s　])/, /^[アイ]/],
  ["一", new RegExp(`^${KANJI}(?=[\\s　])`), /^一[\s　]/],
  ["a.", /^[a-zA-Z][.)](?=\s)/, /^[aAiI]/],
  ["（注", /^（注[）0-9０-９]/, null],
  ["※", /^[※*][0-9０-９]{0,2}/, null],
  ["・", /^(?:[・•●○◦▪■□◆◇▶➢✓]|[-–－](?=[\s　]))/, null],
  ["【", /^(?:【|[［[〔][^\]］〕]{0,4}[0-9０-９])/, null],
];

/** The marker that a paragraph begins with: ①, （１）, １　, 1., ア　, ・, ※, 【…, ［例１］, *, a. */
export function markerOf(text: string): Marker | null {
  for (const [kind, pattern, first] of KINDS) {
    const sign = pattern.exec(text)?.[0];
    if (sign === undefined) continue;
    const blank = /^[\s　]*/.exec(text.slice(sign.length))?.[0] ?? "";
    const isCounted = first !== null;
    const opens = first === null || first.test(text);
    return { kind, isCounted, opens, restarts: isCounted && opens && !/[イｲiｉI]/.test(sign), text: sign + blank };
  }
  return null;
}

export const isMarked = (text: string) => KINDS.some(([, pattern]) => pattern.test(text));
