import type { SourcePlace } from "@retrieval/core/chunks";
import type { Box } from "./layout-types.js";

/** Tenths of a point are precise enough. */
export function placeOnPage(page: number, { x0, y0, x1, y1 }: Box): SourcePlace {
  const [left = 0, top = 0, right = 0, bottom = 0] = [x0, y0, x1, y1].map((value) => Math.round(value * 10) / 10);
  return { page_range: [page, page], bbox: [left, top, right, bottom] };
}
