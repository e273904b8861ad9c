import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { Element, Root } from "xast";
import { fromXml } from "xast-util-from-xml";
import { decodeAs } from "../decode-text.js";
import { refuseDeepTree } from "../nesting.js";

/** ECMA-376 Part 1 (transitional) and Part 4 (strict): the same names under two namespaces, and our prefix for both. */
const PREFIXES: Readonly<Record<string, string>> = {
  "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
  "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
  "http://schemas.openxmlformats.org/spreadsheetml/2006/main": "x",
  "http://purl.oclc.org/ooxml/spreadsheetml/main": "x",
  "http://schemas.openxmlformats.org/presentationml/2006/main": "p",
  "http://purl.oclc.org/ooxml/presentationml/main": "p",
  "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
  "http://purl.oclc.org/ooxml/drawingml/main": "a",
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
  "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
  "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
  "http://purl.oclc.org/ooxml/officeDocument/math": "m",
  "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing": "wp",
  "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing": "wp",
  "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
  "http://schemas.openxmlformats.org/package/2006/relationships": "rel",
  "http://purl.org/dc/elements/1.1/": "dc",
  "urn:schemas-microsoft-com:vml": "v",
  "urn:schemas-microsoft-com:office:office": "o",
};

/**
 * One part of an Office file, its names under the usual prefixes, whatever prefixes the file uses.
 *
 * @throws UnreadableDocumentError if it is not XML, or has a document type (which could define entities)
 */
export function parseXml(bytes: Uint8Array): Element {
  const root = parse(decode(bytes));
  refuseDeepTree(root);
  if (root.children.some(({ type }) => type === "doctype")) {
    throw new UnreadableDocumentError({ code: "office.document_type" });
  }
  const element = root.children.find((child) => child.type === "element");
  if (!element) throw new UnreadableDocumentError({ code: "office.damaged" });
  rename(element, {});
  return element;
}

function decode(bytes: Uint8Array): string {
  const text = decodeAs(bytes[0] === 0xfe ? "utf-16be" : bytes[0] === 0xff ? "utf-16le" : "utf-8", bytes);
  if (text === null) throw new UnreadableDocumentError({ code: "office.damaged" });
  return text;
}

function parse(xml: string): Root {
  try {
    return fromXml(xml);
  } catch (error) {
    const { cause } = error as Error;
    const isTooDeep = error instanceof RangeError || cause instanceof RangeError;
    throw new UnreadableDocumentError({ code: isTooDeep ? "file.nested_too_deep" : "office.damaged" });
  }
}

type Namespaces = Readonly<Record<string, string>>;

function rename(element: Element, outer: Namespaces): void {
  const own = Object.entries(element.attributes).filter(([name]) => /^xmlns(?::|$)/.test(name));
  const namespaces =
    own.length === 0
      ? outer
      : { ...outer, ...Object.fromEntries(own.map(([name, uri]) => [name.slice(6), uri ?? ""])) };
  element.name = known(element.name, namespaces, true);
  element.attributes = Object.fromEntries(
    Object.entries(element.attributes).map(([name, value]) => [known(name, namespaces, false), value]),
  );
  for (const child of element.children) if (child.type === "element") rename(child, namespaces);
}

/** A name without a prefix is in the default namespace if it is an element's, and in none if it is an attribute's. */
function known(name: string, namespaces: Namespaces, isElement: boolean): string {
  const colon = name.indexOf(":");
  if (colon < 0 && !isElement) return name;
  const prefix = PREFIXES[namespaces[name.slice(0, Math.max(colon, 0))] ?? ""];
  const local = name.slice(colon + 1);
  if (prefix) return `${prefix}:${local}`;
  // Another namespace, even if the file gives it one of our prefixes.
  return colon < 0 ? local : `_${name}`;
}
