import type { Replacement } from "./placed-text.js";

/** A number as it is written in a text, and its digits. */
export interface WrittenNumber extends Replacement {
  /** In kanji, or the word one: it is a number only before a unit (一部, 一般, one of, no one). */
  readonly isWeak: boolean;
}

const ARABIC = "(?:[0-9]{1,3}(?:,[0-9]{3}(?![0-9]))+|[0-9]+)(?:\\.[0-9]+)?";
const DIGIT_SIGNS: Readonly<Record<string, number>> = {
  ...Object.fromEntries([..."〇一二三四五六七八九"].map((sign, value) => [sign, value])),
  ...{ 零: 0, 壱: 1, 弐: 2, 参: 3 },
};
const SMALL_SIGNS: Readonly<Record<string, number>> = { 十: 10, 拾: 10, 百: 100, 千: 1_000 };
const LARGE_SIGNS: Readonly<Record<string, number>> = { 万: 1e4, 萬: 1e4, 億: 1e8, 兆: 1e12 };
const SIGNS = Object.keys({ ...DIGIT_SIGNS, ...SMALL_SIGNS, ...LARGE_SIGNS }).join("");

const UP_TO_19 = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/);
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1_000,
  k: 1_000,
  million: 1e6,
  billion: 1e9,
};
const A = "a(?=[ -](?:hundred|thousand|million|billion)\\b)";
const WORDS = new Map<string, number>([
  ["a", 1],
  ...UP_TO_19.map((word, value) => [word, value] as const),
  ...TENS.map((word, i) => [word, (i + 2) * 10] as const),
]);

const TOKENS = new RegExp(
  `${ARABIC}|[${SIGNS}]|\\b(?:${[...WORDS.keys(), ...Object.keys(SCALES)].slice(1).join("|")}|${A})\\b|(?<=[0-9])k\\b`,
  "gi",
);

interface Token {
  readonly kind: "digits" | "sign" | "word";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Run {
  readonly digits: string;
  /** The first token behind it. */
  readonly to: number;
  readonly isWeak: boolean;
}

/** 数十 and 何百 are no certain numbers. */
const UNCERTAIN = "数何幾";

/** The numbers in a folded text, in order: 5,000, 二十五, 5万5千, twenty-five, 1.2 million. */
export function writtenNumbers(text: string): WrittenNumber[] {
  const tokens = [...text.matchAll(TOKENS)].map(tokenOf);
  const numbers: WrittenNumber[] = [];
  for (let from = 0; from < tokens.length; ) {
    const first = tokens[from] as Token;
    const run = wordsFrom(tokens, from, text) ?? signsFrom(tokens, from);
    const start = first.start;
    from = Math.max(from + 1, run?.to ?? 0);
    if (run === null || (start > 0 && UNCERTAIN.includes(text[start - 1] as string))) continue;
    // Two numbers side by side must not become one.
    const touches = numbers.at(-1)?.end === start;
    const end = (tokens[run.to - 1] as Token).end;
    numbers.push({ start, end, text: touches ? ` ${run.digits}` : run.digits, isWeak: run.isWeak });
  }
  return numbers;
}

function tokenOf(match: RegExpExecArray): Token {
  const [text] = match;
  const kind = /^[0-9]/.test(text) ? "digits" : SIGNS.includes(text) ? "sign" : "word";
  return { kind, text: text.toLowerCase(), start: match.index, end: match.index + text.length };
}

/** More digits than this have no exact value. */
const EXACT_DIGITS = 15;

function signsFrom(tokens: readonly Token[], from: number): Run | null {
  let [total, section] = [0, 0];
  let current: number | null = null;
  let isPositional = false;
  let [small, large] = [Infinity, Infinity];
  let to = from;
  for (; to < tokens.length; to += 1) {
    const { kind, text, start } = tokens[to] as Token;
    if (kind === "word" || (to > from && start !== tokens[to - 1]?.end)) break;
    if (kind === "digits") {
      if (current !== null || text.length > EXACT_DIGITS) break;
      [current, isPositional] = [Number(text.replaceAll(",", "")), false];
    } else if (text in DIGIT_SIGNS) {
      if (current !== null && !isPositional) break;
      current = (current ?? 0) * 10 + (DIGIT_SIGNS[text] as number);
      isPositional = true;
      if (current >= 10 ** EXACT_DIGITS) break;
    } else if (text in SMALL_SIGNS) {
      const unit = SMALL_SIGNS[text] as number;
      if (unit >= small || (isPositional && (current ?? 0) >= 10)) break;
      [section, current, isPositional, small] = [section + (current ?? 1) * unit, null, false, unit];
    } else {
      const unit = LARGE_SIGNS[text] as number;
      const amount: number = section + (current ?? 0);
      if (amount === 0 || unit >= large) break;
      [total, section, current, isPositional] = [total + amount * unit, 0, null, false];
      [small, large] = [Infinity, unit];
    }
  }
  if (to === from) return longDigits(tokens[from] as Token, from);
  const first = tokens[from] as Token;
  // As it is written, because 0120 is another number than 120.
  if (to === from + 1 && first.kind === "digits") return { digits: first.text.replaceAll(",", ""), to, isWeak: false };
  const isWeak = tokens.slice(from, to).every(({ kind }) => kind === "sign");
  return { digits: exact(total + section + (current ?? 0)), to, isWeak };
}

const longDigits = ({ kind, text }: Token, from: number): Run | null =>
  kind === "digits" ? { digits: text.replaceAll(",", ""), to: from + 1, isWeak: false } : null;

function wordsFrom(tokens: readonly Token[], from: number, text: string): Run | null {
  const first = tokens[from] as Token;
  if (first.kind === "sign" || (first.kind === "digits" && !isScale(tokens[from + 1]))) return null;
  if (isScale(first)) return null;
  let [total, current] = [0, first.kind === "digits" ? Number(first.text.replaceAll(",", "")) : 0];
  /** What the next word must be less than. */
  let below = first.kind === "digits" ? 0 : Infinity;
  let large = Infinity;
  let to = first.kind === "digits" ? from + 1 : from;
  for (; to < tokens.length; to += 1) {
    const token = tokens[to] as Token;
    if (to > from && !goesOn(text.slice((tokens[to - 1] as Token).end, token.start), tokens[to - 1])) break;
    const [value, scale] = [WORDS.get(token.text), SCALES[token.text]];
    if (token.kind !== "word") break;
    if (value !== undefined) {
      if (value >= below) break;
      current += value;
      below = value >= 20 ? 10 : 0;
    } else if (scale === 100 && current > 0 && current < 100) {
      [current, below] = [current * 100, 100];
    } else if (scale !== undefined && scale > 100 && scale < large && current > 0) {
      [total, current, below, large] = [total + current * scale, 0, Infinity, scale];
    } else break;
  }
  if (to === from) return null;
  return { digits: exact(total + current), to, isWeak: total + current === 1 };
}

const isScale = (token: Token | undefined) => token?.kind === "word" && token.text in SCALES;

function goesOn(between: string, before: Token | undefined): boolean {
  return between === " " || between === "-" || between === "" || (between === " and " && isScale(before));
}

/** 1.1 million is 1100000 and not 1100000.0000000002. */
const exact = (value: number) => String(Number(value.toPrecision(EXACT_DIGITS)));
