import { type Files, outerFiles, relationships, zipOf } from "./ooxml-writer.js";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const NAMESPACES = `xmlns:w="${W}" xmlns:r="${R}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:v="urn:schemas-microsoft-com:vml"`;

/** The parts of a Word document, each the XML inside its root element. */
export interface DocxParts {
  readonly body: string;
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  readonly endnotes?: string;
  readonly comments?: string;
  /** dc:title */
  readonly title?: string;
  /** Relationships of the main part, beside those of the parts. */
  readonly links?: string;
  /** More files, or others in place of the ones written here; null removes one. */
  readonly files?: Files;
}

const ROOTS = {
  styles: "styles",
  numbering: "numbering",
  footnotes: "footnotes",
  endnotes: "endnotes",
  comments: "comments",
} as const;

export function docxOf(parts: DocxParts): Promise<Uint8Array> {
  const names = Object.keys(ROOTS) as (keyof typeof ROOTS)[];
  const given = names.filter((name) => parts[name] !== undefined);
  return zipOf({
    ...outerFiles("word/document.xml", parts.title),
    "word/document.xml": `<w:document ${NAMESPACES}><w:body>${parts.body}</w:body></w:document>`,
    "word/_rels/document.xml.rels": relationships(
      given.map((name) => [name, `${name}.xml`]),
      parts.links,
    ),
    ...Object.fromEntries(
      given.map((name) => [`word/${name}.xml`, `<w:${ROOTS[name]} ${NAMESPACES}>${parts[name]}</w:${ROOTS[name]}>`]),
    ),
    ...parts.files,
  });
}

export const hyperlink = (id: string, target: string) =>
  `<Relationship Id="${id}" Type="${R}/hyperlink" Target="${target}" TargetMode="External"/>`;

export const t = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`;
export const r = (text: string, properties = "") => `<w:r><w:rPr>${properties}</w:rPr>${t(text)}</w:r>`;
/** A paragraph of runs, or of one run with a text. */
export const p = (content: string, properties = "") =>
  `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith("<") || content === "" ? content : r(content)}</w:p>`;
export const style = (id: string) => `<w:pStyle w:val="${id}"/>`;
export const numbered = (numId: number, level = 0) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`;

export const tbl = (...rows: string[]) => `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join("")}</w:tbl>`;
export const tr = (cells: readonly string[], properties = "") =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells.join("")}</w:tr>`;
export const tc = (content: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(content)}</w:tc>`;

export const headingStyles = [1, 2, 3]
  .map(
    (n) =>
      `<w:style w:type="paragraph" w:styleId="H${n}"><w:name w:val="heading ${n}"/><w:pPr><w:outlineLvl w:val="${n - 1}"/></w:pPr></w:style>`,
  )
  .join("");

/** One level of a list: its number format, its text, and other properties. */
export type LevelXml = readonly [format: string, text: string, more?: string];

export function abstractNum(id: number, levels: readonly LevelXml[], more = ""): string {
  const xml = levels.map(
    ([format, text, rest = ""], i) =>
      `<w:lvl w:ilvl="${i}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${rest}<w:lvlText w:val="${text}"/></w:lvl>`,
  );
  return `<w:abstractNum w:abstractNumId="${id}">${more}${xml.join("")}</w:abstractNum>`;
}

export const num = (id: number, abstractId: number, overrides = "") =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstractId}"/>${overrides}</w:num>`;
