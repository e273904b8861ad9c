import { NUMERAL, numeralValue } from "../chunks/numerals.js";
import { referencesIn } from "../chunks/section-label.js";

/** A reference to a part of a document, in UTF-16 offsets: 第16条, Article 17, 別表第1, 第3項, paragraph 2. */
export interface StructureReference {
  /** The same for both languages: article, annex, chapter, paragraph, item … */
  readonly kind: string;
  /** With the parts in brackets behind it: 21(1)(a). */
  readonly number: string;
  readonly start: number;
  readonly end: number;
}

const JAPANESE_KINDS: Readonly<Record<string, string>> = {
  編: "part",
  部: "part",
  章: "chapter",
  節: "section",
  款: "subsection",
  項: "paragraph",
  号: "item",
};
const KINDS: Readonly<Record<string, string>> = {
  別表: "annex",
  appendix: "annex",
  schedule: "annex",
  articles: "article",
  para: "paragraph",
  sec: "section",
  subparagraph: "item",
  point: "item",
};

const JAPANESE_PART = new RegExp(`第 ?(${NUMERAL}) ?([編章節款部項号](?![門室車館線棟隊]))|(${NUMERAL})(項)`, "g");
const WORD =
  "paragraph|subparagraph|section|subsection|chapter|part|item|point|clause|rule|recital|table|figure|page|step";
const ENGLISH_NUMBER = "[0-9]{1,4}(?:\\.[0-9]{1,3}){0,3}";
const ENGLISH_PART = new RegExp(`\\b(${WORD}|para|sec)\\.? \\(?(${ENGLISH_NUMBER}|[a-z](?=\\)))\\b\\)?`, "gi");
const ENGLISH_PARTS = new RegExp(
  `\\b(${WORD}|article)s (${ENGLISH_NUMBER}(?:(?:, and |, | and | or | to |-)${ENGLISH_NUMBER}){1,20})\\b`,
  "gi",
);
const NUMBERS = new RegExp(ENGLISH_NUMBER, "g");
/** Behind a reference: Article 6(1)(a). */
const IN_BRACKETS = /(?: ?\([0-9a-z]{1,4}\)){1,4}/y;

/** The references in a folded text, in order, without overlap, except that a list has one for each of its numbers. */
export function structureReferencesIn(text: string): StructureReference[] {
  const found: StructureReference[] = [];
  for (const { kind, number, start, end } of referencesIn(text, { loose: true, named: true }))
    found.push(withBrackets({ kind: KINDS[kind] ?? kind, number, start, end }, text));
  for (const match of text.matchAll(JAPANESE_PART)) {
    const [written, kind] = [match[1] ?? match[3], match[2] ?? match[4]] as [string, string];
    found.push(referenceAt(match, JAPANESE_KINDS[kind] as string, String(numeralValue(written))));
  }
  for (const match of text.matchAll(ENGLISH_PART)) {
    found.push(withBrackets(referenceAt(match, englishKind(match), (match[2] as string).toLowerCase()), text));
  }
  for (const match of text.matchAll(ENGLISH_PARTS)) {
    for (const [number] of (match[2] as string).matchAll(NUMBERS))
      found.push(referenceAt(match, englishKind(match), number.replaceAll(".", "-")));
  }
  const sorted = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  let [start, end] = [-1, 0];
  return sorted.filter((reference) => {
    const isOfList = reference.start === start && reference.end === end;
    if (!isOfList && reference.start < end) return false;
    ({ start, end } = reference);
    return true;
  });
}

function referenceAt(match: RegExpMatchArray, kind: string, number: string): StructureReference {
  const start = match.index as number;
  return { kind, number, start, end: start + match[0].length };
}

function englishKind(match: RegExpMatchArray): string {
  const word = (match[1] as string).toLowerCase();
  return KINDS[word] ?? word;
}

function withBrackets(reference: StructureReference, text: string): StructureReference {
  IN_BRACKETS.lastIndex = reference.end;
  const [brackets = ""] = IN_BRACKETS.exec(text) ?? [];
  const number = `${reference.number}${brackets.replaceAll(" ", "").toLowerCase()}`;
  return { ...reference, number, end: reference.end + brackets.length };
}
