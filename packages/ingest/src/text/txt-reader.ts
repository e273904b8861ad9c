import { readSectionHeading } from "@retrieval/core/chunks";
import type { Paragraph } from "mdast";
import { decodeText } from "../decode-text.js";
import { firstLineTitle } from "../html/html-title.js";
import type { ReadContent } from "../read-content.js";
import { readTextTree } from "../read-tree.js";
import { columnsOf } from "../write-markdown.js";

/** The columns at which programs wrap text. */
const WIDTH = { min: 30, max: 160 };
const WRAPPED_MIN = 3;
/** A Japanese line may end this many columns earlier, so that no line begins with 。 or 」. */
const SLACK = 4;
const WIDE = /[^\p{Script=Latin}\p{ASCII}]/u;

/** Reads plain text: a line is a paragraph, unless the lines are wrapped at one width. */
export const readTxt: ReadContent = (bytes, warnings) => {
  const lines = decodeText(bytes, warnings)
    .split(/[\n\f]/)
    .map((line) => line.trimEnd());
  const paragraphs = joinWrapped(lines).filter((text) => text.trim() !== "");
  const children = paragraphs.map((value): Paragraph => ({ type: "paragraph", children: [{ type: "text", value }] }));
  const { tree, title } = readTextTree({ type: "root", children }, warnings);
  return { tree, title: title ?? firstLineTitle(paragraphs[0] ?? "") };
};

function joinWrapped(lines: readonly string[]): string[] {
  const width = lines.reduce((widest, line) => Math.max(widest, columnsOf(line)), 0);
  const pairs = lines.flatMap((line, i) => (line !== "" && (lines[i + 1] ?? "") !== "" ? [i] : []));
  const isWrapped = (i: number) => endsAtWidth(lines[i] ?? "", lines[i + 1] ?? "", width);
  const wrapped = pairs.filter(isWrapped).length;
  if (width < WIDTH.min || width > WIDTH.max || wrapped < WRAPPED_MIN || wrapped * 2 < pairs.length) return [...lines];
  const joined: string[] = [];
  for (const [i, line] of lines.entries()) {
    const before = joined.at(-1) ?? "";
    const continues = i > 0 && line !== "" && lines[i - 1] !== "" && isWrapped(i - 1) && !begins(line);
    if (continues)
      joined[joined.length - 1] =
        before + (WIDE.test(before.at(-1) ?? "") || WIDE.test(line[0] ?? "") ? "" : " ") + line;
    else joined.push(line);
  }
  return joined;
}

/** The next word or letter would not have fitted. A sentence that ends there, or a row of a table, is not wrapped. */
function endsAtWidth(line: string, next: string, width: number): boolean {
  if (/[。．.！？]$|\S(?: {2,}|\t|　)\S/.test(line)) return false;
  const word = next.match(/^[\p{Script=Latin}\p{ASCII}]+?(?=\s|$)/u)?.[0];
  return columnsOf(line) + (word ? columnsOf(word) + 1 : SLACK) > width;
}

/** An indented line, or one with a label, begins a paragraph. */
const begins = (line: string) => /^\s/.test(line) || readSectionHeading(line).label !== "";
