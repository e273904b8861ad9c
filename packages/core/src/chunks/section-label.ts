import { NUMERAL, numeralValue, romanValue } from "./numerals.js";
import type { SectionType } from "./structured-chunk.js";

/** The parts of a section's heading. */
export interface SectionHeading {
  readonly type: SectionType;
  /** As written: `第３６条の２`, `Article 12`, `別表第1`; "" where the heading has none. */
  readonly label: string;
  /** The rest of the heading, without a pair of brackets around the whole of it. */
  readonly title: string;
}

/** A reference to a part of a document. */
export interface SectionReference {
  /** `article`, or the word for this kind of annex: 別表, 別紙, annex, schedule … */
  readonly kind: string;
  /** `36-2`, `3`, `a`; "" without a number. */
  readonly number: string;
}

const JAPANESE_UNITS: Readonly<Record<string, SectionType>> = {
  編: "part",
  部: "part",
  章: "chapter",
  節: "section",
  款: "section",
  目: "section",
  条: "article",
};
/** In English, German and Spanish. */
const LATIN_UNITS: Readonly<Record<string, SectionType>> = {
  ...{ part: "part", title: "part", título: "part" },
  ...{ chapter: "chapter", kapitel: "chapter", capítulo: "chapter" },
  ...{ section: "section", abschnitt: "section", sección: "section" },
  ...{ article: "article", "art.": "article", artikel: "article", artículo: "article", "§": "article" },
  ...{ annex: "annex", appendix: "annex", schedule: "annex", exhibit: "annex" },
  ...{ anlage: "annex", anhang: "annex", anexo: "annex" },
};

// A branch begins at の2, but 第24条の1時間当たり is about an hour and 第24条の3日間 about three days.
const BRANCH = `\\s*の\\s*(?![1１一](?![0-9０-９十百千]))${NUMERAL}(?![日時月年人名分割回倍円個週種])`;
const NUMERALS = `${NUMERAL}(?:${BRANCH})*`;
// 第2部長会議 is no part and 第3条約 no article.
const UNIT = `[章節]|条(?![例約件])|[編部款目](?=第|の\\s*${NUMERAL}|[^一-龠々ぁ-んァ-ヶー]|$)`;
const JAPANESE_UNIT = `第\\s*(${NUMERAL})\\s*(${UNIT})((?:${BRANCH})*)`;
const ANNEX = "別紙様式|別記様式|別表|別紙|別記|別図|別添|附属書|付属書|付表|様式";
// `(?:第\s*)?`, never `第?\s*` after other white space, which would try every division of the white space between the
// two.
const JAPANESE_ANNEX = `(${ANNEX})\\s*(?:(?:第\\s*)?(${NUMERALS}(?:号(?:${BRANCH})*)?)(?:の様式)?)?`;
const LATIN_NUMBER = "([0-9０-９]{1,6}(?:[.-][0-9]{1,4})*[a-z]?|[IVXLCDM]{1,12}|[A-Z])";
// Capitals distinguish Roman numerals from words, so only the unit itself is matched in any case.
const anyCase = (word: string) => `[${word[0]}${word[0]?.toUpperCase()}]${word.slice(1)}|${word.toUpperCase()}`;
const LATIN_WORDS = Object.keys(LATIN_UNITS).filter((word) => word !== "§");
const LATIN_UNIT = `((?:${LATIN_WORDS.map(anyCase).join("|").replaceAll(".", "\\.")})(?=\\s)|§)\\s*${LATIN_NUMBER}`;

// After 労働基準法, 「…規程」 and the like, it is an article of another document.
const OWN_UNITS = new RegExp(`(?<![法則令程約律」』])${JAPANESE_UNIT}`, "g");
// As users type it: 36条の2 without its 第, and the older ノ.
const LOOSE_UNIT = JAPANESE_UNIT.replace("第\\s*", "(?:第\\s*)?").replaceAll("の", "[のノ]");
const LOOSE_UNITS = new RegExp(`(?<![法則令程約律」』0-9０-９〇零一二三四五六七八九十百千])${LOOSE_UNIT}`, "g");
// 就業規則第16条 names the article of a document; whether it is another document than the question is about is not known.
const NAMED_UNITS = new RegExp(`(?<![0-9０-９〇零一二三四五六七八九十百千])${LOOSE_UNIT}`, "g");
const LOOSE_ARTICLES = /\b(art(?:icle)?\.?)\s*([0-9０-９]{1,6}(?:[.-][0-9]{1,4})*[a-z]?)\b/gi;
const ANNEXES = new RegExp(JAPANESE_ANNEX, "g");
const LATIN_PARTS = new RegExp(`(?:\\b|(?<!§)(?=§))${LATIN_UNIT}\\b`, "g");
const JAPANESE_LABEL = new RegExp(`^${JAPANESE_UNIT}`);
const ANNEX_LABEL = new RegExp(`^${JAPANESE_ANNEX}`);
const LATIN_LABEL = new RegExp(`^${LATIN_UNIT}`);
const ANNEX_WORD = new RegExp(`^(?:${ANNEX})|^[A-Za-z]+`);
/** After 1.5 they make an amount or a version, not a heading. */
const COUNTERS = "倍|年|月|日|週|時|分|秒|円|万|億|割|名|人|回|個|件|点|度|版|次|系|以[上下内]";
const ORDINAL_LABEL = new RegExp(`^第\\s*(${NUMERAL})$`);
const NUMERALS_IN = new RegExp(NUMERAL, "g");

const HEADINGS: readonly { pattern: RegExp; type: (match: RegExpMatchArray) => SectionType }[] = [
  { pattern: JAPANESE_LABEL, type: (match) => JAPANESE_UNITS[match[2] as string] as SectionType },
  { pattern: new RegExp(`^${JAPANESE_ANNEX}(?=$|[\\s（(【〔「:：])`), type: () => "annex" },
  { pattern: new RegExp(`(?<=^[（(])${JAPANESE_ANNEX}(?=[）)](?:$|\\s))`), type: () => "annex" },
  { pattern: /^[附付]\s*則(?=$|[\s（(【〔「:：0-9０-９])/, type: () => "supplement" },
  {
    pattern: new RegExp(`^${LATIN_UNIT}(?=$|[\\s.:(–—-])`),
    type: (match) => LATIN_UNITS[(match[1] as string).toLowerCase()] as SectionType,
  },
  { pattern: /^(?:Anhang|ANHANG|Anlage|ANLAGE|Anexo|ANEXO)(?=$|\s*[:(–—])/, type: () => "annex" },
  // 第１　総則 / Ⅰ　総則
  { pattern: new RegExp(`^(?:第\\s*${NUMERAL}|[Ⅰ-Ⅻ])(?=[\\s　.．]|$)`), type: () => "section" },
  // 1.2 Scope / 6.5.3設定; not 2025.4.1, 1.5倍
  {
    pattern: new RegExp(
      `^[0-9０-９]{1,3}(?:[.．][0-9０-９]{1,3})+(?=[.．\\s　]|$|(?!${COUNTERS})[一-龠々ぁ-んァ-ヶ「（])`,
    ),
    type: () => "section",
  },
  // 1. Purpose / １．総則 / １　目的; not 10 things
  { pattern: /^[0-9０-９]{1,3}(?=[.．、](?![0-9０-９])|　)|^[０-９]{1,3}(?=\s)/, type: () => "section" },
];

/** Reads a heading, Japanese, English, German or Spanish. A heading without a label is a section with only a title. */
export function readSectionHeading(heading: string): SectionHeading {
  const text = heading.trim();
  for (const { pattern, type } of HEADINGS) {
    const match = text.match(pattern);
    if (!match) continue;
    const rest = text.slice((match.index as number) + match[0].length);
    return { type: type(match), label: match[0].trim(), title: titleAfter(match.index === 0 ? rest : rest.slice(1)) };
  }
  return { type: "section", label: "", title: text };
}

function titleAfter(rest: string): string {
  const title = rest.replace(/^[\s.．、:：–—-]+/, "").trim();
  const bracketed = title.match(/^[（(【〔［「]([^（()）【】〔〕［］「」]*)[）)】〕］」]$/);
  return (bracketed?.[1] ?? title).trim();
}

/** The number in a label, canonical: `36-2` for 第三十六条の二, `3` for Annex III, `a` for Appendix A; null without one. */
export function labelNumber(label: string): string | null {
  const japanese = label.match(JAPANESE_LABEL);
  if (japanese) return joined([japanese[1] as string, ...branches(japanese[3])]);
  const annex = label.match(ANNEX_LABEL);
  if (annex) return annex[2] === undefined ? null : joined(branches(annex[2]));
  const latin = label.match(LATIN_LABEL);
  if (latin) return latinNumber(latin[1] as string, latin[2] as string);
  const ordinal = label.match(ORDINAL_LABEL);
  if (ordinal) return joined([ordinal[1] as string]);
  if (/^[Ⅰ-Ⅻ]$/.test(label)) return String(romanValue(label.normalize("NFKC")));
  const numbers = label.normalize("NFKC").match(/^[0-9]{1,6}(?![0-9])(?:\.[0-9]{1,6}(?![0-9]))*/);
  return numbers ? numbers[0].split(".").map(Number).join("-") : null;
}

/** The annexes and articles that a text names: 別表第1, 第16条の2, Annex II, Article 12(1), Art. 12. */
export function findReferences(text: string): SectionReference[] {
  const found = new Map<string, SectionReference>();
  for (const { kind, number } of referencesIn(text)) found.set(`${kind} ${number}`, { kind, number });
  return [...found.values()];
}

/** A reference and its position in the text, in UTF-16 offsets. */
interface ReferenceAt extends SectionReference {
  readonly start: number;
  readonly end: number;
}

/**
 * @param loose also match 36条 without its 第 and Art.12 without its space, as users type them in a search
 * @param named also match articles of other documents: 就業規則第16条
 */
export function* referencesIn(text: string, { loose = false, named = false } = {}): Generator<ReferenceAt> {
  const at = (match: RegExpMatchArray, kind: string, number: string): ReferenceAt => {
    const start = match.index as number;
    return { kind, number, start, end: start + match[0].length };
  };
  for (const match of text.matchAll(named ? NAMED_UNITS : loose ? LOOSE_UNITS : OWN_UNITS)) {
    if (match[2] === "条") yield at(match, "article", joined([match[1] as string, ...branches(match[3])]));
  }
  for (const match of text.matchAll(ANNEXES)) {
    yield at(match, match[1] as string, match[2] === undefined ? "" : joined(branches(match[2])));
  }
  const read = new Set<number>();
  for (const match of loose ? text.matchAll(LOOSE_ARTICLES) : []) {
    read.add(match.index as number);
    yield at(match, "article", latinNumber("article", match[2] as string));
  }
  for (const match of text.matchAll(LATIN_PARTS)) {
    if (read.has(match.index as number)) continue;
    const kind = LATIN_UNITS[(match[1] as string).toLowerCase()];
    const number = latinNumber(match[1] as string, match[2] as string);
    if (kind === "article") yield at(match, "article", number);
    else if (kind === "annex") yield at(match, (match[1] as string).toLowerCase(), number);
  }
}

/** The reference to a section with this label, or null where no reference is possible. */
export function referenceTo(type: SectionType, label: string): SectionReference | null {
  if (type === "article") {
    const number = labelNumber(label);
    return number === null ? null : { kind: "article", number };
  }
  if (type !== "annex") return null;
  const kind = label.match(ANNEX_WORD)?.[0];
  return kind === undefined ? null : { kind: kind.toLowerCase(), number: labelNumber(label) ?? "" };
}

const joined = (numerals: readonly string[]) => numerals.map((numeral) => String(numeralValue(numeral))).join("-");
const branches = (text: string | undefined) => (text ?? "").match(NUMERALS_IN) ?? [];

function latinNumber(unit: string, text: string): string {
  // A single C or D after Annex, Appendix or Schedule is a letter; after Chapter it would be an unlikely numeral.
  const isLetter = /^[A-Z]$/i.test(text) && !/^[IVX]$/.test(text);
  const roman = isLetter || LATIN_UNITS[unit.toLowerCase()] === undefined ? null : romanValue(text);
  return roman === null ? text.normalize("NFKC").toLowerCase().replaceAll(".", "-") : String(roman);
}
