import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { Element } from "xast";
import { openPackage } from "../ooxml/open-package.js";
import { parseXml } from "../ooxml/parse-xml.js";
import { relationshipsOf } from "../ooxml/relationships.js";
import { chooseAlternative, element, elements } from "../ooxml/xml.js";

export interface Slide {
  /** Counted from 1, with hidden ones. */
  readonly number: number;
  readonly isHidden: boolean;
  readonly shapes: Element | undefined;
  readonly notes: Element | undefined;
}

/** @throws UnreadableDocumentError if it is not a PowerPoint presentation */
export async function readPresentation(bytes: Uint8Array): Promise<{ slides: Slide[]; properties: Element | null }> {
  const pack = await openPackage(bytes);
  const read = async (name: string | undefined) =>
    name !== undefined && pack.has(name) ? chooseAlternatives(parseXml(await pack.read(name))) : null;
  const outer = await relationshipsOf(pack, "");
  const main = outer.find(({ kind }) => kind === "officeDocument")?.target ?? "ppt/presentation.xml";
  const xml = await read(main);
  if (xml?.name !== "p:presentation") throw new UnreadableDocumentError({ code: "office.other_zip" });
  const inner = await relationshipsOf(pack, main);
  const slides: Slide[] = [];
  for (const { attributes } of elements(element(xml, "p:sldIdLst"), "p:sldId")) {
    const target = inner.find(({ id }) => id === attributes["r:id"])?.target ?? "";
    const slide = await read(target);
    if (slide?.name !== "p:sld") throw new UnreadableDocumentError({ code: "office.damaged" });
    const notes = (await relationshipsOf(pack, target)).find(({ kind }) => kind === "notesSlide");
    slides.push({
      number: slides.length + 1,
      isHidden: /^(?:0|false)$/.test(slide.attributes.show ?? ""),
      shapes: element(slide, "p:cSld", "p:spTree"),
      notes: element((await read(notes?.target)) ?? undefined, "p:cSld", "p:spTree"),
    });
  }
  return { slides, properties: await read(outer.find(({ kind }) => kind === "core-properties")?.target) };
}

/** The element with one of the alternatives for newer and older programs in the place of both. */
function chooseAlternatives(parent: Element): Element {
  const children = parent.children.flatMap((child) => {
    if (child.type !== "element") return [child];
    if (child.name !== "mc:AlternateContent") return [chooseAlternatives(child)];
    const chosen = chooseAlternative(child, "a:t");
    return chosen ? chooseAlternatives(chosen).children : [];
  });
  return { ...parent, children };
}
