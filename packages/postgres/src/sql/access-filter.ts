import type { ReaderFilter } from "@retrieval/core";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * The condition on `documents` that keeps those that a reader may see: the one place where the access rule (SPEC 5.7)
 * meets SQL. It belongs inside the query, before any LIMIT or count, never after it.
 *
 * A statement that uses it to filter many rows must stay unnamed, as Kysely sends it: under a generic plan PostgreSQL
 * guesses that `&&` matches 1 % of the documents for every reader. It may be `prepared` only where the rows are also
 * named by their keys, so that there is no plan to choose.
 */
export function maySee(reader: ReaderFilter): RawBuilder<SqlBool> {
  if (reader.unrestricted) return sql<SqlBool>`true`;
  return sql<SqlBool>`documents.audience && ${[...reader.principals]}::text[]`;
}
