import type { List, Table } from "mdast";
import remarkGfm from "remark-gfm";
import remarkStringify, { type Options } from "remark-stringify";
import { unified } from "unified";
import { plainText } from "./plain-text.js";

/** A line break in a table, whose rows are lines themselves, is `<br>`. */
const lineBreak: NonNullable<Options["handlers"]>["break"] = (_node, _parent, { stack }) =>
  stack.includes("tableCell") ? "<br>" : "\\\n";

/** Columns are padded to equal width only up to this width, so that the text stays readable. */
const ALIGNED_WIDTH_MAX = 160;

const writer = (tablePipeAlign: boolean) =>
  unified()
    .use(remarkStringify, {
      bullet: "-",
      bulletOther: "*",
      listItemIndent: "one",
      rule: "-",
      fences: true,
      handlers: { break: lineBreak },
    })
    .use(remarkGfm, { tablePipeAlign, stringLength: columnsOf })
    .freeze();
const aligned = writer(true);
const compact = writer(false);

export function listMarkdown(list: List): string {
  return compact.stringify({ type: "root", children: [list] }).trimEnd();
}

export function tableMarkdown(table: Table): string {
  const processor = alignedWidth(table) > ALIGNED_WIDTH_MAX ? compact : aligned;
  return processor.stringify({ type: "root", children: [table] }).trimEnd();
}

function alignedWidth({ children }: Table): number {
  const widths: number[] = [];
  for (const row of children) {
    for (const [i, cell] of row.children.entries()) widths[i] = Math.max(widths[i] ?? 0, columnsOf(plainText(cell)));
  }
  return widths.reduce((sum, width) => sum + width + 3, 0);
}

/** The width of a text in a fixed-width font: East Asian wide and full-width characters take two. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const sign of text) columns += WIDE.test(sign) ? 2 : 1;
  return columns;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
