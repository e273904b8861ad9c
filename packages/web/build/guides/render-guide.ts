import { posix } from "node:path";
import type { Element, ElementContent, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { type Guide, type Language, languageOf, type Source } from "./guides.js";
import { type LinkContext, linkFrom } from "./links.js";

const WORDS = {
  en: { anchor: (name: string) => `Link to “${name}”`, table: "Table", code: "Code" },
  ja: { anchor: (name: string) => `「${name}」へのリンク`, table: "表", code: "コード" },
} as const;

export interface RenderContext extends LinkContext {
  /** The address of a picture, by its path from the root of the repository. */
  picture(path: string): string;
}

/** The text of a page as HTML: headings with anchors, links and pictures that work where the service serves them. */
export function renderGuide(guide: Guide, language: Language, context: RenderContext): string {
  const words = WORDS[languageOf(guide, language)];
  const { file } = guide[languageOf(guide, language)] as Source;
  const { root, headings } = context.parsed(guide, language);
  const tree = unified().use(remarkRehype).runSync(structuredClone(root)) as Root;
  let heading = 0;
  visit(tree, "element", (node, index, parent) => {
    const { tagName, properties } = node;
    if (/^h[1-6]$/.test(tagName)) {
      const { slug, text, depth } = headings[heading++] ?? { slug: "", text: "", depth: 1 };
      properties.id = slug;
      if (depth > 1) node.children.push(anchorOf(slug, words.anchor(text)));
    } else if (tagName === "a" && properties.className === undefined) {
      properties.href = linkFrom(file, language, String(properties.href), context);
      if (/^https?:/.test(properties.href)) Object.assign(properties, { rel: ["noopener", "noreferrer"] });
    } else if (tagName === "img") {
      properties.src = context.picture(posix.join(posix.dirname(file), String(properties.src)));
      properties.loading = "lazy";
    } else if (tagName === "pre") {
      Object.assign(properties, { tabIndex: 0, role: "region", ariaLabel: words.code });
    } else if (tagName === "table" && parent && index !== undefined) {
      parent.children[index] = scrolling(node, words.table);
      return index + 1;
    }
    return undefined;
  });
  visit(tree, "text", (node, index, parent) => {
    if (parent === undefined || index === undefined || !BREAKS.test(node.value)) return undefined;
    if (parent.type === "element" && parent.tagName === "code" && node.value.includes("\n")) return undefined;
    const parts = node.value.split(BREAKS).flatMap((value, i) => [...(i > 0 ? [WBR] : []), { ...node, value }]);
    parent.children.splice(index, 1, ...parts);
    return index + parts.length;
  });
  return toHtml(tree);
}

/** Where the long name of a setting or a metric may be broken, so that a table fits a narrow screen. */
const BREAKS = /(?<=\w_)(?=[A-Za-z])/;
const WBR = { type: "element", tagName: "wbr", properties: {}, children: [] } satisfies Element;

function anchorOf(slug: string, label: string): ElementContent {
  return {
    type: "element",
    tagName: "a",
    properties: { className: ["anchor"], href: `#${encodeURIComponent(slug)}`, ariaLabel: label },
    children: [{ type: "text", value: "#" }],
  };
}

/** A wide table scrolls by itself, by keyboard too. */
function scrolling(table: Element, label: string): Element {
  const properties = { className: ["table"], tabIndex: 0, role: "region", ariaLabel: label };
  return { type: "element", tagName: "div", properties, children: [table] };
}
