import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { Element } from "xast";
import { openPackage } from "../ooxml/open-package.js";
import { parseXml } from "../ooxml/parse-xml.js";
import { type Relationship, relationshipsOf } from "../ooxml/relationships.js";
import { element } from "../ooxml/xml.js";

/** A part of the text, with the addresses of its hyperlinks. */
export interface Story {
  readonly xml: Element;
  readonly links: ReadonlyMap<string, string>;
}

/** The parts of a Word document that are read; headers, footers, comments and media are not. */
export interface Parts {
  readonly document: Story;
  readonly footnotes: Story | null;
  readonly endnotes: Story | null;
  readonly styles: Element | null;
  readonly numbering: Element | null;
  readonly comments: Element | null;
  readonly properties: Element | null;
}

/** @throws UnreadableDocumentError if it is not a Word document */
export async function readParts(bytes: Uint8Array): Promise<Parts> {
  const pack = await openPackage(bytes);
  const outer = await relationshipsOf(pack, "");
  const main = outer.find(({ kind }) => kind === "officeDocument")?.target ?? "word/document.xml";
  const inner = await relationshipsOf(pack, main);
  const part = async (relationships: readonly Relationship[], kind: string): Promise<Element | null> => {
    const target = relationships.find((one) => one.kind === kind)?.target;
    return target !== undefined && pack.has(target) ? parseXml(await pack.read(target)) : null;
  };
  const story = async (kind: string): Promise<Story | null> => {
    const xml = await part(inner, kind);
    const target = inner.find((one) => one.kind === kind)?.target ?? "";
    return xml && { xml, links: linksIn(await relationshipsOf(pack, target)) };
  };
  const xml = pack.has(main) ? parseXml(await pack.read(main)) : null;
  if (xml?.name !== "w:document" || !element(xml, "w:body")) {
    throw new UnreadableDocumentError({ code: "office.other_zip" });
  }
  return {
    document: { xml, links: linksIn(inner) },
    footnotes: await story("footnotes"),
    endnotes: await story("endnotes"),
    styles: await part(inner, "styles"),
    numbering: await part(inner, "numbering"),
    comments: await part(inner, "comments"),
    properties: await part(outer, "core-properties"),
  };
}

function linksIn(relationships: readonly Relationship[]): Map<string, string> {
  const links = relationships.filter(({ kind, isExternal }) => kind === "hyperlink" && isExternal);
  return new Map(links.map(({ id, target }) => [id, target]));
}
