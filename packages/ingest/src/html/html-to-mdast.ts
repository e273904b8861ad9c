import type { ProblemOf } from "@retrieval/core/problems";
import type { Root as HtmlRoot } from "hast";
import type { PhrasingContent, Root } from "mdast";
import rehypeRemark from "rehype-remark";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import type { Warnings } from "../warnings.js";
import { lineOf } from "./elements.js";
import type { HtmlHandlers } from "./html-handlers.js";
import { htmlTable } from "./html-table.js";

type Handler = HtmlHandlers[string];

/**
 * Converts HTML to mdast with every text that a browser would show. Handles elements here that the library would drop
 * or exaggerate; scripts, styles, templates and comments are dropped.
 */
export function htmlToMdast(html: HtmlRoot, warnings: Warnings, more: HtmlHandlers = {}): Root {
  visit(html, "element", (element) => {
    // The library drops elements with this attribute; a browser shows them.
    delete element.properties.dataMdast;
  });
  const handlers = { ...handlersFor(warnings), ...more };
  const nodeHandlers = { comment: () => undefined };
  return unified().use(rehypeRemark, { document: false, handlers, nodeHandlers }).runSync(html) as Root;
}

const children: Handler = (state, node) => state.all(node);
const blocks: Handler = (state, node) => state.toFlow(state.all(node));
const paragraph: Handler = (state, node) => {
  const inside = state.all(node) as PhrasingContent[];
  if (inside.length === 0) return undefined;
  return { type: "paragraph", children: inside, ...(node.data?.isNumbered ? { data: { isNumbered: true } } : {}) };
};

/** A list of links mentions sections without opening them. */
const navigation: Handler = (state, node) => ({ type: "blockquote", children: state.toFlow(state.all(node)) as [] });
const nothing: Handler = () => undefined;

/** 漢字（かんじ）: a browser shows the reading above the text. The brackets come from the source (rp) if it has any. */
const reading: Handler = (state, node, parent) => {
  const inside = state.all(node);
  const hasBrackets = parent?.children.some((sibling) => sibling.type === "element" && sibling.tagName === "rp");
  return hasBrackets ? inside : [{ type: "text", value: "（" }, ...inside, { type: "text", value: "）" }];
};

/** The options of a select, one after the other. */
const choices: Handler = (_state, node) => {
  const texts: string[] = [];
  visit(node, { tagName: "option" }, (option) => {
    texts.push(lineOf(option));
  });
  return { type: "text", value: texts.join(" / ") };
};

function handlersFor(warnings: Warnings): HtmlHandlers {
  const leftOut =
    (kind: ProblemOf<"media.left_out">["kind"]): Handler =>
    () => {
      warnings.add({ code: "media.left_out", kind });
      return undefined;
    };
  return {
    table: htmlTable,
    // Markup for appearance only; a keyboard key is not code.
    ...Object.fromEntries(
      ["kbd", "var", "samp", "tt", "mark", "u", "math", "svg", "option", "rp"].map((tag) => [tag, children]),
    ),
    ...Object.fromEntries(["dialog", "menu", "caption"].map((tag) => [tag, blocks])),
    p: paragraph,
    nav: navigation,
    rt: reading,
    wbr: nothing,
    select: choices,
    audio: leftOut("sound"),
    video: leftOut("video"),
    iframe: leftOut("page"),
    embed: leftOut("object"),
  };
}
