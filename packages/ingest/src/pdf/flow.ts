import type { Column } from "./columns.js";
import type { Contents } from "./contents-pages.js";
import { type Box, holds, type Line, union } from "./layout-types.js";
import type { PageParts, Region } from "./page-blocks.js";
import { buildParagraphs, goesOn, type Paragraph, withLine } from "./paragraphs.js";
import type { PageTable, TableLine } from "./tables.js";

/** A table, which may continue over several pages. */
export type FlowTable = Pick<PageTable, "kind" | "columnEdges" | "rows" | "headRows">;

/** A line of the table of contents. */
export interface ContentsLine {
  readonly kind: "contents";
  readonly line: Line;
}

/** The parts of the document, in reading order. */
export type FlowBlock = Paragraph | FlowTable | ContentsLine;

/** Column edges of a table may move slightly from page to page. */
const SAME_EDGE = 4;

/** Blocks that are read before what is beside them: a column, a frame, or a block alone. */
interface Group {
  readonly top: number;
  readonly left: number;
  readonly blocks: { readonly block: FlowBlock; readonly box: Box }[];
}

/** Joins the pages, and the paragraphs and tables that continue on the next page. */
export function buildFlow(
  parts: readonly PageParts[],
  skipped: ReadonlySet<Line>,
  contents: Contents,
  leading: number,
): FlowBlock[] {
  const flow: FlowBlock[] = [];
  for (const part of parts) {
    for (const [i, block] of blocksOf(part, skipped, contents, leading).entries()) {
      const last = flow.at(-1);
      const joined = i === 0 || isOtherColumn(last, block) ? joinOverBreak(last, block) : null;
      if (joined) flow[flow.length - 1] = joined;
      else flow.push(block);
    }
  }
  return flow;
}

function blocksOf(
  { regions, tables }: PageParts,
  skipped: ReadonlySet<Line>,
  contents: Contents,
  leading: number,
): FlowBlock[] {
  const columns = regions.flatMap(({ column }): [Column, Group][] =>
    column ? [[column, { top: column.top, left: column.x0, blocks: [] }]] : [],
  );
  const groups: Group[] = columns.map(([, group]) => group);
  const groupFor = (region: Region | null, box: Box): Group => {
    const column = columns.find(([one]) => (region?.column ? one === region.column : holds(one, box)));
    if (column) return column[1];
    const group: Group = { top: box.y0, left: box.x0, blocks: [] };
    groups.push(group);
    return group;
  };
  for (const region of regions) {
    const own = region.lines.filter((line) => !skipped.has(line));
    const text = own.filter((line) => !contents.lines.has(line));
    const blocks: FlowBlock[] = [
      ...own.filter((line) => contents.lines.has(line)).map((line) => ({ kind: "contents", line }) as const),
      ...buildParagraphs(text, leading),
    ];
    const frame = region.isFrame && own[0] ? own.reduce<Box>(union, own[0]) : null;
    const isWhole = frame && !tables.some((table) => holds(frame, table)) && !holdsOthers(frame, region, regions);
    const group = isWhole ? groupFor(region, frame) : null;
    for (const block of blocks) {
      const box = block.kind === "paragraph" ? block.lines[0] : (block as ContentsLine).line;
      (group ?? groupFor(region, box)).blocks.push({ block, box });
    }
  }
  for (const table of tables) groupFor(null, table).blocks.push({ block: table, box: table });
  return groups
    .sort((a, b) => a.top - b.top || a.left - b.left)
    .flatMap((group) => group.blocks.sort((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0))
    .map(({ block }) => block);
}

const holdsOthers = (frame: Box, own: Region, regions: readonly Region[]) =>
  regions.some((region) => region !== own && region.lines.some((line) => holds(frame, line)));

/** Whether a paragraph ends in one column and another one begins in the next. */
function isOtherColumn(before: FlowBlock | undefined, after: FlowBlock): boolean {
  if (before?.kind !== "paragraph" || after.kind !== "paragraph") return false;
  const [above, below] = [before.lines.at(-1) as Line, after.lines[0]];
  return above.left > 0 && below.left > above.left;
}

function joinOverBreak(before: FlowBlock | undefined, after: FlowBlock): FlowBlock | null {
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
