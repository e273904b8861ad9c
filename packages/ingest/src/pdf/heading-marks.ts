import { readSectionHeading } from "@retrieval/core/chunks";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/types/src/display/api.js";
import type { Bookmark, HeadingMark, Line, Tag } from "./layout-types.js";
import type { PageParts, Region } from "./page-blocks.js";
import { tagInTable } from "./tagged-tables.js";

/** More bookmarks than any real document has. */
const BOOKMARKS_MAX = 5_000;
/** pdf.js reads the children of the whole document for the tags of each page. */
const TAGGED_PAGES_MAX = 200;
const TITLE_LINES_MAX = 3;

/** The headings and tables of a page's structure tree (ISO 32000-2, 14.8.4), by the ids of their marked content. */
export type PageTags = ReadonlyMap<string, Tag>;

interface TagNode {
  readonly role?: string;
  readonly id?: string;
  readonly children?: readonly TagNode[];
}

export async function readTags(page: PDFPageProxy): Promise<PageTags> {
  const tags = new Map<string, Tag>();
  // A broken tree is no tree. The depth is bounded by pdf.js.
  const root = (await page.getStructTree().catch(() => null)) as TagNode | null;
  const visit = ({ role = "", id, children = [] }: TagNode, above: Tag) => {
    const level = /^H([1-6])$/.exec(role)?.[1];
    const tag = level ? { ...above, mark: { level: Number(level), isTag: true } } : tagInTable(role, above);
    if (id !== undefined && (tag.mark || tag.cell)) tags.set(id, tag);
    for (const child of children) visit(child, tag);
  };
  if (root) visit(root, {});
  return tags;
}

export async function hasTags(pdf: PDFDocumentProxy): Promise<boolean> {
  return pdf.numPages <= TAGGED_PAGES_MAX && (await pdf.getMarkInfo())?.Marked === true;
}

interface OutlineItem {
  readonly title: string;
  readonly dest: string | readonly unknown[] | null;
  readonly items: readonly OutlineItem[];
}

/** The bookmarks of each page, by {@link pageKeys}. A broken outline has none. */
export async function readBookmarks(pdf: PDFDocumentProxy): Promise<ReadonlyMap<string, readonly Bookmark[]>> {
  const byPage = new Map<string, Bookmark[]>();
  const outline = ((await pdf.getOutline().catch(() => null)) ?? []) as readonly OutlineItem[];
  const open = outline.toReversed().map((item) => ({ item, level: 1 }));
  for (let count = 0; count < BOOKMARKS_MAX; count++) {
    const next = open.pop();
    if (!next) break;
    const { item, level } = next;
    for (const child of item.items.toReversed()) open.push({ item: child, level: level + 1 });
    const target = typeof item.dest === "string" ? await pdf.getDestination(item.dest).catch(() => null) : item.dest;
    const [page, fit, first, second] = (target ?? []) as readonly unknown[];
    const name = (fit as { name?: string } | undefined)?.name;
    const top = name === "XYZ" ? second : name === "FitH" || name === "FitBH" ? first : null;
    const key = typeof page === "number" ? String(page) : refKey(page);
    const bookmarks = byPage.get(key) ?? [];
    const bookmark = { level, isTag: false, title: item.title, top: typeof top === "number" ? top : null };
    if (bookmarks.push(bookmark) === 1) byPage.set(key, bookmarks);
  }
  return byPage;
}

/** A destination names its page by a reference or by its index. */
export const pageKeys = ({ ref, pageNumber }: PDFPageProxy) => [refKey(ref), String(pageNumber - 1)];

function refKey(ref: unknown): string {
  const { num, gen } = (ref ?? {}) as { num?: number; gen?: number };
  return `${num} ${gen}`;
}

/**
 * Marks the lines that are the titles of bookmarks; of equal ones, the nearest to the place of the bookmark. A bookmark
 * without such a line marks nothing. On pages where tags mark headings, bookmarks mark none.
 */
export function markBookmarks(parts: readonly PageParts[]): readonly PageParts[] {
  return parts.map((part) => {
    const { bookmarks, pieces } = part.page;
    if (bookmarks.length === 0 || pieces.some(({ mark }) => mark)) return part;
    const titles = titlesOf(part.regions);
    const marks = new Map<Line, HeadingMark>();
    for (const bookmark of bookmarks) {
      const distance = ([line]: readonly Line[]) => Math.abs((bookmark.top ?? 0) - (line as Line).y0);
      const free = (titles.get(keyOf(bookmark.title)) ?? []).filter((lines) => !lines.some((line) => marks.has(line)));
      const [nearest] = free.sort((a, b) => distance(a) - distance(b));
      for (const line of nearest ?? []) marks.set(line, bookmark);
    }
    const marked = (line: Line): Line => {
      const mark = marks.get(line);
      return mark ? { ...line, mark } : line;
    };
    return { ...part, regions: part.regions.map((region) => ({ ...region, lines: region.lines.map(marked) })) };
  });
}

const keyOf = (text: string) => text.normalize("NFKC").replace(/[\s\u00ad]/g, "");

/** Lines by their text, with the label and without it: many programs leave the number out of the bookmark. */
function titlesOf(regions: readonly Region[]): Map<string, (readonly Line[])[]> {
  const titles = new Map<string, (readonly Line[])[]>();
  for (const { lines } of regions) {
    for (let from = 0; from < lines.length; from++) {
      for (let to = from + 1; to <= Math.min(from + TITLE_LINES_MAX, lines.length); to++) {
        const own = lines.slice(from, to);
        const text = own.map((line) => line.text).join(" ");
        for (const key of new Set([keyOf(text), keyOf(readSectionHeading(text).title)])) {
          const same = titles.get(key) ?? [];
          if (same.push(own) === 1) titles.set(key, same);
        }
      }
    }
  }
  titles.delete("");
  return titles;
}
