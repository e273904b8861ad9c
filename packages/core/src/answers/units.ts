import { shownText } from "../chunks/display.js";
import type { ChunkDisplay, TextType } from "../chunks/structured-chunk.js";
import type { NamedCell } from "./answer.js";

/** The smallest part of a chunk that an answer quotes: a sentence, an item of a list, or a row of a table. */
export interface Unit {
  /** UTF-16 offsets in display.body_text, or in display.body_md where that is null. */
  readonly start: number;
  readonly end: number;
  /** The quoted text; a table's row with the names of its columns. */
  readonly text: string;
  /** Of a row: its cells, those that are empty left out. */
  readonly cells: readonly NamedCell[] | null;
}

/** A longer item of a list is quoted by sentences. */
const ITEM_MAX = 240;
/** A sentence and the one that it goes on from are quoted together up to this length. */
const TOGETHER_MAX = 360;
/** A sentence that says nothing without the one before it. */
const GOES_ON =
  /^(?:ただし|但し|この場合|その場合|なお|また、この|However|In (?:that|this|such) case|This |It |They |These )/;
/** The dot of an abbreviation, where a sentence only seems to end. */
const ABBREVIATED = /(?:^|[\s(（])(?:Arts?|Nos?|Secs?|paras?|pp?|cf|vs|e\.g|i\.e|Mr|Ms|Mrs|Dr)\.\s*$/i;

const SENTENCES = new Intl.Segmenter("ja", { granularity: "sentence" });

/** The parts of a chunk that an answer can quote, in order. A heading has none. */
export function unitsOf({
  text_type,
  display,
}: {
  readonly text_type: TextType;
  readonly display: Pick<ChunkDisplay, "body_text" | "body_md">;
}): Unit[] {
  if (text_type === "heading" || text_type === "annex_title") return [];
  if (text_type === "table") return rowsOf(linesOf(display.body_md ?? "", "table"));
  const text = shownText(display);
  return linesOf(text, text_type).flatMap((line) =>
    text_type === "list" && line.end - line.start <= ITEM_MAX ? line : sentencesOf(text, line),
  );
}

/** The sign of an item that has no number. */
const BULLET = /^\s*[-*・•]\s+/;
/** A heading inside a text repeats the words of a question, and answers nothing. */
const HEADING = /^[【＜〈《<][^】＞〉》>]*[】＞〉》>]$/;
/** A sentence that was wrapped goes on in lower case. */
const LOWER_CASE = /^\p{Ll}/u;
const ENDED = /[.!?:;。！？：；」』】]$/;
/** Begins a line that goes on from none: a number or a sign of an item, an article. */
const MARKER =
  /^(?:第[0-9０-９一二三四五六七八九十百]|[（(]?[0-9０-９一二三四五六七八九十ア-ンｱ-ﾝa-zA-Z]{1,3}(?:[)）、\t　]|[.．](?![0-9０-９]))|[①-⑳※○●◯◎■□・－―*-])/;
/** A shorter line of a paragraph was ended by its author, as those of an address are; in characters as wide as a kanji. */
const FULL_LINE = 20;

function linesOf(text: string, text_type: TextType): Unit[] {
  const lines: { readonly start: number; end: number }[] = [];
  let last = "";
  let from = 0;
  for (const line of text.split("\n")) {
    const bullet = BULLET.exec(line)?.[0].length ?? 0;
    const unit = trimmed(text, from + bullet, from + line.length);
    const before = lines.at(-1);
    const isWrapped = bullet === 0 && !ENDED.test(last) && goesOnFrom(last, unit.text, text_type);
    from += line.length + 1;
    if (before && isWrapped) before.end = unit.end;
    else if (unit.text !== "" && !HEADING.test(unit.text)) lines.push({ start: unit.start, end: unit.end });
    else continue;
    last = unit.text;
  }
  return lines.map(({ start, end }) => trimmed(text, start, end));
}

function goesOnFrom(last: string, line: string, text_type: TextType): boolean {
  if (line === "" || text_type === "table") return false;
  return LOWER_CASE.test(line) || (text_type === "paragraph" && widthOf(last) >= FULL_LINE && !MARKER.test(line));
}

/** In characters as wide as a kanji: letters, digits and spaces are about half as wide. */
export const widthOf = (text: string) => text.length - (text.match(NARROW)?.length ?? 0) / 2;
const NARROW = /[\u0020-\u024f]/g;

function sentencesOf(text: string, line: Unit): Unit[] {
  const sentences: Unit[] = [];
  let start = line.start;
  for (const { segment, index } of SENTENCES.segment(text.slice(line.start, line.end).replaceAll("\n", " "))) {
    let end = line.start + index + segment.trimEnd().length;
    // An opening bracket belongs to what follows it.
    while (OPENS.test(text.charAt(end - 1))) end -= 1;
    if (ABBREVIATED.test(text.slice(Math.max(start, end - 12), end))) continue;
    if (isUnended(text.slice(start, end).trimStart(), text.slice(end, line.end))) continue;
    const sentence = trimmed(text, start, end);
    start = end;
    const before = sentences.at(-1);
    const goesOn = GOES_ON.test(sentence.text) && before && sentence.end - before.start <= TOGETHER_MAX;
    if (goesOn) sentences[sentences.length - 1] = trimmed(text, before.start, sentence.end);
    else if (sentence.text !== "") sentences.push(sentence);
  }
  if (start < line.end) sentences.push(trimmed(text, start, line.end));
  return sentences;
}

const OPENS = /[「『（(〔【]/;
const CLOSING = /[」』）)〕】]/;
const CLOSES_AT_END = /[」』）)〕】]$/;
const IN_BRACKETS = /^[「『（(〔【][^「『（(〔【]*$/;
/** How a sentence goes on after what it begins with: 「…。」とある. */
const GOES_ON_BEHIND = /^(?:[、，とはがをにのでもやへ]|など|から|まで)/;
const BEGINS_BEHIND = /^\s+\p{Lu}/u;

/** Whether only what stands in brackets ends here, and the sentence goes on: 社員（嘱託を含む。）は、… */
function isUnended(whole: string, rest: string): boolean {
  const sentence = whole.slice(-TOGETHER_MAX);
  let open = 0;
  for (const sign of sentence) {
    if (OPENS.test(sign)) open += 1;
    // The bracket of an item's sign, 1）, closes nothing.
    else if (open > 0 && CLOSING.test(sign)) open -= 1;
  }
  // What stands in brackets and is longer has sentences of its own.
  if (open > 0) return rest.slice(0, TOGETHER_MAX).search(CLOSING) >= 0;
  if (!CLOSES_AT_END.test(sentence)) return false;
  return IN_BRACKETS.test(sentence) ? GOES_ON_BEHIND.test(rest) : !BEGINS_BEHIND.test(rest);
}

function trimmed(text: string, from: number, to: number): Unit {
  const part = text.slice(from, to);
  const start = from + part.length - part.trimStart().length;
  const lines = part.trim();
  return { start, end: start + lines.length, text: unwrapped(lines), cells: null };
}

/** Japanese goes on without a space. */
const unwrapped = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line, i, lines) => (i === 0 || UNSPACED.test(`${lines[i - 1]?.at(-1)}${line[0]}`) ? line : ` ${line}`))
    .join("");
const UNSPACED = /^(?:[\u3000-\u9fff\uff00-\uffef][0-9\u3000-\u9fff\uff00-\uffef]|[0-9][\u3000-\u9fff\uff00-\uffef])/;

/** A line of a Markdown table, with its place in the text. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The rows of a table, below its header; their text has the names of the columns. */
function rowsOf(lines: readonly Line[]): (Line & { readonly cells: readonly NamedCell[] })[] {
  const rule = lines.findIndex(({ text }) => isRule(text));
  const header = rule > 0 ? cellsOf((lines[rule - 1] as Line).text) : [];
  let columns = pointedTo(header, []);
  let above: readonly string[] | null = null;
  return lines.slice(rule + 1).flatMap(({ start, end, text }) => {
    const own = cellsOf(text);
    if (above === null && goesOn(header, own)) {
      columns = pointedTo(own, columns).map((name, i) =>
        name === columns[i] ? name : [columns[i], name].filter(Boolean).join(NAME),
      );
      return [];
    }
    above = pointedTo(own, above ?? []);
    const cells = above.flatMap((cell, i) => (cell === "" ? [] : { column: columns[i] ?? "", text: cell }));
    return cells.length === 0 ? [] : { start, end, text: rowText(cells), cells };
  });
}

/** Whether a line is the second one of a header: below cells that span its columns, or merged with the first line. */
const goesOn = (header: readonly string[], line: readonly string[]) =>
  line.includes("↑") && line.every((cell, i) => cell === "↑" || header[i] === "←" || header[i + 1] === "←");

/** A place that a merged cell covers points to it (← ↑); a row that is quoted alone has its text. */
function pointedTo(cells: readonly string[], above: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const [i, cell] of cells.entries())
    texts.push((cell === "←" ? texts[i - 1] : cell === "↑" ? above[i] : null) ?? cell);
  return texts;
}

/** Between a column's name, or the first line of it, and what stands below. */
const NAME = ": ";

/** A row as one line of text: its cells, each with the name of its column. */
const rowText = (cells: readonly NamedCell[]) =>
  cells.map(({ column, text }) => (column === "" ? text : column + NAME + text)).join(" / ");

/** The cells of a row as they are shown. */
const cellsOf = (line: string) =>
  cellsIn(line).map((cell) =>
    cell
      .replaceAll("\\|", "|")
      .replaceAll(/<br\s?\/?>|\*\*/g, " ")
      .trim(),
  );

const RULE = /^[|:\s-]+$/;

/** Whether a line is the one between a table's header and its rows. */
const isRule = (line: string) => RULE.test(line) && line.includes("-");

/** The cells of a row; an escaped bar is no border. */
function cellsIn(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
