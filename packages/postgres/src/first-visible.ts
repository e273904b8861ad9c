import type { ReaderFilter } from "@retrieval/core";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * The condition on `documents` that keeps the first ones, in code-point order of document_id, for each element of what
 * the reader compiles to: the page is among them, and each is found in an index. It only shortens the way; whether the
 * reader may see a document is still for `maySee` to say.
 */
export function amongFirstVisible(
  { unrestricted, principals }: ReaderFilter,
  { limit, after }: { readonly limit: number; readonly after?: string },
): RawBuilder<SqlBool> {
  if (unrestricted) return sql<SqlBool>`true`;
  const later = after === undefined ? sql<SqlBool>`true` : sql<SqlBool>`document_id > ${after}`;
  return sql<SqlBool>`document_id = ANY (ARRAY(
    SELECT first.document_id FROM unnest(${[...principals]}::text[]) AS mine (principal), LATERAL (
      SELECT document_id FROM document_audience
      WHERE document_audience.principal = mine.principal AND ${later}
      ORDER BY document_id LIMIT ${limit}
    ) AS first
  ))`;
}
