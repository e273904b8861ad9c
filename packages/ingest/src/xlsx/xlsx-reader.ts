import type { Heading, RootContent } from "mdast";
import type { ReadContent } from "../read-content.js";
import { readTextTree } from "../read-tree.js";
import { readCells } from "./cells.js";
import { sheetBlocks } from "./sheet-blocks.js";
import { readWorkbook } from "./workbook.js";

/** Reads Excel workbooks: each visible sheet is a section of tables, with values as Excel shows them. */
export const readXlsx: ReadContent = async (bytes, warnings) => {
  const workbook = await readWorkbook(bytes);
  const hidden = { sheets: 0, rows: 0, columns: 0 };
  let children: RootContent[] = [];
  for (const sheet of workbook.sheets) {
    const cells = readCells(sheet, workbook);
    hidden.sheets += sheet.isHidden ? 1 : 0;
    hidden.rows += cells.hiddenRows;
    hidden.columns += cells.hiddenColumns;
    const blocks = sheetBlocks(cells);
    // Level 2, because a single heading of level 1 would be the title of the document.
    const heading: Heading = { type: "heading", depth: 2, children: [{ type: "text", value: sheet.name }] };
    if (blocks.length > 0) children = children.concat(heading, blocks);
  }
  if (hidden.sheets + hidden.rows + hidden.columns > 0) warnings.add({ code: "xlsx.hidden_left_out", ...hidden });
  const sheets = workbook.sheets.filter(({ hasObjects }) => hasObjects).map(({ name }) => name);
  if (sheets.length > 0) warnings.add({ code: "xlsx.objects_left_out", sheets });
  const { tree, title } = readTextTree({ type: "root", children }, warnings);
  return { tree, title: title ?? workbook.title };
};
