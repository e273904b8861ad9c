import type { Heading, RootContent } from "mdast";
import { usableTitle } from "../html/html-title.js";
import { element } from "../ooxml/xml.js";
import type { ReadContent } from "../read-content.js";
import { readTextTree } from "../read-tree.js";
import { readPresentation } from "./presentation.js";
import { lineOf, plainParagraphs, shapeBlocks } from "./shape-blocks.js";
import { isTitle, placeholderOf, shapesInOrder } from "./shapes.js";

/** Reads PowerPoint presentations: each slide is a section of its texts, tables and notes. */
export const readPptx: ReadContent = async (bytes, warnings) => {
  const { slides, title: stated } = await readPresentation(bytes);
  const children: RootContent[] = [];
  const titles: string[] = [];
  const hidden = slides.filter(({ isHidden }) => isHidden).map(({ number }) => number);
  if (hidden.length > 0) warnings.add({ code: "pptx.hidden_left_out", slides: hidden });
  for (const { number, shapes, notes, isHidden } of slides) {
    if (isHidden) continue;
    const ordered = shapesInOrder(shapes);
    const title = ordered.filter(isTitle).map(lineOf).join(" ").trim();
    const blocks = ordered.filter((shape) => !isTitle(shape)).flatMap((shape) => shapeBlocks(shape, warnings));
    const said = shapesInOrder(notes).filter((shape) => placeholderOf(shape) === "body");
    blocks.push(...said.flatMap((shape) => plainParagraphs(element(shape, "p:txBody"))));
    if (title === "" && blocks.length === 0) continue;
    if (title !== "") titles.push(title);
    // Level 2, because a single heading of level 1 would be the title of the document.
    const value = title || `Slide ${number}`;
    const heading: Heading = { type: "heading", depth: 2, children: [{ type: "text", value }] };
    children.push(heading, ...blocks);
  }
  const { tree } = readTextTree({ type: "root", children }, warnings);
  return { tree, title: stated ?? usableTitle(titles[0] ?? "") };
};
