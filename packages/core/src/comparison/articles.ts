import { scopeDepth, sectionsOf } from "../chunks/sections.js";
import type { SectionType, StructuredChunk } from "../chunks/structured-chunk.js";
import { markdownRows } from "./markdown-rows.js";

/** A line of a text, or a row of a table: what is paired, shown or left out as a whole. */
export interface Unit {
  readonly kind: "heading" | "text" | "table_head" | "table_row";
  /** How deep it stands in lists, from 0. */
  readonly depth: number;
  /** The number or sign that it begins with, with the space behind it: `2. `, `（３）`; "" without one. */
  readonly mark: string;
  /** The cells of a row; else the text behind the mark. */
  readonly cells: readonly string[];
}

/** A section by its address and name; text outside every section has neither type nor name. */
export interface ComparedSection {
  /** The section's address, unique in its version. */
  readonly id: string;
  readonly type: SectionType | null;
  readonly label: string;
  readonly title: string;
}

/** A section with its text. */
export interface Article {
  readonly section: ComparedSection;
  readonly units: readonly Unit[];
}

/** The sections of a whole document with their text, in the order of its chunks. */
export function articlesOf(chunks: readonly StructuredChunk[]): Article[] {
  const articles: { section: ComparedSection; units: Unit[] }[] = [];
  for (const { id, first, end } of sectionsOf(chunks)) {
    const own = chunks.slice(first, end);
    const { section_path } = (own[0] as StructuredChunk).metadata;
    const element = section_path[scopeDepth(section_path) - 1];
    const last = articles.at(-1);
    // Text outside every section is in groups by length, which move with every edit.
    const { type = null, label = "", title = "" } = element ?? {};
    const continues = type === null && last?.section.type === null;
    const article = continues ? last : { section: { id, type, label, title }, units: [] };
    addUnits(article.units, own);
    if (!continues) articles.push(article);
  }
  return articles;
}

function addUnits(units: Unit[], chunks: readonly StructuredChunk[]): void {
  let head: string | null = null;
  for (const { text_type, content, content_md } of chunks) {
    const rows = text_type === "table" ? markdownRows(content_md ?? "") : null;
    if (rows !== null) {
      // A long table is stored in chunks that each repeat the head.
      const own = JSON.stringify(rows[0]);
      if (own !== head) units.push({ kind: "table_head", depth: 0, mark: "", cells: rows[0] as string[] });
      for (const cells of rows.slice(1)) units.push({ kind: "table_row", depth: 0, mark: "", cells });
      head = own;
      continue;
    }
    head = null;
    const text = content ?? content_md ?? "";
    if (text_type === "heading" || text_type === "annex_title")
      units.push({ kind: "heading", depth: 0, mark: "", cells: [text] });
    else for (const line of linesOf(text)) units.push(line);
  }
}

const KANJI = "[一二三四五六七八九十]{1,3}";
const SPACE = "[ \\t　]";
const BULLETED = "^(?:[-*•・] )?";
/** Marks of paragraphs, and those that stand one level and two levels below them in a rule. */
const MARKS = [
  new RegExp(`${BULLETED}(?:[0-9０-９]{1,3}[.．](?![0-9０-９])${SPACE}*|[０-９]{1,3}${SPACE}+|[0-9]{1,3}　+)`),
  new RegExp(
    `${BULLETED}(?:(?:[(（](?:[0-9０-９]{1,3}|${KANJI})[)）]|[0-9０-９]{1,3}[)）]|[①-⑳])${SPACE}*|${KANJI}${SPACE}+)`,
  ),
  new RegExp(`${BULLETED}(?:(?:[(（][ァ-ヶa-z][)）]|[ァ-ヶ][)）])${SPACE}*|[ァ-ヶ]${SPACE}+)`),
];
/** The sign of an item without a number. */
export const BULLET = /^[-*•・] /;

/** A line without text is part of none. */
function linesOf(text: string): Unit[] {
  const open: number[] = [];
  return text.split("\n").flatMap((line) => {
    const body = line.trim();
    if (body === "") return [];
    const indent = line.length - line.trimStart().length;
    while (open.length > 0 && (open.at(-1) as number) >= indent) open.pop();
    open.push(indent);
    const level = MARKS.findIndex((marks) => marks.test(body));
    const mark = (MARKS[level] ?? BULLET).exec(body)?.[0] ?? "";
    return { kind: "text", depth: Math.max(open.length - 1, level, 0), mark, cells: [body.slice(mark.length)] };
  });
}
