import {
  type FieldIn,
  REQUIRED_FIELDS,
  type RequiredField,
  USER_FIELDS,
  USER_FILE_FIELDS,
} from "@retrieval/core/limits";
import type { UserColumns, UserFile } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";

type UserField = FieldIn<"file">;

/** The usual headers of a column in portals and spreadsheets, in the form of {@link headerKey}. */
const usualHeaders = (field: UserField): readonly string[] => [
  USER_FIELDS[field].japanese,
  ...USER_FIELDS[field].headers,
];

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
  readonly places: Readonly<Partial<Record<UserField, number>>> & Readonly<Record<RequiredField, number>>;
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
    return {
      code: "columns.not_found",
      fields: REQUIRED_FIELDS.filter((field) => places[field] === undefined),
      encoding,
    };
  }
  const namedByHeader = USER_FILE_FIELDS.some((field) => columns[field] !== undefined && !isPlace(columns[field]));
  const hasUsualHeader = USER_FILE_FIELDS.some((field) => keys.some((key) => usualHeaders(field).includes(key)));
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
  const wanted = named === undefined ? usualHeaders(field) : [headerKey(named)];
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
