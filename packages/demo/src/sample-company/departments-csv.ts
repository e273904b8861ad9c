import { sampleDepartments } from "./departments.js";

/**
 * The department master as a portal would export it: UTF-8 with a BOM, because a spreadsheet needs it to open a UTF-8
 * file correctly, and CRLF.
 */
export function departmentsCsv(): Buffer {
  const rows = [["部署コード", "部署名"], ...sampleDepartments.map(({ code, name }) => [code, name])];
  return Buffer.from(`\uFEFF${rows.map((row) => `${row.join(",")}\r\n`).join("")}`, "utf8");
}
