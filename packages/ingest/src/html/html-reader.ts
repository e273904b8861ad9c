import { HTML } from "@retrieval/core/limits";
import { type DocumentReader, type ReadDocument, UnreadableDocumentError } from "@retrieval/core/ports";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { refuseDeepTree } from "../nesting.js";
import { readAs } from "../read-as.js";
import { decodeHtml } from "./decode-html.js";
import { dropHidden } from "./drop-hidden.js";
import { elementTitle, textLineTitle } from "./html-title.js";
import { keepMainContent } from "./main-content.js";
import { readHtmlTree } from "./read-html-tree.js";

const parser = unified().use(rehypeParse).freeze();

/** Reads an HTML page as a browser without styles and scripts would show it, without what is around its content. */
export class HtmlReader implements DocumentReader {
  readonly media_types = [HTML];

  read(media_type: string, bytes: Uint8Array): Promise<ReadDocument> {
    return readAs({ format: "HTML", expected: HTML }, media_type, bytes, (warnings) => {
      const root = parser.parse(decodeHtml(bytes, warnings));
      refuseDeepTree(root);
      const written = elementTitle(root);
      dropHidden(root);
      keepMainContent(root, warnings);
      const title = written ?? textLineTitle(root);
      const read = readHtmlTree(root, warnings);
      if (read.tree.children.length === 0) {
        throw new UnreadableDocumentError({ code: "html.no_text" });
      }
      return { tree: read.tree, title: read.title ?? title };
    });
  }
}
