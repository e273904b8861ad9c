import type { ReaderFilter } from "@retrieval/core";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * The condition on `documents` that keeps the first ones, in code-point order of document_id, for each of the reader's
 * principals: the page is among them, and an index finds each. It only makes the query faster; `maySee` still decides
 * whether the reader may see a document.
 *
 * PostgreSQL plans a prepared statement again at each use as long as knowing the parameters seems to pay. So the text
 * of the statement tells it as much: `first` is a literal, because a parameter would be estimated at a tenth of the
 * table, and parameters that differ from page to page are behind a SELECT, which the planner does not evaluate.
 *
 * @param first how many for each, at least as many as the page has; each number makes another statement
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
