import { fittingRows, type Refusal, refuse } from "@retrieval/core";
import Type from "typebox";

/** DESIGN, "Endpoints beyond the spec": lists are paged by limit and an opaque cursor. */
export const PAGE = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ maxLength: 2048 })),
};

/**
 * A page as it is answered: one more row than asked for was read, to know whether another page follows. Where rows are
 * long the page has fewer.
 */
export function pageOf<T>(rows: readonly T[], limit: number, keyOf: (row: T) => string) {
  const page = rows.slice(0, Math.min(limit, fittingRows(rows)));
  const last = page.at(-1);
  return { page, next_cursor: rows.length > page.length && last !== undefined ? writeCursor(keyOf(last)) : null };
}

export function writeCursor(key: string): string {
  return Buffer.from(`1:${key}`, "utf8").toString("base64url");
}

/** @returns the key of the last row seen, undefined for the first page */
export function readCursor(cursor: string | undefined): { readonly after?: string } | Refusal {
  if (cursor === undefined) return {};
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  if (!text.startsWith("1:") || writeCursor(text.slice(2)) !== cursor || text.includes("\0")) {
    return refuse("INVALID_REQUEST", "cursor is not one that this list gave out; begin again without it.");
  }
  return { after: text.slice(2) };
}
