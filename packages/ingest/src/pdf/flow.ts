import type { Contents } from "./contents-pages.js";
import type { Line } from "./layout-types.js";
import type { PageParts } from "./page-blocks.js";
import { buildParagraphs, goesOn, type Paragraph, withLine } from "./paragraphs.js";
import type { PageTable, TableLine } from "./tables.js";

/** A table, which may continue over several pages. */
export interface FlowTable {
  readonly kind: "table";
  readonly columnEdges: readonly number[];
  readonly rows: readonly TableLine[];
}

/** A line of the table of contents. */
export interface ContentsLine {
  readonly kind: "contents";
  readonly line: Line;
}

/** The parts of the document, in reading order. */
export type FlowBlock = Paragraph | FlowTable | ContentsLine;

/** Column edges of a table may move slightly from page to page. */
const SAME_EDGE = 4;

/** Joins the pages, and the paragraphs and tables that continue on the next page. */
export function buildFlow(
  parts: readonly PageParts[],
  skipped: ReadonlySet<Line>,
  contents: Contents,
  leading: number,
): FlowBlock[] {
  const flow: FlowBlock[] = [];
  for (const part of parts) {
    const blocks = blocksOf(part, skipped, contents, leading);
    const [first, ...rest] = blocks;
    if (!first) continue;
    const joined = joinOverPage(flow.at(-1), first);
    if (joined) flow[flow.length - 1] = joined;
    else flow.push(first);
    flow.push(...rest);
  }
  return flow;
}

function blocksOf(
  { regions, tables }: PageParts,
  skipped: ReadonlySet<Line>,
  contents: Contents,
  leading: number,
): FlowBlock[] {
  const placed: { y: number; x: number; block: FlowBlock }[] = [];
  for (const { lines } of regions) {
    const own = lines.filter((line) => !skipped.has(line));
    for (const line of own) {
      if (contents.lines.has(line)) placed.push({ y: line.y0, x: line.x0, block: { kind: "contents", line } });
    }
    const text = own.filter((line) => !contents.lines.has(line));
    for (const paragraph of buildParagraphs(text, leading)) {
      const [{ y0, x0 }] = paragraph.lines;
      placed.push({ y: y0, x: x0, block: paragraph });
    }
  }
  for (const table of tables) placed.push({ y: table.y0, x: table.x0, block: asFlow(table) });
  return placed.sort((a, b) => a.y - b.y || a.x - b.x).map(({ block }) => block);
}

const asFlow = ({ columnEdges, rows }: PageTable): FlowTable => ({ kind: "table", columnEdges, rows });

function joinOverPage(before: FlowBlock | undefined, after: FlowBlock): FlowBlock | null {
  if (before?.kind === "paragraph" && after.kind === "paragraph") {
    return goesOn(before, after.lines[0]) ? withLine(before, ...after.lines) : null;
  }
  if (before?.kind !== "table" || after.kind !== "table" || !hasSameColumns(before, after)) return null;
  const head = textsOf(before.rows[0]);
  const isRepeated = after.rows.length > 1 && head === textsOf(after.rows[0]);
  return { ...before, rows: [...before.rows, ...after.rows.slice(isRepeated ? 1 : 0)] };
}

const textsOf = (row: TableLine | undefined) => JSON.stringify(row?.cells.map(({ text }) => text));

function hasSameColumns(a: FlowTable, b: FlowTable): boolean {
  return (
    a.columnEdges.length === b.columnEdges.length &&
    a.columnEdges.every((edge, i) => Math.abs(edge - (b.columnEdges[i] as number)) <= SAME_EDGE)
  );
}
