import type { Root } from "hast";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { decodeAs, decodeText } from "../decode-text.js";
import type { Warnings } from "../warnings.js";

/** The encoding is declared in the first 1,024 bytes (WHATWG HTML 4.2.5.4). */
const DECLARATION_BYTES = 1_024;
const parser = unified().use(rehypeParse).freeze();

/**
 * The text of an HTML file: by its byte order mark, else by its declared encoding, else as plain text.
 *
 * @throws UnreadableDocumentError if the bytes are not text in UTF-8 or CP932, nor in the declared encoding
 */
export function decodeHtml(bytes: Uint8Array, warnings: Warnings): string {
  const marked = markedEncoding(bytes);
  const declared = marked ?? declaredEncoding(bytes);
  if (declared !== null) {
    const text = decodeAs(declared, bytes);
    if (text !== null) return text;
    warnings.add({ code: "text.other_encoding" });
  }
  return decodeText(bytes, warnings);
}

function markedEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : null;
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, DECLARATION_BYTES));
  const label = metaEncoding(parser.parse(start)) ?? start.match(/^<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/)?.[1];
  // A declaration readable as ASCII cannot be in UTF-16 (WHATWG HTML 13.2.3.2).
  return label === undefined || /^utf-16/i.test(label) ? null : label;
}

function metaEncoding(root: Root): string | undefined {
  let label: string | undefined;
  visit(root, "element", ({ tagName, properties: { charSet, httpEquiv, content } }) => {
    if (tagName !== "meta" || label !== undefined) return;
    if (typeof charSet === "string") label = charSet;
    else if (/^content-type$/i.test(String(httpEquiv))) label = String(content).match(/charset=["']?([^\s"';]+)/i)?.[1];
  });
  return label?.trim();
}
