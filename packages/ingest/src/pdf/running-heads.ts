import { readSectionHeading } from "@retrieval/core/chunks";
import type { Line, Page } from "./layout-types.js";
import type { PageParts } from "./page-blocks.js";

/** Headers and footers are in the first and last eighth of a page. */
const MARGIN = 1 / 8;
/** In points: the tolerance for the same place on another page. */
const SAME_PLACE = 3;
const REPEATS_MIN = 3;
/** A chapter of two pages may have its name along the side. */
const TURNED_REPEATS_MIN = 2;
const PAGE_NUMBER =
  /^[-–—‐－―・.\s　]*(?:(?:page|p\.|seite|ページ|頁)\s*)?([0-9]{1,4})(?:\s*(?:\/|of|von)\s*[0-9]{1,4})?(?:\s*(?:ページ|頁))?[-–—‐－―・.\s　]*$/i;

export interface RunningHeads {
  /** The lines that are page numbers. */
  readonly numbers: ReadonlySet<Line>;
  /** The lines with the same text at the same place of several pages. */
  readonly heads: ReadonlySet<Line>;
}

/** Finds headers, footers and page numbers, which are not text of the document. */
export function findRunningHeads(parts: readonly PageParts[]): RunningHeads {
  const edges = parts.flatMap(({ page, regions }) =>
    edgeLines(
      page,
      regions.flatMap(({ lines }) => lines),
    ),
  );
  const numbers = findNumbers(edges);
  return { numbers, heads: findHeads(edges.filter((line) => !numbers.has(line))) };
}

/**
 * The outermost lines: a header or footer has no text beyond it, and no tag or bookmark. Turned text may be at any
 * height.
 */
function edgeLines({ height }: Page, lines: readonly Line[]): Line[] {
  const sorted = lines.filter(({ turned, mark }) => !turned && !mark).sort((a, b) => a.baseline - b.baseline);
  const top = sorted.slice(0, 3).filter(({ y1 }) => y1 < height * MARGIN);
  const bottom = sorted.slice(-3).filter(({ y0 }) => y0 > height * (1 - MARGIN));
  return [...new Set([...top, ...bottom, ...lines.filter(({ turned }) => turned)])];
}

/** A page number differs from the count of pages by the same amount on several pages. */
function findNumbers(lines: readonly Line[]): Set<Line> {
  const byOffset = new Map<number, Line[]>();
  for (const line of lines) {
    const number = PAGE_NUMBER.exec(line.text.normalize("NFKC"))?.[1];
    if (number === undefined) continue;
    const group = byOffset.get(Number(number) - line.page) ?? [];
    if (group.push(line) === 1) byOffset.set(Number(number) - line.page, group);
  }
  return new Set([...byOffset.values()].filter((group) => group.length > 1).flat());
}

/** The same words, or words with a number that increases with the pages, at one place of at least every other page. */
function findHeads(lines: readonly Line[]): Set<Line> {
  const byText = new Map<string, Line[]>();
  for (const line of lines) {
    const text = line.text.normalize("NFKC");
    const counted = isLabelledSection(text)
      ? text
      : text.replace(/[0-9]{1,4}/g, (number) => `#${Number(number) - line.page}`);
    for (const key of new Set([text, counted])) {
      const group = byText.get(key) ?? [];
      if (group.push(line) === 1) byText.set(key, group);
    }
  }
  return new Set([...byText.values()].flatMap((group) => group.filter((line) => isRepeated(line, group))));
}

/** 第1条 on the first page and 第2条 on the second may be articles, one per page. */
function isLabelledSection(text: string): boolean {
  const { label } = readSectionHeading(text);
  return /[^0-9.]/.test(label);
}

function isRepeated(line: Line, group: readonly Line[]): boolean {
  const pages = new Set(group.filter((other) => isSamePlace(line, other)).map(({ page }) => page));
  return (
    pages.size >= (line.turned ? TURNED_REPEATS_MIN : REPEATS_MIN) &&
    pages.size * 2 >= Math.max(...pages) - Math.min(...pages) + 1
  );
}

const isSamePlace = (a: Line, b: Line) => Math.abs(a.baseline - b.baseline) <= SAME_PLACE && a.size === b.size;
