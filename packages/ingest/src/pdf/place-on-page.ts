import type { SourcePlace } from "@retrieval/core/chunks";
import type { Paragraph, PhrasingContent } from "mdast";
import { unitePlaces } from "../place.js";
import type { Box, Line } from "./layout-types.js";

/** Tenths of a point are precise enough. */
export function placeOnPage(page: number, { x0, y0, x1, y1 }: Box): SourcePlace {
  const [left = 0, top = 0, right = 0, bottom = 0] = [x0, y0, x1, y1].map((value) => Math.round(value * 10) / 10);
  return { page_range: [page, page], bbox: [left, top, right, bottom] };
}

export const placeOfLines = (lines: readonly Line[]): SourcePlace =>
  unitePlaces(lines.map((line) => placeOnPage(line.page, line)));

/** A paragraph of these lines of text. */
export function paragraphNode(texts: readonly string[], lines: readonly Line[]): Paragraph {
  const children = texts.flatMap((value, i): PhrasingContent[] => [
    ...(i > 0 ? [{ type: "break" } as const] : []),
    { type: "text", value },
  ]);
  return { type: "paragraph", children, data: { place: placeOfLines(lines) } };
}
