/**
 * How often a term is in the fields of a section or chunk, in one byte: title 0 to 3, breadcrumb 0 to 3, body 0 to 15,
 * each capped. More occurrences hardly change a score.
 */
export type Counts = number;

const TITLE_MAX = 3;
const BREADCRUMB_MAX = 3;
const BODY_MAX = 15;

export function packCounts(title: number, breadcrumb: number, body: number): Counts {
  return (Math.min(title, TITLE_MAX) << 6) | (Math.min(breadcrumb, BREADCRUMB_MAX) << 4) | Math.min(body, BODY_MAX);
}

export const titleCount = (counts: Counts) => counts >>> 6;
export const breadcrumbCount = (counts: Counts) => (counts >>> 4) & BREADCRUMB_MAX;
export const bodyCount = (counts: Counts) => counts & BODY_MAX;

export function addCounts(a: Counts, b: Counts): Counts {
  return packCounts(
    titleCount(a) + titleCount(b),
    breadcrumbCount(a) + breadcrumbCount(b),
    bodyCount(a) + bodyCount(b),
  );
}
