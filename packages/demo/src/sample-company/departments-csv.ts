import { sampleDepartments } from "./departments.js";

/**
 * The department master as a portal would hand it over: UTF-8 with a BOM, because that is what a spreadsheet needs in
 * order to open a UTF-8 file rightly, and CRLF.
 */
export function departmentsCsv(): Buffer {
  const rows = [["部署コード", "部署名"], ...sampleDepartments.map(({ code, name }) => [code, name])];
  return Buffer.from(`\uFEFF${rows.map((row) => `${row.join(",")}\r\n`).join("")}`, "utf8");
}
