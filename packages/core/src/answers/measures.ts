/** The units of quantities, and how a text writes them behind a number. */

const JAPANESE: Readonly<Record<string, string>> = {
  "営業日|稼働日|就業日|労働日|勤務日": "business day",
  "日(?!本|曜)間?": "day",
  "週間?": "week",
  "(?:[かカヶケヵ箇個]月|月(?=間))間?": "month",
  "[かカヶケヵ箇]年間?|年(?![度次生金齢代])間?": "year",
  "時間(?!外|帯)": "hour",
  "分(?![割野担類])間?": "minute",
  "秒間?": "second",
  円: "JPY",
  ドル: "USD",
  ユーロ: "EUR",
  ポンド: "GBP",
  "パーセント|プロセント|ポイント": "%",
  "人(?![事員材権格件工])|名(?![称前義目])": "person",
  "回(?!答|線|復)": "time",
  倍: "fold",
  "[歳才]": "year of age",
  泊: "night",
  親等: "degree of kinship",
};
const ENGLISH: Readonly<Record<string, string>> = {
  "(?:business|working) days?": "business day",
  "(?:years?[ -]olds?|years of age)": "year of age",
  "(?:days?)": "day",
  "(?:weeks?)": "week",
  "(?:months?)": "month",
  "(?:years?|yrs?)": "year",
  "(?:hours?|hrs?|h)": "hour",
  "(?:minutes?|mins?)": "minute",
  "(?:seconds?|secs?)": "second",
  "(?:yen|jpy)": "JPY",
  "(?:us dollars?|dollars?|usd)": "USD",
  "(?:euros?|eur)": "EUR",
  "(?:pounds?|gbp)": "GBP",
  "(?:percent|per cent|percentage points?)": "%",
  "(?:people|persons?|employees?|workers?|members?)": "person",
  "(?:times (?=(?:the|as|his|her|their|normal|more)\\b)|fold)": "fold",
  "(?:times?)": "time",
  "(?:nights?)": "night",
};
const SIGNS: Readonly<Record<string, string>> = { "%": "%", "¥": "JPY", $: "USD", "€": "EUR", "£": "GBP" };

/** Words between a number and its unit that do not change the unit. */
const BETWEEN =
  "calendar|consecutive|full|paid|whole|additional|further|more|extra|annual|continuous|successive|japanese";

interface Measure {
  readonly unit: string;
  readonly behind: RegExp;
}

const MEASURES: readonly Measure[] = [
  ...Object.entries(JAPANESE).map(([written, unit]) => ({ unit, behind: new RegExp(`[ ]?(?:${written})`, "y") })),
  ...Object.entries(ENGLISH).map(([written, unit]) => ({
    unit,
    behind: new RegExp(`[ -]?(?:(?:${BETWEEN}) )?${written}(?![a-z])`, "iy"),
  })),
  ...Object.entries(SIGNS).map(([sign, unit]) => ({ unit, behind: new RegExp(` ?[${sign}]`, "y") })),
];

/** What counts things of which there are many kinds: 3通, 2部. One of them may be an idiom: 一部, 一点. */
const COUNTER =
  / ?(?:[件個枚通台社冊部点つ種組級期条者]|[箇かカヶケ]所|種類|段階|等級|世帯|本(?!人|社|店|部|規|条|項|来))/y;
const COUNTER_OF_ONE = / ?(?:[件個枚通台社冊]|[箇かカヶケ]所)/y;
const LETTERS = /[a-z°]{1,5}(?![a-z0-9])/iy;
const ORDINAL = /(?:st|nd|rd|th)(?![a-z])/iy;
const OF_MONTH = / (?:day )?of (?:the|each|every) /iy;

const CURRENCY_BEFORE = /(?:([¥$€£])|(?<![A-Za-z])(JPY|USD|EUR|GBP)) ?$/;
const AGE_BEFORE = /\bage(?:d| of)? $/i;
const ON_THE = /\b(?:on|by|until) the $/i;
const OF_WORDS: Readonly<Record<string, string>> = { JPY: "JPY", USD: "USD", EUR: "EUR", GBP: "GBP" };
/** Longer than what may stand before a number. */
const BEFORE_MAX = 14;

export interface UnitAt {
  readonly unit: string;
  /** The quantity with its unit. */
  readonly start: number;
  readonly end: number;
  /** Whether the text names a unit or counts something. */
  readonly isNamed: boolean;
}

/** The unit of the number in these places of a folded text. */
export function unitAt(text: string, start: number, end: number): UnitAt {
  const before = text.slice(Math.max(0, start - BEFORE_MAX), start);
  const currency = CURRENCY_BEFORE.exec(before);
  if (currency) {
    const unit = SIGNS[currency[1] ?? ""] ?? OF_WORDS[currency[2] ?? ""] ?? "";
    return { unit, start: start - currency[0].length, end, isNamed: true };
  }
  for (const { unit, behind } of MEASURES) {
    const to = endOf(behind, text, end);
    if (to > end) return { unit, start, end: to, isNamed: true };
  }
  const ordinal = endOf(ORDINAL, text, end);
  if (ordinal > end) {
    const isDay = ON_THE.test(before) || endOf(OF_MONTH, text, ordinal) > ordinal;
    return { unit: isDay ? "day" : "", start, end: ordinal, isNamed: isDay };
  }
  if (AGE_BEFORE.test(before)) return { unit: "year of age", start, end, isNamed: true };
  const letters = endOf(LETTERS, text, end);
  if (letters > end) return { unit: text.slice(end, letters).toLowerCase(), start, end: letters, isNamed: true };
  const isOne = text.slice(start, end) === "1";
  const counter = endOf(isOne ? COUNTER_OF_ONE : COUNTER, text, end);
  return { unit: "", start, end: Math.max(end, counter), isNamed: counter > end };
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The unit that the name of a table's column gives to the bare numbers below it: 日当（円）, Amount (yen), 日数. */
export function unitInName(name: string): string {
  for (const [pattern, unit] of NAMED) if (pattern.test(name)) return unit;
  return "";
}

const NAMED: readonly (readonly [RegExp, string])[] = [
  [/[(（]円[)）]|単位[:：] ?円|\b(?:yen|JPY)\b/i, "JPY"],
  [/[(（](?:%|％)[)）]|\bpercent\b/i, "%"],
  [/[(（]日[)）]|日数|\bdays\b/i, "day"],
  [/[(（](?:時間|h)[)）]|\bhours\b/i, "hour"],
  [/[(（][かカヶケ箇]月[)）]|\bmonths\b/i, "month"],
  [/[(（]年[)）]|年数|\byears\b/i, "year"],
  [/[(（][人名][)）]|人数/, "person"],
  [/[(（]回[)）]|回数/, "time"],
  [/[(（][歳才][)）]/, "year of age"],
];
