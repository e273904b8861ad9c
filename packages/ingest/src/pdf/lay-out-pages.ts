import type { Root } from "mdast";
import type { Warnings } from "../warnings.js";
import { type Contents, findContents } from "./contents-pages.js";
import { buildFlow, type FlowBlock } from "./flow.js";
import { markBookmarks } from "./heading-marks.js";
import { findHeadings, type Style } from "./headings.js";
import { softenHyphens } from "./hyphens.js";
import type { Line, Page } from "./layout-types.js";
import { type PageParts, takeApart } from "./page-blocks.js";
import { type Paragraph, textOf } from "./paragraphs.js";
import { withPlacesShown } from "./place-on-page.js";
import { findRunningHeads } from "./running-heads.js";
import { flowToMdast } from "./to-mdast.js";

const USUAL_LEADING = 1.5;
const TEXT_WIDTH_MIN = 0.6;
const TITLE_SIZE_MIN = 1.3;
/** A warning names only the first running heads. */
const HEADS_NAMED_MAX = 5;

/** Converts the pages to mdast. */
export function layOut(pages: readonly Page[], warnings: Warnings): Root {
  const right = rightEdge(pages);
  const parts = markBookmarks(softened(pages.map((page) => takeApart(page, right))));
  const { numbers, heads } = findRunningHeads(parts);
  const skipped = new Set([...numbers, ...heads]);
  const texts = [...new Set([...heads].map(({ text }) => text))];
  if (texts.length > 0) {
    warnings.add({ code: "pdf.running_heads", count: texts.length, first: texts.slice(0, HEADS_NAMED_MAX) });
  }
  const lines = parts.flatMap((part) => linesOf(part).filter((line) => !skipped.has(line)));
  const contents = findContents(lines);
  const unruled = [...new Set(lines.flatMap(({ isRow, page }) => (isRow ? [page] : [])))];
  if (unruled.length > 0) warnings.add({ code: "pdf.table_without_lines", pages: unruled });
  const flow = buildFlow(parts, skipped, contents, leadingOf(parts));
  const style = styleOf(lines);
  const title = findTitle(flow, style, contents);
  return withPlacesShown(flowToMdast(flow, findHeadings(flow, style, title, warnings), contents, title), pages);
}

function softened(parts: readonly PageParts[]): PageParts[] {
  const soft = softenHyphens(parts.flatMap(({ regions }) => regions.flatMap(({ lines }) => lines)));
  return parts.map((part) => ({
    ...part,
    regions: part.regions.map((region) => ({ ...region, lines: region.lines.map((line) => soft.get(line) ?? line) })),
  }));
}

const linesOf = ({ regions }: PageParts): Line[] =>
  regions.flatMap(({ lines }) => lines).sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0);

/**
 * The right edge of full lines: nearly the farthest end, because some punctuation and drawings extend beyond it. If all
 * lines end in the first half of the page, they are short, not full.
 */
function rightEdge(pages: readonly Page[]): number {
  const ends = pages.flatMap(({ pieces }) => pieces.map(({ x1 }) => x1)).sort((a, b) => a - b);
  const width = pages[0]?.width ?? 0;
  return Math.max(ends[Math.floor(ends.length * 0.95)] ?? 0, width * TEXT_WIDTH_MIN);
}

/** The usual distance of two lines, as a share of the font size. */
function leadingOf(parts: readonly PageParts[]): number {
  const distances = parts
    .flatMap(({ regions }) => regions)
    .flatMap(({ lines }) =>
      lines.slice(1).map(({ baseline, size }, i) => (baseline - (lines[i] as Line).baseline) / size),
    )
    .filter((distance) => distance > 0.9 && distance < 2.5)
    .sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 2)] ?? USUAL_LEADING;
}

function styleOf(lines: readonly Line[]): Style {
  const characters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
  }
  const bodySize = [...characters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  const pages = new Set(lines.map(({ page }) => page));
  const written = new Set(lines.filter(({ size }) => Math.abs(size - bodySize) <= 0.5).map(({ page }) => page));
  return { bodySize, covers: new Set([...pages].filter((page) => !written.has(page))) };
}

/** The largest text of the first page, if nothing in the document is as large. */
function findTitle(flow: readonly FlowBlock[], { bodySize }: Style, contents: Contents): Paragraph | null {
  const paragraphs = flow.filter((block) => block.kind === "paragraph" && !block.lines[0].turned) as Paragraph[];
  const firstPage = paragraphs[0]?.lines[0].page;
  const [largest, second] = [...paragraphs].sort((a, b) => b.lines[0].size - a.lines[0].size);
  if (!largest || (contents.title && largest.lines.includes(contents.title))) return null;
  if (largest.lines[0].page !== firstPage || largest.lines[0].size < TITLE_SIZE_MIN * bodySize) return null;
  return second && second.lines[0].size > largest.lines[0].size - 0.5 && textOf(second) !== "" ? null : largest;
}
