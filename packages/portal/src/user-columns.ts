import { USER_FILE_FIELDS } from "@retrieval/core/limits";
import type { UserColumns, UserFile } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";

export type UserField = keyof UserColumns;

const REQUIRED = ["user_id", "display_name"] as const;

/** The usual headers of these columns in portals and spreadsheets, in the form of {@link headerKey}. */
const USUAL_HEADERS: Readonly<Record<UserField, readonly string[]>> = {
  user_id: [
    ...[
      "社員番号",
      "従業員番号",
      "職員番号",
      "社員コード",
      "従業員コード",
      "職員コード",
      "社員no",
      "従業員no",
      "職員no",
    ],
    ...["社員id", "従業員id", "職員id", "ユーザーid", "ユーザid", "userid"],
    ...["employeenumber", "employeeno", "employeeid", "employeecode", "staffnumber", "staffno", "staffid"],
  ],
  display_name: [
    ...[
      "氏名",
      "名前",
      "氏名漢字",
      "漢字氏名",
      "社員名",
      "社員氏名",
      "従業員名",
      "従業員氏名",
      "職員名",
      "職員氏名",
      "表示名",
    ],
    ...["name", "fullname", "displayname", "employeename", "staffname"],
  ],
  department: [
    ...["部署", "部署名", "所属", "所属名", "所属部署", "所属部署名", "部門", "部門名", "所属部門", "所属部門名"],
    ...["department", "departmentname", "dept", "deptname"],
  ],
  email: [
    ...["メール", "メールアドレス", "eメール", "eメールアドレス", "電子メール", "電子メールアドレス"],
    ...["email", "emailaddress", "mail", "mailaddress"],
  ],
};

/**
 * Headers match in any width and case, and with or without spaces, hyphens, underlines, dots and brackets: `Ｅ－ｍａｉｌ` is
 * `email`.
 */
function headerKey(header: string): string {
  return header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_.()[\]*:\p{Pd}]/gu, "");
}

export interface Layout {
  /** Whether the first line is a header, not a user. */
  readonly header: boolean;
  /** Index of the cell that holds a field; employee number and name are always there. */
  readonly places: Readonly<Partial<Record<UserField, number>>> & Readonly<Record<(typeof REQUIRED)[number], number>>;
}

/**
 * Finds the cell of each field. A column is named by its header or by its place from 1; without a name, the usual
 * headers apply. The first line is a header if a column is named by header, or if one of its cells is a usual header;
 * so a file without a header is read by naming employee number and name by place.
 *
 * @param encoding the encoding in which the file was read, for the problem
 * @returns the problem if a column is missing or could be two
 */
export function layoutOf(
  firstLine: readonly string[],
  columns: UserColumns,
  encoding: UserFile["encoding"],
): Layout | Problem {
  const keys = firstLine.map(headerKey);
  const places: Partial<Record<UserField, number>> = {};
  for (const field of USER_FILE_FIELDS) {
    const place = placeOf(field, columns[field], keys, encoding);
    if (typeof place === "object" && place !== null) return place;
    if (place !== null) places[field] = place;
  }
  const twice = USER_FILE_FIELDS.find((a) =>
    USER_FILE_FIELDS.some((b) => a !== b && places[a] !== undefined && places[a] === places[b]),
  );
  if (twice !== undefined) return { code: "columns.shared", place: (places[twice] ?? 0) + 1, encoding };
  const { user_id, display_name } = places;
  if (user_id === undefined || display_name === undefined) {
    return { code: "columns.not_found", fields: REQUIRED.filter((field) => places[field] === undefined), encoding };
  }
  const namedByHeader = USER_FILE_FIELDS.some((field) => columns[field] !== undefined && !isPlace(columns[field]));
  const hasUsualHeader = USER_FILE_FIELDS.some((field) => keys.some((key) => USUAL_HEADERS[field].includes(key)));
  return { header: namedByHeader || hasUsualHeader, places: { ...places, user_id, display_name } };
}

function placeOf(
  field: UserField,
  named: string | undefined,
  keys: readonly string[],
  encoding: string,
): number | null | Problem {
  if (isPlace(named)) {
    const place = Number(named);
    return place <= keys.length ? place - 1 : { code: "columns.beyond", field, place, cells: keys.length, encoding };
  }
  const wanted = named === undefined ? USUAL_HEADERS[field] : [headerKey(named)];
  const found = keys.flatMap((key, i) => (wanted.includes(key) ? [i] : []));
  if (found.length > 1) {
    return { code: "columns.ambiguous", field, places: found.map((i) => i + 1), encoding };
  }
  const [only] = found;
  if (only !== undefined) return only;
  return named === undefined ? null : { code: "columns.header_unknown", field, header: named.slice(0, 64), encoding };
}

function isPlace(named: string | undefined): boolean {
  return /^[1-9]\d{0,3}$/.test(named ?? "");
}
