import type { ReaderFilter } from "@retrieval/core";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * The condition on `documents` that keeps the first ones, in code-point order of document_id, for each element of what
 * the reader compiles to: the page is among them, and each is found in an index. It only shortens the way; whether the
 * reader may see a document is still for `maySee` to say.
 *
 * PostgreSQL plans a prepared statement anew at each use as long as knowing the parameters seems to pay. So it is told
 * as much without them: `first` stands in the text, where a parameter would be taken for a tenth of the table, and what
 * differs from page to page is behind a SELECT, which is not looked into.
 *
 * @param first how many for each, at least as many as the page has; for each number there is another statement
 */
export function amongFirstVisible(
  { unrestricted, principals }: ReaderFilter,
  { first, after }: { readonly first: number; readonly after?: string },
): RawBuilder<SqlBool> {
  if (unrestricted) return sql<SqlBool>`true`;
  const later = after === undefined ? sql<SqlBool>`true` : sql<SqlBool>`document_id > (SELECT ${after}::text)`;
  return sql<SqlBool>`document_id = ANY (ARRAY(
    SELECT first.document_id FROM unnest((SELECT ${[...principals]}::text[])) AS mine (principal), LATERAL (
      SELECT document_id FROM document_audience
      WHERE document_audience.principal = mine.principal AND ${later}
      ORDER BY document_id LIMIT ${sql.lit(first)}
    ) AS first
  ))`;
}
