import type { List, ListItem, Paragraph, PhrasingContent, RootContent, Table } from "mdast";
import type { Element } from "xast";
import { descendants, element, elements, textOf } from "../ooxml/xml.js";
import { TableGrid } from "../table-grid.js";
import type { Warnings } from "../warnings.js";
import { placeholderOf } from "./shapes.js";

/** A shape's text, table or alternative text. */
export function shapeBlocks(shape: Element, warnings: Warnings): RootContent[] {
  const [table] = descendants(shape, "a:tbl");
  if (table) return [tableOf(table)];
  const body = element(shape, "p:txBody");
  if (body) return textBlocks(body, placeholderOf(shape) === "body");
  if (shape.name === "p:sp") return [];
  const [properties] = descendants(shape, "p:cNvPr");
  const text = properties?.attributes.descr?.trim() ?? "";
  warnings.add({ code: text === "" ? "picture.left_out" : "picture.replaced" });
  return text === "" ? [] : [paragraph([{ type: "text", value: text }])];
}

/** Bulleted or numbered paragraphs are lists by their levels; in the body of a slide all are, if there are several. */
function textBlocks(body: Element, isBody: boolean): RootContent[] {
  const paragraphs = elements(body, "a:p").filter((one) => lineOf(one) !== "");
  const blocks: RootContent[] = [];
  let open: List[] = [];
  for (const one of paragraphs) {
    const properties = element(one, "a:pPr");
    const numbered = element(properties, "a:buAutoNum") !== undefined;
    const bulleted = element(properties, "a:buChar") !== undefined || (isBody && paragraphs.length > 1);
    if (element(properties, "a:buNone") || !(numbered || bulleted)) {
      open = [];
      blocks.push(paragraph(contentOf(one)));
      continue;
    }
    const level = Math.min(Number(properties?.attributes.lvl ?? 0) || 0, open.length);
    open = open.slice(0, level + 1);
    if (open[level]?.ordered !== numbered) open = open.slice(0, level);
    let list = open[level];
    if (!list) {
      list = { type: "list", ordered: numbered, start: numbered ? 1 : null, spread: false, children: [] };
      const parent = open.at(-1)?.children.at(-1);
      if (parent) parent.children.push(list);
      else blocks.push(list);
      open.push(list);
    }
    const item: ListItem = { type: "listItem", spread: false, children: [paragraph(contentOf(one))] };
    list.children.push(item);
  }
  return blocks;
}

/** The paragraphs of a text without lists, for the notes of a slide. */
export const plainParagraphs = (body: Element | undefined): Paragraph[] =>
  elements(body, "a:p")
    .filter((one) => lineOf(one) !== "")
    .map((one) => paragraph(contentOf(one)));

/** A text in one line, for a heading. */
export const lineOf = (body: Element): string =>
  descendants(body, "a:t").map(textOf).join("").replace(/\s+/g, " ").trim();

function paragraph(children: PhrasingContent[]): Paragraph {
  const last = children.at(-1);
  if (last?.type === "text") last.value = last.value.trimEnd();
  return { type: "paragraph", children };
}

function contentOf(one: Element): PhrasingContent[] {
  return elements(one, "a:r", "a:fld", "a:br").map((run): PhrasingContent => {
    return run.name === "a:br" ? { type: "break" } : { type: "text", value: lineText(run) };
  });
}

const lineText = (run: Element) => elements(run, "a:t").map(textOf).join("");

function tableOf(table: Element): Table {
  const rows = elements(table, "a:tr").map((row) => elements(row, "a:tc"));
  const grid = new TableGrid();
  for (const [r, cells] of rows.entries()) {
    for (const [c, cell] of cells.entries()) {
      const lines = elements(element(cell, "a:txBody"), "a:p").map(contentOf);
      const children = lines.flatMap((line, i) => [...(i > 0 ? [{ type: "break" } as const] : []), ...line]);
      const height = Math.min(Number(cell.attributes.rowSpan ?? 1) || 1, rows.length - r);
      grid.place([r, c], children, height, Math.min(Number(cell.attributes.gridSpan ?? 1) || 1, cells.length - c));
    }
  }
  const width = rows[0]?.length ?? 0;
  const isKeyed = width === 2 && element(table, "a:tblPr")?.attributes.firstRow !== "1";
  return grid.tableOf(rows.length, width, isKeyed ? 0 : 1, isKeyed);
}
