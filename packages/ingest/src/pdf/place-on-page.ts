import type { BoundingBox, SourcePlace } from "@retrieval/core/chunks";
import type { Nodes, Paragraph, PhrasingContent, Root } from "mdast";
import { unitePlaces } from "../place.js";
import type { Box, Line, Page } from "./layout-types.js";

/** Tenths of a point are precise enough. */
export function placeOnPage(page: number, { x0, y0, x1, y1 }: Box): SourcePlace {
  const [left = 0, top = 0, right = 0, bottom = 0] = [x0, y0, x1, y1].map((value) => Math.round(value * 10) / 10);
  return { page_range: [page, page], bbox: [left, top, right, bottom] };
}

export const placeOfLines = (lines: readonly Line[]): SourcePlace =>
  unitePlaces(lines.map((line) => placeOnPage(line.page, line)));

/** Turns the boxes on turned pages back to the page as it is displayed. */
export function withPlacesShown(root: Root, pages: readonly Page[]): Root {
  const turned = new Map(pages.filter(({ turn }) => turn !== 0).map((page) => [page.number, page]));
  const shown = <T extends Nodes>(node: T): T => {
    const place = (node.data as { place?: SourcePlace } | undefined)?.place;
    const page = place?.page_range && turned.get(place.page_range[0]);
    const children = "children" in node ? { children: node.children.map(shown) } : {};
    const data =
      page && place.bbox ? { data: { ...node.data, place: { ...place, bbox: turnBack(place.bbox, page) } } } : {};
    return { ...node, ...children, ...data };
  };
  return turned.size === 0 ? root : shown(root);
}

function turnBack([x0, y0, x1, y1]: BoundingBox, { turn, width, height }: Page): BoundingBox {
  const boxes: Readonly<Record<Page["turn"], BoundingBox>> = {
    0: [x0, y0, x1, y1],
    90: [y0, width - x1, y1, width - x0],
    180: [width - x1, height - y1, width - x0, height - y0],
    270: [height - y1, x0, height - y0, x1],
  };
  return boxes[turn].map((value) => Math.round(value * 10) / 10) as unknown as BoundingBox;
}

/** A paragraph of these lines of text. */
export function paragraphNode(texts: readonly string[], lines: readonly Line[]): Paragraph {
  const children = texts.flatMap((value, i): PhrasingContent[] => [
    ...(i > 0 ? [{ type: "break" } as const] : []),
    { type: "text", value },
  ]);
  return { type: "paragraph", children, data: { place: placeOfLines(lines) } };
}
