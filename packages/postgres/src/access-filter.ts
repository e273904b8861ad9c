import type { ReaderFilter } from "@retrieval/core";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * The condition on `documents`, or on a table that holds a copy of their audience, that keeps what a reader may see: the
 * one place where the access rule (SPEC 5.7) meets SQL. It belongs inside the query, before any LIMIT or count, never
 * after it.
 *
 * Kysely sends it as an unnamed statement, and so it must stay: under a generic plan PostgreSQL guesses that `&&`
 * matches 1 % of the documents, whoever asks.
 */
export function maySee(reader: ReaderFilter, table: "documents" | "search_entries" = "documents"): RawBuilder<SqlBool> {
  if (reader.unrestricted) return sql<SqlBool>`true`;
  return sql<SqlBool>`${sql.ref(`${table}.audience`)} && ${[...reader.principals]}::text[]`;
}
