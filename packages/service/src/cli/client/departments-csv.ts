import type { Department } from "@retrieval/core";
import { type CsvLine, readCsv } from "@retrieval/portal";

const HEADERS = {
  code: ["部署コード", "部門コード", "所属コード", "組織コード", "コード", "code", "departmentcode", "deptcode"],
  name: [
    "部署名",
    "部門名",
    "所属名",
    "組織名",
    "部署",
    "部門",
    "所属",
    "name",
    "departmentname",
    "deptname",
    "department",
  ],
} as const;

export interface DepartmentsFile {
  readonly encoding: string;
  readonly departments: readonly (Department & { readonly line: number })[];
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
}

/** Reads the department master from a CSV with the columns 部署コード and 部署名; or says why nothing can be read. */
export function readDepartmentsCsv(bytes: Uint8Array): DepartmentsFile | string {
  const file = readCsv(bytes);
  if (typeof file === "string") return file;
  const [header, ...lines] = file.lines;
  const places = { code: placeOf("code", header), name: placeOf("name", header) };
  if (places.code < 0 || places.name < 0) {
    return `The first line must head one column as 部署コード (or code) and one as 部署名 (or name). The file was read as ${file.encoding}.`;
  }
  const departments: (Department & { line: number })[] = [];
  const refused: { line: number; reason: string }[] = [];
  for (const { line, cells } of lines) {
    const code = cells[places.code];
    const name = cells[places.name];
    if (cells.length !== header?.cells.length) {
      refused.push({
        line,
        reason: `the line has ${cells.length} cells where the first line has ${header?.cells.length}`,
      });
    } else if (!code) refused.push({ line, reason: "the department code is empty or its quotes are broken" });
    else if (!name) refused.push({ line, reason: "the department name is empty or its quotes are broken" });
    else departments.push({ code, name, line });
  }
  return { encoding: file.encoding, departments, refused };
}

function placeOf(field: keyof typeof HEADERS, header: CsvLine | undefined): number {
  const known: readonly string[] = HEADERS[field];
  return header?.cells.findIndex((cell) => cell !== null && known.includes(keyOf(cell))) ?? -1;
}

/** Headers meet whatever their width, case, spaces and underlines. */
function keyOf(header: string): string {
  return header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]/g, "");
}
