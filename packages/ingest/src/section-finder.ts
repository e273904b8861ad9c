import { labelNumber, readSectionHeading, type SectionType } from "@retrieval/core/chunks";

/** A line of text, or a heading that the source marks as one. */
export interface TextLine {
  readonly text: string;
  readonly isHeading?: boolean;
  /** Whether it continues the paragraph of the line before it. */
  readonly continues?: boolean;
  /** Whether its label cannot be a reference: Word's automatic number, a bold label. */
  readonly isCertain?: boolean;
  /** Whether it is wrapped, and so no title. */
  readonly isWrapped?: boolean;
}

/** A section that opens with a line of text. */
export interface Opening {
  readonly type: SectionType;
  readonly label: string;
  readonly heading: string;
  /** The index of its first line: of the caption above the label, or of the label. */
  readonly from: number;
  /** The index of the label's line. */
  readonly at: number;
  /** The index after its last line: a title may be below the label. */
  readonly to: number;
  /** The length of the label's line that belongs to the heading; the rest is text. */
  readonly end: number;
}

export interface FoundSections {
  readonly openings: readonly Opening[];
  /** Lines that look like articles and are not read as articles. */
  readonly missed: readonly string[];
}

/**
 * How likely a line opens a section: `sure` by its form; `likely` and `weak` only in the order of the numbers. A `weak`
 * one has its text directly behind the label, like a reference.
 */
type Strength = "sure" | "likely" | "weak";
interface Candidate extends Section, Pick<Opening, "heading" | "end"> {
  readonly strength: Strength;
  readonly isCaptioned: boolean;
  readonly line: string;
}

interface Section {
  readonly type: SectionType;
  readonly label: string;
  readonly title: string;
  readonly number: string | null;
  /** Its number, or the last one of 第2条から第4条まで　削除. */
  readonly lastNumber: string | null;
}

const TITLE_LENGTH_MAX = 200;
/** As many sections in a row, without text, that come again below are a table of contents. */
const CONTENTS_MIN = 3;
const OPEN = "（(【〔［「";
const CLOSE = "）)】〕］」";
const IN_BRACKETS = `[${OPEN}](?=[^${CLOSE}]*\\p{L}{2})[^${OPEN}${CLOSE}]{1,60}[${CLOSE}]`;
const BRACKETED = new RegExp(`^\\s*${IN_BRACKETS}`, "u");
/** The marks of footnotes. */
const NOTES = "(?:\\[[0-9a-z*]{1,4}\\])*";
const CAPTION = new RegExp(`^\\s*${IN_BRACKETS}${NOTES}\\s*$`, "u");
const MARKS = new RegExp(`^${NOTES}`);
/** （第2項を除く。） and （以下「法」という。） belong to a reference; （第2号会員の権利） is a title. */
const NO_TITLE = new RegExp(
  `^\\s*.(?:第?[0-9０-９一二三四五六七八九十]+[項号](?:を除く|[のに]規定|、|及び|又は|[${CLOSE}])|以下)|。`,
);
/** The rest of 第2条から第4条まで　削除. */
const DELETED =
  /^(?:から|及び|ないし|乃至|[、~～〜]).{0,60}?(第[^第条]{1,8}条(?:の[0-9０-９一二三四五六七八九十]+)*)(?:まで)?[\s（(]*削除[）)。]?$/;
/** Words that make the label before them a reference. */
const REFERENCE =
  /^(?:[、。，,;；]|の(?!れん)|[をへ]|に(?!ゅ)|が(?!ん)|から|まで|より|及び|又は|若しくは|並びに|第?[0-9０-９一二三四五六七八九十]+[項号]|各[号項]|た?だし書|但書|Abs\.|Absatz|Satz|para)/;
const JOINED_REFERENCE = /^[はもとで]/;
/** Words that continue a label, where no title in brackets is between. */
const OF_ARTICLE = /^(?:本文|[前後]段|中|関係|違反|該当|所定|第)/;
/** Dots or white space, and a number at the end. White space is matched only from its beginning. */
const PAGE_NUMBER = /(?:\.{3}|…|・{3}|(?<!\s)(?=\s))\s*\d+$/;
const SET_OFF = /^[\s（(【〔［「]/;
const SEPARATOR = /^\s*(?:[：．–—]|[.:-](?=\s))?\s*/;
const SENTENCE_END = /[。．.！？!?」』）)】〕］]\s*$/;

/**
 * Finds the sections that open with lines of text, in any format: 第1条 with its caption above, behind or below, or
 * without one; "Article 12"; 第1章 総則; 附則; 別表第1. A kind of section that the source marks with headings is not looked for
 * in its text, but articles always are: the order of their numbers distinguishes them from references.
 */
export function findSections(lines: readonly (TextLine | null)[]): FoundSections {
  const candidates = lines.map((line, i) => candidateAt(lines, i, captionAbove(lines[i - 1], line)));
  const headings = lines.map((line) => (line?.isHeading ? headingOf(line.text) : null));
  const marked = new Set(headings.flatMap((heading) => heading?.type ?? []));
  const refused = lines.map((line, i) => (candidates[i] || isInSentence(lines, i) ? null : refusedArticle(line)));
  const ranges = refused.map((section) => (section && isRange(section) ? section : null));
  const sections = lines.map((_, i) => candidates[i] ?? headings[i] ?? ranges[i] ?? null);
  const keys = sections.map((section) => section && keyOf(section));
  const lastAt = new Map(keys.map((key, i) => [key, i]));
  const again = (i: number) => lastAt.get(keys[i] ?? null) ?? i;
  const isAlone = (i: number) => candidates[i]?.end === lines[i]?.text.length;
  const contents = runs(lines.map((_, i) => isAlone(i) && again(i) > i));
  const below = numbersBelow(sections);

  const openings: Opening[] = [];
  const numbers = new Set<string | null>();
  const missed: { readonly number: string | null; readonly line: string }[] = [];
  let last: string | null = null;
  let lastStrength: Strength = "sure";
  let restarts = true;

  const enter = ({ type, number, lastNumber }: Section) => {
    restarts = type !== "article";
    if (type === "article") numbers.add(number);
    if (type === "article") last = lastNumber;
    else if (type === "supplement" || type === "annex") last = null;
  };
  const opens = ({ type, number, strength }: Candidate, i: number): boolean => {
    if (type !== "article") return !marked.has(type);
    const follows = isNext(number, last) || (restarts && number === "1");
    const { next = null, lowest = null } = below[i] ?? {};
    const isFollowed = isNext(next, number);
    if (strength === "weak") return follows && (isFollowed || lastStrength === "weak");
    if (follows || (isFollowed && isAfter(number, last))) return true;
    // Numbers may be left out, also before the last article.
    const isOnlyGap = last !== null && isAfter(number, last) && (lowest === null || isAfter(lowest, number));
    return (strength === "sure" || isOnlyGap) && !marked.has(type);
  };

  for (let i = 0; i < lines.length; i++) {
    const heading = headings[i];
    if (heading) enter(heading);
    const isTaken = openings.at(-1)?.to === i;
    const candidate = isTaken && candidates[i]?.isCaptioned ? candidateAt(lines, i, null) : candidates[i];
    const skipped = refused[i];
    if (skipped && isNext(skipped.number, last)) {
      if (isRange(skipped)) enter(skipped);
      else if (SET_OFF.test(skipped.line.slice(skipped.label.length))) missed.push(skipped);
    }
    if (!candidate) continue;
    const isBare = isAlone(i);
    if (contents.has(i) || (isBare && headings[again(i)])) continue;
    if (opens(candidate, i)) {
      const isTitled = isBare && candidate.title === "" && isTitleBelow(lines, candidates, i);
      openings.push({
        ...candidate,
        heading: isTitled ? `${candidate.heading} ${lines[i + 1]?.text.trim()}` : candidate.heading,
        ...{ from: candidate.isCaptioned ? i - 1 : i, at: i, to: isTitled ? i + 2 : i + 1 },
      });
      lastStrength = candidate.strength;
      enter(candidate);
      if (isTitled) i += 1;
    } else if (
      candidate.type === "article" &&
      (candidate.strength !== "weak" || isNext(below[i]?.next ?? null, candidate.number))
    ) {
      missed.push(candidate);
    }
  }
  // A document may quote the articles of a law, with numbers that it has too.
  return { openings, missed: missed.filter(({ number }) => !numbers.has(number)).map(({ line }) => line) };
}

/** Whether a line begins like a section, and so begins a paragraph. */
export function looksLikeSection(text: string): boolean {
  const candidate = candidateOf({ text }, null);
  return candidate ? candidate.strength !== "weak" : headingOf(text)?.lastNumber !== headingOf(text)?.number;
}

/** Whether a label has a word or sign of its own: not 1.2 and Ⅰ, which lists have too. */
const hasWord = (label: string) => label !== "" && !/^[0-9０-９Ⅰ-Ⅻ]/.test(label);

function headingOf(text: string): Section | null {
  const { type, label, title } = readSectionHeading(text);
  if (!hasWord(label)) return null;
  const number = labelNumber(label);
  const deleted = DELETED.exec(text.trim().slice(label.length))?.[1] ?? "";
  return { type, label, title, number, lastNumber: labelNumber(deleted) ?? number };
}

const isRange = ({ number, lastNumber }: Section) => number !== lastNumber;

/** An article by its label, whose text makes it a reference. */
function refusedArticle(line: TextLine | null): (Section & { readonly line: string }) | null {
  const section = line && !line.isHeading ? headingOf(line.text) : null;
  return section?.type === "article" ? { ...section, line: line?.text.trim() ?? "" } : null;
}

const keyOf = ({ type, label, title, number }: Section) =>
  `${type} ${number ?? label} ${title}`.normalize("NFKC").replaceAll(" ", "");

/** The indexes of at least {@link CONTENTS_MIN} lines in a row. */
function runs(lines: readonly boolean[]): Set<number> {
  const found = new Set<number>();
  let length = 0;
  for (const [i, isIn] of lines.entries()) {
    length = isIn ? length + 1 : 0;
    if (length >= CONTENTS_MIN) for (let back = 0; back < CONTENTS_MIN; back++) found.add(i - back);
  }
  return found;
}

interface NumbersBelow {
  /** The number of the first article below. */
  readonly next: string | null;
  /** The lowest number below, down to where the numbers begin again with 1. */
  readonly lowest: string | null;
}

function numbersBelow(sections: readonly (Section | null)[]): NumbersBelow[] {
  let below: NumbersBelow = { next: null, lowest: null };
  const all = sections.toReversed().map((section) => {
    const found = below;
    if (section?.type !== "article") return found;
    const lowest = found.lowest !== null && !isAfter(found.lowest, section.number) ? found.lowest : section.number;
    below = { next: section.number, lowest: section.number === "1" ? null : lowest };
    return found;
  });
  return all.reverse();
}

function captionAbove(above: TextLine | null | undefined, line: TextLine | null): string | null {
  return line && above && !above.isHeading && CAPTION.test(above.text) && !NO_TITLE.test(above.text)
    ? above.text.trim()
    : null;
}

function candidateAt(lines: readonly (TextLine | null)[], i: number, caption: string | null): Candidate | null {
  const line = lines[i];
  return !line || line.isHeading || isInSentence(lines, i) ? null : candidateOf(line, caption);
}

/** A wrapped line may begin with any word of its sentence. */
function isInSentence(lines: readonly (TextLine | null)[], i: number): boolean {
  const above = lines[i - 1]?.text ?? "";
  return lines[i]?.continues === true && !SENTENCE_END.test(above) && !looksLikeSection(above);
}

function candidateOf({ text, isCertain, isWrapped }: TextLine, caption: string | null): Candidate | null {
  const line = text.trim();
  const section = headingOf(line);
  // § 4.5.1 refers to a section of a standard.
  if (!section || /^§.*[.]/.test(section.label)) return null;
  const { type, label, title } = section;
  const whole = {
    ...section,
    line,
    heading: line,
    end: text.length,
    isCaptioned: false,
    strength: "sure",
  } as const;
  const behind = line.slice(label.length);
  if (type !== "article") {
    const isSetOff = title === "" || !line.startsWith(label) || /^[\s.．:：–—（(【〔「-]/.test(behind);
    return isSetOff && !isWrapped && (title === "" || isTitleText(title)) ? whole : null;
  }
  const inBrackets = BRACKETED.exec(behind)?.[0] ?? "";
  const bracket = NO_TITLE.test(inBrackets) ? "" : inBrackets;
  if (!isCertain && (bracket !== inBrackets || (isShort(behind) && PAGE_NUMBER.test(behind)))) return null;
  const notes = MARKS.exec(behind.slice(bracket.length))?.[0] ?? "";
  const rest = behind.slice(bracket.length + notes.length);
  const body = rest.replace(SEPARATOR, "");
  const isSpaced = body.length < rest.length;
  const isOfArticle = !isSpaced && (JOINED_REFERENCE.test(body) || (bracket === "" && OF_ARTICLE.test(body)));
  const isReference = REFERENCE.test(body) || isOfArticle || isRange(section);
  if (!isCertain && (/^[\p{Ll}([（]/u.test(body) || isReference)) return null;
  if (bracket === "" && (isSpaced || isCertain) && caption === null && !isWrapped && isTitleText(body)) {
    return whole;
  }
  const isCaptioned = bracket === "" && caption !== null;
  const isSure = isCertain || isCaptioned || body === "" || (bracket !== "" && isSpaced);
  const strength = isSure ? "sure" : bracket !== "" || isSpaced ? "likely" : "weak";
  const end = body === "" ? text.length : text.indexOf(label) + label.length + bracket.length + notes.length;
  const heading = `${label}${bracket}${notes}${isCaptioned ? caption : ""}`;
  return { ...whole, strength, isCaptioned, heading, title: readSectionHeading(heading).title, end };
}

/** Whether the next line is the title of a label that has none, and not the caption of the article below it. */
function isTitleBelow(
  lines: readonly (TextLine | null)[],
  candidates: readonly (Candidate | null)[],
  i: number,
): boolean {
  const [next, following] = [lines[i + 1], candidates[i + 2]];
  if (!next || next.isHeading || candidates[i + 1] || next.isWrapped) return false;
  const text = next.text.trim();
  if (CAPTION.test(text)) return !(following?.isCaptioned && following.end < (lines[i + 2]?.text.length ?? 0));
  return isTitleText(text) && readSectionHeading(text).label === "";
}

const isShort = (text: string) => text.length <= TITLE_LENGTH_MAX;

/** Not a sentence, a list item or a line of the contents with its page number. */
function isTitleText(text: string): boolean {
  if (!isShort(text) || /[.。．;；:：,，、]$/.test(text) || /^.{20,}、|、.{20,}$/.test(text)) return false;
  return !/^[a-z(（[•・–-]\S{0,3}\s/.test(text) && !/^\p{Ll}/u.test(text) && !PAGE_NUMBER.test(text);
}

/** 36-2 and 12a as [36, 2] and [12, 2]: の2 and a follow the number itself. */
function parts(number: string): [main: number, branch: number] {
  const [main = "", branch = "0"] = number.split("-");
  const letter = /[a-z]$/.exec(main)?.[0];
  return [Number.parseInt(main, 10), letter ? letter.charCodeAt(0) - 95 : Number(branch)];
}

function isNext(number: string | null, last: string | null): boolean {
  if (number === null) return false;
  if (last === null) return number === "1";
  const [[main, branch], [lastMain, lastBranch]] = [parts(number), parts(last)];
  return branch === 0 ? main === lastMain + 1 : main === lastMain && branch === Math.max(lastBranch, 1) + 1;
}

function isAfter(number: string | null, last: string | null): boolean {
  if (number === null || last === null) return number !== null;
  const [[main, branch], [lastMain, lastBranch]] = [parts(number), parts(last)];
  return main > lastMain || (main === lastMain && branch > lastBranch);
}
