import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { Element } from "xast";
import { openOffice } from "../ooxml/open-office.js";
import { element, elements, textOf } from "../ooxml/xml.js";
import { builtInFormat } from "./number-text.js";

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly xml: Element;
  /** Comments, and drawings with pictures, charts and text boxes. */
  readonly hasObjects: boolean;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Texts that cells refer to by number. */
  readonly strings: readonly string[];
  /** The number format of each cell style. */
  readonly formats: readonly string[];
  /** Days count from 1904, as Excel for Macintosh did. */
  readonly is1904: boolean;
  readonly title: string | null;
}

/** @throws UnreadableDocumentError if it is not an Excel workbook */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const office = await openOffice(bytes, "xl/workbook.xml", "x:workbook");
  const { main, relationships, part, title } = office;
  const sheets: Sheet[] = [];
  for (const { attributes } of elements(element(main, "x:sheets"), "x:sheet")) {
    const { kind, target = "" } = relationships.find(({ id }) => id === attributes["r:id"]) ?? {};
    // A sheet that is one chart has no cells.
    const isSheet = kind === "worksheet";
    const isHidden = (attributes.state ?? "visible") !== "visible";
    const sheet = isSheet && !isHidden ? await office.read(target) : null;
    if (isSheet && !isHidden && sheet?.name !== "x:worksheet") {
      throw new UnreadableDocumentError({ code: "office.damaged" });
    }
    const objects =
      sheet && (await office.relationshipsOf(target)).some(({ kind }) => /^(?:drawing|comments)$/.test(kind));
    sheets.push({
      name: attributes.name ?? "",
      isHidden,
      xml: sheet ?? { type: "element", name: "x:worksheet", attributes: {}, children: [] },
      hasObjects: objects ?? !isSheet,
    });
  }
  return {
    sheets,
    strings: elements((await part("sharedStrings")) ?? undefined, "x:si").map(richText),
    formats: formatsIn((await part("styles")) ?? undefined),
    is1904: /^(?:1|true)$/.test(element(main, "x:workbookPr")?.attributes.date1904 ?? ""),
    title,
  };
}

/** Text with runs, without the readings of Japanese words (`rPh`). */
export function richText(item: Element): string {
  const texts = elements(item, "x:t", "x:r").flatMap((one) => (one.name === "x:t" ? [one] : elements(one, "x:t")));
  // ECMA-376 Part 1, 22.9.2.19: characters that XML does not allow.
  return texts
    .map(textOf)
    .join("")
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function formatsIn(styles: Element | undefined): string[] {
  const own = new Map(
    elements(element(styles, "x:numFmts"), "x:numFmt").map(({ attributes }) => [
      Number(attributes.numFmtId),
      attributes.formatCode ?? "",
    ]),
  );
  return elements(element(styles, "x:cellXfs"), "x:xf").map(({ attributes }) => {
    const id = Number(attributes.numFmtId ?? 0);
    return own.get(id) ?? builtInFormat(id);
  });
}
