import JSZip from "jszip";

const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The files of a package, by their paths. */
export type Files = Readonly<Record<string, string | Uint8Array | null>>;

/** A ZIP file of these; null leaves one out. */
export async function zipOf(files: Files): Promise<Uint8Array> {
  const zip = new JSZip();
  for (const [name, content] of Object.entries(files)) if (content !== null) zip.file(name, content);
  return zip.generateAsync({ type: "uint8array", compression: "DEFLATE" });
}

/** Relationships of kinds to targets, with the ids part0, part1 … */
export function relationships(kinds: readonly (readonly [kind: string, target: string])[], more = ""): string {
  const list = kinds.map(([kind, target], i) => `<Relationship Id="part${i}" Type="${R}/${kind}" Target="${target}"/>`);
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join("")}${more}</Relationships>`;
}

/** Every Office file: its main part, and the title in its properties. */
export function outerFiles(main: string, title = ""): Files {
  return {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relationships([
      ["officeDocument", main],
      ["core-properties", "/core.xml"],
    ]),
    "core.xml": `<c xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></c>`,
  };
}

const X = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${R}"`;

/** A sheet: its rows as XML, what comes before and after them, and an attribute of its entry. */
export interface SheetXml {
  readonly name: string;
  readonly rows: string;
  readonly before?: string;
  readonly after?: string;
  readonly state?: string;
}

export function xlsxOf(
  sheets: readonly SheetXml[],
  { strings = "", formats = [] as readonly string[], title = "", workbook = "", files = {} as Files } = {},
): Promise<Uint8Array> {
  const entries = sheets.map(
    ({ name, state = "visible" }, i) => `<sheet name="${name}" sheetId="${i}" r:id="part${i}" state="${state}"/>`,
  );
  const codes = formats.map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${code}"/>`);
  const xfs = formats.map((_, i) => `<xf numFmtId="${200 + i}"/>`);
  return zipOf({
    ...outerFiles("xl/workbook.xml", title),
    "xl/workbook.xml": `<workbook ${X}>${workbook}<sheets>${entries.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships([
      ...sheets.map((_, i) => ["worksheet", `s${i}.xml`] as const),
      ["sharedStrings", "strings.xml"],
      ["styles", "styles.xml"],
    ]),
    "xl/strings.xml": `<sst ${X}>${strings}</sst>`,
    "xl/styles.xml": `<styleSheet ${X}><numFmts>${codes.join("")}</numFmts><cellXfs><xf/>${xfs.join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, before = "", after = "" }, i) => [
        `xl/s${i}.xml`,
        `<worksheet ${X}>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...files,
  });
}

/** A row with texts and numbers, one cell beside the other; null is an empty cell. */
export function row(number: number, cells: readonly (string | number | null)[], more = ""): string {
  const xml = cells.map((cell, i) => {
    const at = `r="${String.fromCharCode(65 + i)}${number}"`;
    if (cell === null) return "";
    return typeof cell === "number"
      ? `<c ${at}><v>${cell}</v></c>`
      : `<c ${at} t="inlineStr"><is><t>${cell}</t></is></c>`;
  });
  return `<row r="${number}" ${more}>${xml.join("")}</row>`;
}

const P = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${R}"`;

/** A slide: its shapes as XML, those of its notes, and an attribute of the slide. */
export interface SlideXml {
  readonly shapes: string;
  readonly notes?: string;
  readonly more?: string;
}

export function pptxOf(slides: readonly SlideXml[], title = ""): Promise<Uint8Array> {
  const tree = (shapes: string) => `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`;
  return zipOf({
    ...outerFiles("ppt/presentation.xml", title),
    "ppt/presentation.xml": `<p:presentation ${P}><p:sldIdLst>${slides.map((_, i) => `<p:sldId r:id="part${i}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relationships(slides.map((_, i) => ["slide", `slides/s${i}.xml`])),
    ...Object.fromEntries(
      slides.flatMap(({ shapes, notes = "", more = "" }, i) => [
        [`ppt/slides/s${i}.xml`, `<p:sld ${P} ${more}>${tree(shapes)}</p:sld>`],
        [`ppt/slides/_rels/s${i}.xml.rels`, relationships([["notesSlide", `n${i}.xml`]])],
        [`ppt/slides/n${i}.xml`, `<p:notes ${P}>${tree(notes)}</p:notes>`],
      ]),
    ),
  });
}

/** A shape with paragraphs (text, or XML), as a placeholder or at a place in EMU. */
export function shape(paragraphs: readonly string[], { placeholder = "", x = 0, y = 0 } = {}): string {
  const kind = placeholder === "" ? "" : `<p:ph type="${placeholder}"/>`;
  const text = paragraphs.map((one) => (one.startsWith("<") ? one : `<a:p><a:r><a:t>${one}</a:t></a:r></a:p>`));
  return `<p:sp><p:nvSpPr><p:nvPr>${kind}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="${x}" y="${y}"/></a:xfrm></p:spPr><p:txBody>${text.join("")}</p:txBody></p:sp>`;
}
