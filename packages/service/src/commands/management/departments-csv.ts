import { DEPARTMENTS_MAX, type Department, type DepartmentFault, departmentFaults } from "@retrieval/core";
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

const NEEDED = "A column 部署コード (or code) and a column 部署名 (or name) are needed.";

export interface DepartmentsFile {
  readonly encoding: string;
  /** To be sent only if no line is refused. */
  readonly departments: readonly Department[];
  /** Every line that is no department, with all that is wrong with it. */
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
}

/** Reads the department master from a CSV with the columns 部署コード and 部署名; or says why nothing can be read. */
export function readDepartmentsCsv(bytes: Uint8Array): DepartmentsFile | string {
  const file = readCsv(bytes, NEEDED);
  if (typeof file === "string") return file;
  const [header, ...lines] = file.lines;
  const places = { code: placeOf("code", header), name: placeOf("name", header) };
  if (header === undefined || places.code < 0 || places.name < 0) {
    return `The first line must head one column as 部署コード (or code) and one as 部署名 (or name). The file was read as ${file.encoding}.`;
  }
  if (lines.length > DEPARTMENTS_MAX) {
    return `The file holds ${lines.length} departments; at most ${DEPARTMENTS_MAX} are taken.`;
  }

  const reasons = new Map<number, string[]>();
  const rows: Row[] = [];
  for (const { line, cells } of lines) {
    if (cells.length === header.cells.length) {
      rows.push({ line, code: cells[places.code] ?? null, name: cells[places.name] ?? null });
    } else reasons.set(line, [`the line has ${cells.length} cells where the first line has ${header.cells.length}`]);
  }
  // What cannot be read is judged as empty, so that one run finds the faults of the other cells too.
  const departments = rows.map(({ code, name }) => ({ code: code ?? "", name: name ?? "" }));
  for (const fault of departmentFaults(departments, (index) => `line ${rows[index]?.line}`)) {
    const row = rows[fault.index] as Row;
    reasons.set(row.line, [...(reasons.get(row.line) ?? []), reasonOf(fault, row)]);
  }
  const refused = [...reasons].sort(([a], [b]) => a - b).map(([line, all]) => ({ line, reason: all.join("; ") }));
  return { encoding: file.encoding, departments, refused };
}

/** The cells of a line; null where the quotes are broken. */
type Row = { readonly line: number } & Readonly<Record<"code" | "name", string | null>>;

function reasonOf({ field, problem }: DepartmentFault, row: Row): string {
  if (field === null) return problem;
  if (row[field] === null) {
    return `the quotes of the department ${field} are broken; inside quotes, a quote is written twice`;
  }
  return row[field] === "" ? `the department ${field} is empty` : `${field} ${problem}`;
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
