import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { Element } from "xast";
import { openOffice } from "../ooxml/open-office.js";
import type { Relationship } from "../ooxml/relationships.js";
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
  readonly title: string | null;
}

/** @throws UnreadableDocumentError if it is not a Word document */
export async function readParts(bytes: Uint8Array): Promise<Parts> {
  const { main, relationships, part, title, ...office } = await openOffice(bytes, "word/document.xml", "w:document");
  if (!element(main, "w:body")) throw new UnreadableDocumentError({ code: "office.other_zip" });
  const story = async (kind: string): Promise<Story | null> => {
    const xml = await part(kind);
    const target = relationships.find((one) => one.kind === kind)?.target ?? "";
    return xml && { xml, links: linksIn(await office.relationshipsOf(target)) };
  };
  return {
    document: { xml: main, links: linksIn(relationships) },
    footnotes: await story("footnotes"),
    endnotes: await story("endnotes"),
    styles: await part("styles"),
    numbering: await part("numbering"),
    comments: await part("comments"),
    title,
  };
}

function linksIn(relationships: readonly Relationship[]): Map<string, string> {
  const links = relationships.filter(({ kind, isExternal }) => kind === "hyperlink" && isExternal);
  return new Map(links.map(({ id, target }) => [id, target]));
}
