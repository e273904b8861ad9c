import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { Element } from "xast";
import { openPackage } from "../ooxml/open-package.js";
import { parseXml } from "../ooxml/parse-xml.js";
import { relationshipsOf } from "../ooxml/relationships.js";
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
  readonly properties: Element | null;
}

/** @throws UnreadableDocumentError if it is not an Excel workbook */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const pack = await openPackage(bytes);
  const read = async (name: string | undefined) =>
    name !== undefined && pack.has(name) ? parseXml(await pack.read(name)) : null;
  const outer = await relationshipsOf(pack, "");
  const main = outer.find(({ kind }) => kind === "officeDocument")?.target ?? "xl/workbook.xml";
  const xml = await read(main);
  if (xml?.name !== "x:workbook") throw new UnreadableDocumentError({ code: "office.other_zip" });
  const inner = await relationshipsOf(pack, main);
  const part = (kind: string) => read(inner.find((one) => one.kind === kind)?.target);
  const sheets: Sheet[] = [];
  for (const { attributes } of elements(element(xml, "x:sheets"), "x:sheet")) {
    const { kind, target = "" } = inner.find(({ id }) => id === attributes["r:id"]) ?? {};
    // A sheet that is one chart has no cells.
    const isSheet = kind === "worksheet";
    const isHidden = (attributes.state ?? "visible") !== "visible";
    const sheet = isSheet && !isHidden ? await read(target) : null;
    if (isSheet && !isHidden && sheet?.name !== "x:worksheet") {
      throw new UnreadableDocumentError({ code: "office.damaged" });
    }
    const objects =
      sheet && (await relationshipsOf(pack, target)).some(({ kind }) => /^(?:drawing|comments)$/.test(kind));
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
    is1904: /^(?:1|true)$/.test(element(xml, "x:workbookPr")?.attributes.date1904 ?? ""),
    properties: await read(outer.find(({ kind }) => kind === "core-properties")?.target),
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
