import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { Element } from "xast";
import { openOffice } from "../ooxml/open-office.js";
import { chooseAlternative, element, elements } from "../ooxml/xml.js";

export interface Slide {
  /** Counted from 1, with hidden ones. */
  readonly number: number;
  readonly isHidden: boolean;
  readonly shapes: Element | undefined;
  readonly notes: Element | undefined;
}

/** @throws UnreadableDocumentError if it is not a PowerPoint presentation */
export async function readPresentation(bytes: Uint8Array): Promise<{ slides: Slide[]; title: string | null }> {
  const { main, relationships, title, ...office } = await openOffice(bytes, "ppt/presentation.xml", "p:presentation");
  const read = async (name: string | undefined) => {
    const xml = await office.read(name);
    return xml && chooseAlternatives(xml);
  };
  const slides: Slide[] = [];
  for (const { attributes } of elements(element(main, "p:sldIdLst"), "p:sldId")) {
    const target = relationships.find(({ id }) => id === attributes["r:id"])?.target ?? "";
    const slide = await read(target);
    if (slide?.name !== "p:sld") throw new UnreadableDocumentError({ code: "office.damaged" });
    const notes = (await office.relationshipsOf(target)).find(({ kind }) => kind === "notesSlide");
    slides.push({
      number: slides.length + 1,
      isHidden: /^(?:0|false)$/.test(slide.attributes.show ?? ""),
      shapes: element(slide, "p:cSld", "p:spTree"),
      notes: element((await read(notes?.target)) ?? undefined, "p:cSld", "p:spTree"),
    });
  }
  return { slides, title };
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
