import { CLOCK } from "./dates.js";
import type { Quantity } from "./quantities.js";

/** What a quantity is a limit of, by the words behind it and before it; the first that fits counts. */
const BEHIND: readonly (readonly [RegExp, string])[] = [
  [/^ ?(?:以上|or (?:more|longer|older|over)|and (?:over|more))/i, "min"],
  [/^ ?(?:以下|以内|以前|まで|[をが]?(?:上限|限度)|or (?:less|fewer|under))/i, "max"],
  [/^ ?(?:未満|より少)/, "under"],
  [/^ ?(?:を?超|より多)/, "over"],
];
const BEFORE: readonly (readonly [RegExp, string])[] = [
  [/(?:at least|(?:no|not) less than|minimum of|少なくとも|最低|下限[はが、]?) ?(?:は|でも)?$/i, "min"],
  [
    /(?:at most|up to|(?:no|not) more than|not exceeding|maximum of|limit of|within|until|till|not? later than)(?: the)? ?$/i,
    "max",
  ],
  [/(?:上限|限度|最大|最長|最高)[はがで、]? ?$/, "max"],
  [/(?:less than|fewer than|under|below) ?$/i, "under"],
  [/(?:more than|over|exceeding|above) ?$/i, "over"],
];
const SIDE_BEHIND = /^ ?(?:(前|before|prior|in advance)|(後|after|later|following))/i;
/** How far the words are looked for, in UTF-16 units. */
const NEAR = { behind: 14, before: 20 };

/**
 * Of what a quantity is the limit: min, max, under or over, with before or after; "" of nothing. Times of day have none: a
 * text says them as 10時から15時まで and as 10時～15時.
 */
export function boundOf(text: string, { start, end, unit }: Quantity): string {
  if (unit === CLOCK) return "";
  const before = text.slice(Math.max(0, start - NEAR.before), start).normalize("NFKC");
  let behind = text.slice(end, end + NEAR.behind).normalize("NFKC");
  const side = SIDE_BEHIND.exec(behind);
  behind = behind.slice(side?.[0].length ?? 0);
  const limit =
    BEHIND.find(([pattern]) => pattern.test(behind))?.[1] ??
    BEFORE.find(([pattern]) => pattern.test(before))?.[1] ??
    "";
  return `${side === null ? "" : side[1] === undefined ? "after " : "before "}${limit}`;
}
