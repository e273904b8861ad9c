import { CLOCK, CLOCK_PATTERNS, DATE, DATE_PATTERNS, isInDate, isYear, type QuantityPattern } from "./dates.js";
import { PARTS_PATTERNS } from "./fractions.js";
import { unitAt } from "./measures.js";
import { foldedNumbers, type PlacedText, type Replacement } from "./placed-text.js";
import { RATE_PATTERNS } from "./rates.js";
import { structureReferencesIn } from "./structure-references.js";
import { writtenNumbers } from "./written-numbers.js";

/** A number, an amount or a date in a text. Two texts say the same if value and unit are the same. */
export interface Quantity {
  /** A text for a date, a time of day, a range and what has no value: 2026-04-01, 17:00, 3~5, A4. */
  readonly value: number | string;
  /** "" without one. */
  readonly unit: string;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
}

/** The sign of a list's item at the beginning of a line. */
const ITEM_SIGN = /(?<![^\n])[ \t]{0,20}(?:[(（][0-9]{1,2}[)）]|[0-9]{1,2}[.)）](?![0-9])|\p{No})/gu;
/** Numerals that are part of a word, and words of which a unit is only a part. */
const IDIOMS =
  /万一|統一|同一|唯一|単一|均一|画一|随一|一部|一切|一般|一方|一定|一律|一括|一覧|一致|一層|一旦|一環|一連|一同|一身|一因|一応|一体|一新|一任|一式|一人ひとり|一人一人|一つひとつ|一対一|一円(?=に|の地)|(?<!午[前後] ?)一時(?![間半十]|[二三四五]?[十]?[一二三四五六七八九]?分)|三六協定|第三者|四半期|(?<![時一二三四五六七八九] ?)十分(?!間|以[上内]|未満|前|後|ごと|毎|超|を超|の休|休|程度|の[一二三四五六七八九十0-9])|千葉|九州|四国|三重県|百貨店|八百屋|万全|万引|億劫|十二分に/g;
/** 10 000 000 EUR. Without a currency, they may be numbers side by side. */
const SPACED =
  /(?<![0-9.,] ?)[0-9]{1,3}(?: [0-9]{3}){1,4}(?= ?(?:EUR|USD|JPY|GBP|yen|円|euro|dollar|[€£]))|(?<=(?:EUR|USD|JPY|GBP|[€$£¥]) ?)[0-9]{1,3}(?: [0-9]{3}){1,4}(?![0-9])/g;
/** What would look like a number of its own between a reference or an idiom and the text around it. */
const MASK = "§";

/** The quantities in a text, in order. References to parts of a document (第16条, Article 17) are none. */
export function quantitiesIn(text: string): Quantity[] {
  const folded = foldedNumbers(text);
  const masked = folded.replaced(masksIn(folded.text));
  const numbers = writtenNumbers(masked.text);
  const weak = new Set(numbers.filter(({ isWeak }) => isWeak).map(({ start }) => masked.startOf(start)));
  const arabic = masked.replaced(numbers);
  const taken = new Uint8Array(arabic.text.length);
  const found = PATTERNS.flatMap((pattern) => readPattern(pattern, arabic.text, taken));
  found.push(...amountsIn(arabic, weak, taken));
  const joined = withRanges(
    found.toSorted((a, b) => a.start - b.start),
    arabic.text,
  );
  return joined
    .filter(({ isCertain }) => isCertain)
    .map(({ value, unit, start, end }) => ({ value, unit, start: arabic.startOf(start), end: arabic.endOf(end - 1) }));
}

/** Whether one of these quantities says this one. 4月1日 is in 2026年4月1日; 3日 is not in 3〜5日. */
export function isAmong({ value, unit }: Quantity, quantities: readonly Quantity[]): boolean {
  return quantities.some(
    (other) =>
      other.unit === unit && (other.value === value || (unit === DATE && isInDate(String(value), String(other.value)))),
  );
}

function masksIn(text: string): Replacement[] {
  const spanOf = ({ 0: { length }, index }: RegExpExecArray) => ({ start: index, end: index + length, text: MASK });
  const spans = [
    ...structureReferencesIn(text).map(({ start, end }) => ({ start, end, text: MASK })),
    ...[...text.matchAll(ITEM_SIGN), ...text.matchAll(IDIOMS)].map(spanOf),
    ...[...text.matchAll(/[廿卅]/g)].map((match) => ({ ...spanOf(match), text: match[0] === "廿" ? "二十" : "三十" })),
    ...[...text.matchAll(SPACED)].map((match) => ({ ...spanOf(match), text: match[0].replaceAll(" ", "") })),
  ];
  const masks: Replacement[] = [];
  let end = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start < end) continue;
    masks.push(span);
    end = span.end;
  }
  return masks;
}

/** Codes: 2.10.3, 03-1234-5678, A4, COVID-19; ② and ½, which are compared as they are. */
const CODE_PATTERNS: readonly QuantityPattern[] = [
  /(?<![0-9.])[0-9]{1,6}(?:\.[0-9]{1,6}){2,8}(?![0-9])/g,
  /(?<![0-9-])[0-9]{1,6}(?:-[0-9]{1,6}){2,8}(?![0-9-])/g,
  /(?<![A-Za-z0-9])(?!(?:JPY|USD|EUR|GBP)[0-9])(?:[A-Za-z]{1,10}|[A-Z]{1,10}-)[0-9][A-Za-z0-9]{0,20}/g,
  /\p{No}/gu,
].map((pattern) => ({ pattern, read: ([code = ""]) => ({ value: code.toLowerCase(), unit: "" }) }));

const PATTERNS = [...DATE_PATTERNS, ...CLOCK_PATTERNS, ...PARTS_PATTERNS, ...RATE_PATTERNS, ...CODE_PATTERNS];

interface Found extends Quantity {
  /** False for 一 and one without a unit. */
  readonly isCertain: boolean;
}

function readPattern({ pattern, read }: QuantityPattern, text: string, taken: Uint8Array): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(pattern)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const quantity = taken.subarray(start, end).includes(1) ? null : read(match);
    if (quantity === null) continue;
    taken.fill(1, start, end);
    found.push({ ...quantity, start, end, isCertain: true });
  }
  return found;
}

const NUMBER = /[0-9]+(?:\.[0-9]+)?/g;
const BEFORE_YEAR = /\b(?:in|since|from|until|of|by|year|before|after|and|to) $/i;
/** More digits than this have no exact value, and 0120 is not 120. */
const AS_WRITTEN = /^0[0-9]|^[0-9]{16}/;

function amountsIn(arabic: PlacedText, weak: ReadonlySet<number>, taken: Uint8Array): Found[] {
  const { text } = arabic;
  const found: Found[] = [];
  for (const { 0: digits, index } of text.matchAll(NUMBER)) {
    if (taken[index] === 1) continue;
    const { unit, start, end, isNamed } = unitAt(text, index, index + digits.length);
    if (!isNamed && isYear(digits) && BEFORE_YEAR.test(text.slice(Math.max(0, index - 8), index))) {
      found.push({ value: digits, unit: DATE, start, end, isCertain: true });
      continue;
    }
    const value = AS_WRITTEN.test(digits) ? digits : Number(digits);
    found.push({ value, unit, start, end, isCertain: isNamed || !weak.has(arabic.startOf(index)) });
  }
  return found;
}

const RANGE = /^ ?(?:[~〜–—−-]|から|ないし|乃至|to) ?$/;
const UNTIL = /^(?:以内|程度)?(?:まで|の範囲|の間)/;
const BETWEEN = /\bbetween $/i;
const LIST = /^ ?(?:[,、・/]|or|and|, or|, and|又は|または|若しくは|及び|および|か) ?$/;

/** 3〜5日 is one quantity; in 3日又は5日 and 3, 4 or 5 days, the last unit is that of all. */
function withRanges(found: readonly Found[], text: string): Found[] {
  const joined: Found[] = [];
  for (const second of found.toReversed()) {
    const behind = joined.at(-1);
    const first = behind === undefined ? null : relatedTo(second, behind, text);
    if (first === null) joined.push(second);
    else if (typeof first.value === "string") joined[joined.length - 1] = first;
    else joined.push(first);
  }
  return joined.toReversed();
}

/** The range that two quantities are, or the first one with the unit of the second; null if they are not related. */
function relatedTo(first: Found, second: Found, text: string): Found | null {
  const hasAmounts = typeof first.value === "number" && typeof second.value === "number";
  if (!hasAmounts || second.unit === CLOCK || (first.unit !== "" && first.unit !== second.unit)) return null;
  const between = text.slice(first.end, Math.min(second.start, first.end + LINK_MAX));
  if (first.end + between.length < second.start) return null;
  const isRange =
    (RANGE.test(between) && (!between.includes("から") || UNTIL.test(text.slice(second.end, second.end + 6)))) ||
    (between === " and " && BETWEEN.test(text.slice(Math.max(0, first.start - 9), first.start)));
  if (isRange) return { ...second, value: `${first.value}~${second.value}`, start: first.start };
  const isListed = first.unit === "" && second.unit !== "" && LIST.test(between);
  return isListed ? { ...first, unit: second.unit, isCertain: true } : null;
}

/** The longest text between two quantities that are related. */
const LINK_MAX = 8;
