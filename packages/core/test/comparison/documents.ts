import type { Passage, Section } from "../../src/chunks/document-tree.js";
import { structureDocument } from "../../src/chunks/structure-document.js";
import type { StructuredChunk } from "../../src/chunks/structured-chunk.js";
import { type ComparedArticle, compareDocuments } from "../../src/comparison/compare.js";
import type { ComparedSide } from "../../src/comparison/rows.js";

export const paragraph = (text: string): Passage => ({ kind: "paragraph", text });
export const list = (...lines: readonly string[]): Passage => {
  return { kind: "list", text: lines.join("\n"), markdown: lines.join("\n") };
};
export const table = (...[columns = [], ...rows]: readonly (readonly string[])[]): Passage => {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const markdown = [line(columns), line(columns.map(() => "-")), ...rows.map(line)].join("\n");
  return { kind: "table", table: { columns, rows }, markdown };
};

export function section(
  type: Section["type"],
  label: string,
  title: string,
  ...children: Section["children"]
): Section {
  return { kind: "section", type, label, title, heading: title === "" ? label : `${label}（${title}）`, children };
}
export const article = (number: number | string, title: string, ...children: Section["children"]) =>
  section("article", `第${number}条`, title, ...children);

type Children = readonly (Section | Passage)[];

export const documentOf = (...children: Children): StructuredChunk[] =>
  structureDocument({ document_id: "rules", title: "規程" }, { children });

/** A side with what is marked in brackets. */
export const marked = (side: ComparedSide | null) =>
  side === null
    ? null
    : side.cells.map((runs) => runs.map(({ text, changed }) => (changed ? `[${text}]` : text)).join("")).join(" | ");

/** `changed 第5条 > 第6条`, and each row as `before > after`; （略） is what is left out. */
export function shown(articles: readonly ComparedArticle[]): Record<string, string[]> {
  const label = (side: ComparedArticle["section_before"]) =>
    side === null ? "-" : side.type === null ? "outside" : side.label;
  return Object.fromEntries(
    articles.map(({ kind, section_before, section_after, rows }) => [
      `${kind} ${label(section_before)} > ${label(section_after)}`,
      rows.map((row) => {
        const ends = [marked(row.before) ?? "-", marked(row.after) ?? "-"].join(" > ");
        return row.kind.startsWith("omitted") ? `（略 ${row.lines}）${ends}` : ends;
      }),
    ]),
  );
}

export const compared = (before: Children, after: Children) =>
  shown([...compareDocuments(documentOf(...before), documentOf(...after))].flat());
