import type { ReaderFilter } from "@retrieval/core";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * The condition on `documents` that keeps those that a reader may see: the one place where the access rule (SPEC 5.7)
 * meets SQL, here and in {@link visibleEntries}. It belongs inside the query, before any LIMIT or count, never after
 * it.
 *
 * A statement that uses it to filter many rows must stay unnamed, as Kysely sends it: under a generic plan PostgreSQL
 * guesses that `&&` matches 1 % of the documents for every reader. It may be `prepared` only where the rows are also
 * named by their keys, so that there is no plan to choose.
 */
export function maySee(reader: ReaderFilter): RawBuilder<SqlBool> {
  if (reader.unrestricted) return sql<SqlBool>`true`;
  return sql<SqlBool>`documents.audience && ${[...reader.principals]}::text[]`;
}

/**
 * The entries that a reader may find, for the FROM of a statement that begins with the query of {@link uncopied}: by
 * the copy of the audience on the entry, or by the document's row where it has no copies. The two cases do not overlap,
 * and each uses the one index that holds the terms too.
 */
export function visibleEntries(reader: ReaderFilter): RawBuilder<unknown> {
  if (reader.unrestricted) return sql`search_entries`;
  return sql`(
    SELECT * FROM search_entries
      WHERE audience && ${[...reader.principals]}::text[] AND document_id NOT IN (SELECT document_id FROM uncopied)
    UNION ALL
    SELECT * FROM search_entries WHERE ARRAY[document_id] && ARRAY(SELECT document_id FROM uncopied WHERE visible)
  ) AS search_entries`;
}

/**
 * A query for `WITH`: the documents without copies of their audience, and whether the reader may see them.
 *
 * They are few, and their audiences long: each is looked up in `document_audience` for each of the reader's principals.
 * The OFFSET keeps PostgreSQL from reading all documents that these principals see.
 */
export function uncopied({ principals }: ReaderFilter): RawBuilder<unknown> {
  return sql`uncopied AS MATERIALIZED (
    SELECT document_id, EXISTS (
      SELECT FROM document_audience AS named
      WHERE named.principal = ANY (${[...principals]}::text[]) AND named.document_id = documents.document_id OFFSET 0
    ) AS visible
    FROM documents WHERE NOT audience_copied
  )`;
}
