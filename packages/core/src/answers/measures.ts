/** The units of quantities, and how a text writes them behind a number. */
const MEASURES: readonly (readonly [behind: RegExp, unit: string])[] = [
  [/ ?(?:営業日|稼働日|就業日|労働日|勤務日)/y, "business day"],
  [/ ?(?:日(?!本|曜)間?)/y, "day"],
  [/ ?週間?/y, "week"],
  [/ ?(?:(?:[かカヶケヵ箇個]月|月(?=間))間?)/y, "month"],
  [/ ?(?:[かカヶケヵ箇]年間?|年(?![度次生金齢代])間?)/y, "year"],
  [/ ?(?:時間(?!外|帯))/y, "hour"],
  [/ ?(?:分(?![割野担類])間?)/y, "minute"],
  [/ ?秒間?/y, "second"],
  [/ ?円/y, "JPY"],
  [/ ?ドル/y, "USD"],
  [/ ?ユーロ/y, "EUR"],
  [/ ?ポンド/y, "GBP"],
  [/ ?(?:パーセント|プロセント|ポイント)/y, "%"],
  [/ ?(?:人(?![事員材権格件工])|名(?![称前義目]))/y, "person"],
  [/ ?(?:回(?!答|線|復))/y, "time"],
  [/ ?倍/y, "fold"],
  [/ ?[歳才]/y, "year of age"],
  [/ ?泊/y, "night"],
  [/ ?親等/y, "degree of kinship"],
  [/ ?平方メートル/y, "m2"],
  [/ ?キロ(?:メートル)?(?!グラム)/y, "km"],
  [/ ?センチ(?:メートル)?/y, "cm"],
  [/ ?ミリ(?:メートル)?(?!グラム)/y, "mm"],
  [/ ?メートル/y, "m"],
  [/ ?キログラム/y, "kg"],
  [/ ?グラム/y, "g"],
  [/[ -]?(?:business|working) days?(?![a-z])/iy, "business day"],
  [/[ -]?(?:years?[ -]olds?|years of age)(?![a-z])/iy, "year of age"],
  [/[ -]?days?(?![a-z])/iy, "day"],
  [/[ -]?weeks?(?![a-z])/iy, "week"],
  [/[ -]?months?(?![a-z])/iy, "month"],
  [/[ -]?(?:years?|yrs?)(?![a-z])/iy, "year"],
  [/[ -]?(?:hours?|hrs?|h)(?![a-z])/iy, "hour"],
  [/[ -]?(?:minutes?|mins?)(?![a-z])/iy, "minute"],
  [/[ -]?(?:seconds?|secs?)(?![a-z])/iy, "second"],
  [/[ -]?(?:yen|jpy)(?![a-z])/iy, "JPY"],
  [/[ -]?(?:us dollars?|dollars?|usd)(?![a-z])/iy, "USD"],
  [/[ -]?(?:euros?|eur)(?![a-z])/iy, "EUR"],
  [/[ -]?(?:pounds?|gbp)(?![a-z])/iy, "GBP"],
  [/[ -]?(?:percent|per cent|percentage points?)(?![a-z])/iy, "%"],
  [/[ -]?(?:people|persons?|employees?|workers?|members?)(?![a-z])/iy, "person"],
  [/[ -]?(?:times (?=(?:the|as|his|her|their|normal|more)\b)|fold)(?![a-z])/iy, "fold"],
  [/[ -]?times?(?![a-z])/iy, "time"],
  [/[ -]?nights?(?![a-z])/iy, "night"],
  [/[ -]?(?:kilomet(?:re|er)s?|km)(?![a-z])/iy, "km"],
  [/[ -]?met(?:re|er)s?(?![a-z])/iy, "m"],
  [/[ -]?(?:kilograms?|kg)(?![a-z])/iy, "kg"],
  [/ ?%/y, "%"],
  [/ ?¥/y, "JPY"],
  [/ ?\$/y, "USD"],
  [/ ?€/y, "EUR"],
  [/ ?£/y, "GBP"],
];

/** Words between a number and its unit that do not change the unit. */
const BETWEEN =
  /[ -]?(?:calendar|consecutive|full|paid|whole|additional|further|more|extra|annual|continuous|successive|japanese)(?= )/iy;

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
const SIGNS: Readonly<Record<string, string>> = { "¥": "JPY", $: "USD", "€": "EUR", "£": "GBP" };
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
  for (const from of new Set([end, endOf(BETWEEN, text, end)])) {
    for (const [behind, unit] of MEASURES) {
      const to = endOf(behind, text, from);
      if (to > from) return { unit, start, end: to, isNamed: true };
    }
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
