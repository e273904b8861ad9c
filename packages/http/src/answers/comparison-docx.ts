import {
  type ComparisonView,
  type ComparisonWords,
  comparedSide,
  comparedVersions,
  comparisonCounts,
  type RunView,
  type ShownBlock,
} from "@retrieval/api";
import { zipOf } from "./zip.js";

/** In twentieths of a point: A4 across with margins of 2 cm, and two columns between them. */
const PAGE = { width: 16_838, height: 11_906, margin: 1_134 };
const COLUMN = (PAGE.width - 2 * PAGE.margin) / 2;
const CELL_MARGIN = 110;
const INDENT = 280;
/** How many rows are written without a pause. */
const ROWS = 20;

/**
 * The comparison as a Word file (ECMA-376): a table of two columns on A4, in black, with what changed underlined. The
 * library docx is not used: its newest version needs Node 22, and its types cannot be read by an ES module.
 *
 * @param pause lets other work go on
 */
export async function comparisonDocx(
  comparison: ComparisonView,
  words: ComparisonWords,
  pause: () => Promise<void>,
): Promise<Buffer> {
  const { note } = comparison.to;
  const title = `${comparison.to.title}　${words.title}`;
  const counts = comparisonCounts(comparison.articles, words);
  const heads = comparedVersions(comparison, words).map(({ name, when }) =>
    cell(paragraph(run(name, BOLD) + (when === "" ? "" : run(`　${when}`)), CENTERED), COLUMN),
  );
  const width = COLUMN - 2 * CELL_MARGIN;
  const rows: string[] = [];
  for (const article of comparison.articles) {
    const sides = (["before", "after"] as const).map((side) => contentOf(comparedSide(article, side, words), width));
    rows.push(row(sides.map((side) => cell(side, COLUMN))));
    if (rows.length % ROWS === 0) await pause();
  }
  const body = [
    paragraph(run(title, `${BOLD}<w:sz w:val="28"/>`), `<w:spacing w:after="200"/>${CENTERED}`),
    ...(note === null ? [] : [paragraph(run(words.reason(note)), SPACED)]),
    paragraph(run(counts.length === 0 ? words.same : counts.join("　")), SPACED),
    table([row(heads, "<w:tblHeader/>"), ...rows], [COLUMN, COLUMN]),
    paragraph(""),
    `<w:sectPr><w:footerReference w:type="default" r:id="footer"/><w:pgSz w:w="${PAGE.width}" w:h="${PAGE.height}" w:orient="landscape"/>` +
      `<w:pgMar ${["top", "right", "bottom", "left"].map((side) => `w:${side}="${PAGE.margin}"`).join(" ")} w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>`,
  ];
  return zipOf({
    "[Content_Types].xml": CONTENT_TYPES,
    "_rels/.rels": relationships([["document", "officeDocument", "word/document.xml"]]),
    "word/document.xml": part("document", `<w:body>${body.join("")}</w:body>`),
    "word/_rels/document.xml.rels": relationships([
      ["styles", "styles", "styles.xml"],
      ["footer", "footer", "footer.xml"],
    ]),
    "word/styles.xml": part("styles", stylesOf(words)),
    "word/footer.xml": part(
      "ftr",
      paragraph('<w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple>', CENTERED),
    ),
  });
}

const BOLD = "<w:b/>";
const CENTERED = '<w:jc w:val="center"/>';
const SPACED = '<w:spacing w:after="120"/>';

function contentOf(blocks: readonly ShownBlock[], width: number): string {
  const shown = blocks.map((block) =>
    block.kind === "table"
      ? tableOf(block.rows, width)
      : paragraph(runs(block.runs, block.kind === "heading" ? BOLD : ""), `<w:ind w:left="${block.depth * INDENT}"/>`),
  );
  // A cell ends with a paragraph (ECMA-376 part 1, §17.4.65).
  return shown.join("") + (blocks.at(-1)?.kind === "table" ? paragraph("") : "");
}

type ShownRows = Extract<ShownBlock, { kind: "table" }>["rows"];

function tableOf(rows: ShownRows, width: number): string {
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 1);
  const column = Math.floor(width / columns);
  const shown = rows.map(({ cells, isHead, note }) => {
    if (note) return row([cell(paragraph(runs(cells[0] ?? [])), column * columns, columns)]);
    return row(
      Array.from({ length: columns }, (_, i) => cell(paragraph(runs(cells[i] ?? [], isHead ? BOLD : "")), column)),
    );
  });
  return table(shown, new Array<number>(columns).fill(column));
}

const run = (text: string, properties = "") =>
  `<w:r><w:rPr>${properties}</w:rPr>${readable(text)
    .split("\n")
    .map((line) => `<w:t xml:space="preserve">${line}</w:t>`)
    .join("<w:br/>")}</w:r>`;
const runs = (of: readonly RunView[], properties = "") =>
  of.map(({ text, changed }) => run(text, properties + (changed ? '<w:u w:val="single"/>' : ""))).join("");
const paragraph = (content: string, properties = "") => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const cell = (content: string, width: number, columns = 1) =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : ""}</w:tcPr>${content}</w:tc>`;
const row = (cells: readonly string[], properties = "") =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells.join("")}</w:tr>`;

function table(rows: readonly string[], columns: readonly number[]): string {
  const borders = ["top", "left", "bottom", "right", "insideH", "insideV"].map(
    (side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`,
  );
  const margins = [
    ["top", 40],
    ["left", CELL_MARGIN],
    ["bottom", 40],
    ["right", CELL_MARGIN],
  ].map(([side, size]) => `<w:${side} w:w="${size}" w:type="dxa"/>`);
  const width = columns.reduce((sum, each) => sum + each, 0);
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${width}" w:type="dxa"/><w:tblBorders>${borders.join("")}</w:tblBorders>` +
    `<w:tblLayout w:type="fixed"/><w:tblCellMar>${margins.join("")}</w:tblCellMar></w:tblPr>` +
    `<w:tblGrid>${columns.map((each) => `<w:gridCol w:w="${each}"/>`).join("")}</w:tblGrid>${rows.join("")}</w:tbl>`
  );
}

function stylesOf({ language }: ComparisonWords): string {
  const fonts =
    language === "ja"
      ? 'w:ascii="Century" w:hAnsi="Century" w:eastAsia="ＭＳ 明朝"'
      : 'w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="ＭＳ 明朝"';
  const lang = `<w:lang w:val="${language === "ja" ? "ja-JP" : "en-GB"}" w:eastAsia="ja-JP"/>`;
  return `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts ${fonts}/><w:sz w:val="21"/>${lang}</w:rPr></w:rPrDefault></w:docDefaults>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const part = (root: string, content: string) =>
  `${HEAD}<w:${root} xmlns:w="${W}" xmlns:r="${R}">${content}</w:${root}>`;

const relationships = (of: readonly (readonly [id: string, type: string, target: string])[]) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${of
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${[
  ["document", "document.main"],
  ["styles", "styles"],
  ["footer", "footer"],
]
  .map(
    ([name, type]) =>
      `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`,
  )
  .join("")}</Types>`;

const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text of XML, without what XML 1.0 §2.2 forbids: Word would refuse the file. */
const readable = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (sign) => (/[\t\n]/.test(sign) ? sign : ""))
    .replace(/[&<>"]/g, (sign) => ESCAPED[sign] as string);
