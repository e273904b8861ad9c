import type { Root } from "hast";
import JSZip from "jszip";
import mammoth from "mammoth";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import type { Element } from "xast";
import { toXml } from "xast-util-to-xml";
import { NUMBERED_CLASS } from "../html/html-to-mdast.js";
import { make } from "../ooxml/xml.js";
import type { Warnings } from "../warnings.js";
import { CONTENTS_STYLE } from "./contents.js";
import { LIST_STYLES } from "./list-marks.js";

/** A prepared part of the text, with the addresses of its hyperlinks. */
export interface PreparedStory {
  readonly xml: Element;
  readonly links: ReadonlyMap<string, string>;
}

const STYLE_MAP = [
  ...[1, 2, 3, 4, 5, 6].map((level) => `p.h${level} => h${level}:fresh`),
  ...LIST_STYLES,
  `p.numbered => p.${NUMBERED_CLASS}:fresh`,
  "p.title => h1:separator(' ')",
  CONTENTS_STYLE,
];
const parser = unified().use(rehypeParse, { fragment: true }).freeze();

/** Converts the prepared parts to HTML. Mammoth gets a package of only these, never the file itself. */
export async function toHtml(stories: Readonly<Record<string, PreparedStory>>, warnings: Warnings): Promise<Root> {
  const zip = new JSZip();
  for (const [name, { xml, links }] of Object.entries(stories)) {
    zip.file(`word/${name}.xml`, toXml(xml));
    zip.file(`word/_rels/${name}.xml.rels`, toXml(relationships(links)));
  }
  const { value, messages } = await mammoth.convertToHtml(
    { buffer: await zip.generateAsync({ type: "nodebuffer" }) },
    { styleMap: STYLE_MAP, includeDefaultStyleMap: false, includeEmbeddedStyleMap: false, externalFileAccess: false },
  );
  for (const { message } of messages) {
    if (message.includes("w:sym")) warnings.add({ code: "docx.symbol_left_out" });
  }
  return parser.parse(value);
}

function relationships(links: ReadonlyMap<string, string>): Element {
  const Type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink";
  return make(
    "Relationships",
    { xmlns: "http://schemas.openxmlformats.org/package/2006/relationships" },
    [...links].map(([Id, Target]) => make("Relationship", { Id, Type, Target, TargetMode: "External" })),
  );
}
