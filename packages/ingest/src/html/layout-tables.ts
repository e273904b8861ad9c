import type { Element, ElementContent, Root, RootContent } from "hast";
import { childElements, isBlank, isElement, lineOf } from "./elements.js";

/** A list marker alone: (1) (a) 1. iv) （一） ① ア． and bullets. A number or letter without punctuation is a value. */
const NUMERAL = "\\d{1,4}|[a-z]{1,5}|[A-Z]{1,5}|[０-９]{1,4}|[〇一二三四五六七八九十百]{1,5}|[ｱ-ﾝア-ン]|[あ-ん]";
const MARKER = new RegExp(`^(?:[(（［[](?:${NUMERAL})[)）］\\]]|(?:${NUMERAL})[)）.．、]|[①-⑳㉑-㉟㊱-㊿⑴-⒇])$`);
const BULLET = /^[•·‣‐–—\-*○●■◆・]$/;
const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];

interface Item {
  readonly marker: string;
  readonly children: ElementContent[];
}

/**
 * Unwraps layout tables: a numbered text in two columns becomes a list, and a frame around text becomes the text.
 * Recognises them by the signs in WHATWG HTML 4.9.1. Works from the inside out.
 */
export function resolveLayoutTables(parent: Root | Element): void {
  for (const child of parent.children) if (child.type === "element") resolveLayoutTables(child);
  const resolved: RootContent[] = [];
  let items: Item[] = [];
  const flush = () => {
    if (items.length > 0) resolved.push(listOf(items));
    items = [];
  };
  for (const child of parent.children) {
    const more = isElement(child, "table") ? itemsOf(child) : null;
    if (more) {
      items.push(...more);
    } else if (items.length === 0 || !isBlank(child)) {
      flush();
      resolved.push(...(isElement(child, "table") && isLayout(child) ? cellsOf(child).map(asBlock) : [child]));
    }
  }
  flush();
  parent.children = resolved as typeof parent.children;
}

function rowsOf(table: Element): Element[] {
  return childElements(table, "thead", "tbody", "tfoot", "tr").flatMap((child) =>
    child.tagName === "tr" ? [child] : childElements(child, "tr"),
  );
}

const cellsOf = (table: Element) => rowsOf(table).flatMap((row) => childElements(row, "td", "th"));

/** The rows of a table with a list marker in every row's first cell and one cell of text beside it. */
function itemsOf(table: Element): Item[] | null {
  if (bearsData(table)) return null;
  const items: Item[] = [];
  for (const row of rowsOf(table)) {
    const [marker, text, ...others] = childElements(row, "td");
    if (!marker || !text || others.length > 0) return null;
    const line = lineOf(marker);
    const last = items.at(-1);
    if (MARKER.test(line) || BULLET.test(line)) items.push({ marker: line, children: [...text.children] });
    else if (line === "" && last) last.children.push(asBlock(text));
    else return null;
  }
  return items.length > 0 ? items : null;
}

function bearsData(table: Element): boolean {
  const cells = cellsOf(table);
  return (
    childElements(table, "caption", "thead").length > 0 ||
    (table.properties.border !== undefined && Number(table.properties.border) !== 0) ||
    cells.some(({ tagName, properties }) => tagName === "th" || properties.headers || properties.scope)
  );
}

function isLayout(table: Element): boolean {
  const { role, border, cellSpacing, cellPadding } = table.properties;
  if (/^(?:presentation|none)$/i.test(String(role))) return true;
  if (bearsData(table)) return false;
  const rows = rowsOf(table).map((row) => childElements(row, "td"));
  const isLine = rows.length === 1 || rows.every(({ length }) => length <= 1);
  const isSingle = rows.length === 1 && rows[0]?.length === 1;
  const looksSo = Number(border ?? NaN) === 0 || (Number(cellSpacing ?? NaN) === 0 && Number(cellPadding ?? NaN) === 0);
  const holds = rows.flat().some((cell) => holdsSections(cell));
  return isSingle || (looksSo && holds) || (isLine && (looksSo || holds));
}

function holdsSections(element: Element): boolean {
  return childElements(element).some((child) => isElement(child, "table", ...HEADINGS) || holdsSections(child));
}

function asBlock({ children }: Element): Element {
  return { type: "element", tagName: "div", properties: {}, children };
}

/** An ordered list if its numbering produces the markers; else a list whose items begin with them. */
function listOf(items: readonly Item[]): Element {
  const first = Number.parseInt(items[0]?.marker ?? "", 10);
  const isEmpty = items.every(({ children }) => children.every((child) => lineOf(child) === ""));
  const counts = !isEmpty && items.every(({ marker }, i) => marker === `${first + i}.`);
  const children = items.map(({ marker, children }): Element => {
    const isShown = !counts && !BULLET.test(marker);
    return { type: "element", tagName: "li", properties: {}, children: isShown ? begin(children, marker) : children };
  });
  return counts
    ? { type: "element", tagName: "ol", properties: { start: first }, children }
    : { type: "element", tagName: "ul", properties: {}, children };
}

/** Puts the marker before the first words, inside their paragraph. */
function begin(children: readonly ElementContent[], marker: string): ElementContent[] {
  const at = children.findIndex((child) => !isBlank(child));
  const first = children[at];
  if (isElement(first, "p", "div")) {
    return [{ ...first, children: begin(first.children, marker) }, ...children.slice(at + 1)];
  }
  return [{ type: "text", value: `${marker} ` }, ...children.slice(Math.max(at, 0))];
}
