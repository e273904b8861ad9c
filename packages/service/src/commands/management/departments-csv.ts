import { DEPARTMENTS_MAX } from "@retrieval/core/limits";
import type { Problem } from "@retrieval/core/problems";
import { type Department, type DepartmentProblem, departmentProblems } from "@retrieval/core/users";
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
  /** Sent only if no line is refused. */
  readonly departments: readonly Department[];
  /** Every line that is not a valid department, with its problems. */
  readonly refused: readonly { readonly line: number; readonly problems: readonly Problem[] }[];
}

/**
 * Reads the department master from a CSV with the columns 部署コード and 部署名; or returns the problem if nothing can be read.
 */
export function readDepartmentsCsv(bytes: Uint8Array): DepartmentsFile | Problem {
  const file = readCsv(bytes, "departments");
  if ("code" in file) return file;
  const [header, ...lines] = file.lines;
  const places = { code: placeOf("code", header), name: placeOf("name", header) };
  if (header === undefined || places.code < 0 || places.name < 0) {
    return { code: "departments.columns_not_found", encoding: file.encoding };
  }
  if (lines.length > DEPARTMENTS_MAX) {
    return { code: "field.too_many_entries", field: "departments", max: DEPARTMENTS_MAX };
  }

  const found = new Map<number, Problem[]>();
  const rows: Row[] = [];
  for (const { line, cells } of lines) {
    if (cells.length === header.cells.length) {
      rows.push({ line, code: cells[places.code] ?? null, name: cells[places.name] ?? null });
    } else {
      found.set(line, [{ code: "line.other_width", cells: cells.length, first_line_cells: header.cells.length }]);
    }
  }
  // An unreadable cell is judged as empty, so that one run finds the problems of the other cells too.
  const departments = rows.map(({ code, name }) => ({ code: code ?? "", name: name ?? "" }));
  for (const wrong of departmentProblems(departments, (index) => (rows[index] as Row).line)) {
    const row = rows[wrong.index] as Row;
    found.set(row.line, [...(found.get(row.line) ?? []), problemWith(wrong, row)]);
  }
  const refused = [...found].sort(([a], [b]) => a - b).map(([line, problems]) => ({ line, problems }));
  return { encoding: file.encoding, departments, refused };
}

/** The cells of a line; null: the quotes are broken. */
type Row = { readonly line: number } & Readonly<Record<"code" | "name", string | null>>;

function problemWith({ field, problem }: DepartmentProblem, row: Row): Problem {
  if (field === null) return problem;
  if (row[field] === null) return { code: "department.broken_quotes", field };
  return row[field] === "" ? { code: "department.empty_cell", field } : problem;
}

function placeOf(field: keyof typeof HEADERS, header: CsvLine | undefined): number {
  const known: readonly string[] = HEADERS[field];
  return header?.cells.findIndex((cell) => cell !== null && known.includes(keyOf(cell))) ?? -1;
}

/** Headers are compared without width, case, spaces and underscores. */
function keyOf(header: string): string {
  return header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]/g, "");
}
