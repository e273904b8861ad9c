import type { BoundingBox, SourcePlace } from "@retrieval/core/chunks";
import type { Code, Heading, List, Paragraph, TableRow } from "mdast";

/** The place of a node in its source, or nothing for sources without pages. */
export function placeOf(node: Heading | Paragraph | List | TableRow | Code): SourcePlace {
  return node.type === "code" ? {} : (node.data?.place ?? {});
}

/** Combines places: all their pages, and the box around those on the first page. */
export function unitePlaces(places: readonly SourcePlace[]): SourcePlace {
  const ranges = places.flatMap(({ page_range }) => (page_range ? [page_range] : []));
  if (ranges.length === 0) return {};
  const first = Math.min(...ranges.map(([page]) => page));
  const last = Math.max(...ranges.map(([, page]) => page));
  const boxes = places.flatMap(({ page_range, bbox }) => (bbox && page_range?.[0] === first ? [bbox] : []));
  const page_range = [first, last] as const;
  return boxes.length === 0 ? { page_range } : { page_range, bbox: boxes.reduce(around) };
}

const around = (a: BoundingBox, b: BoundingBox): BoundingBox => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];
