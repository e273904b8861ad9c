import type { ReaderFilter } from "@retrieval/core";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * The condition on `documents`, or on a table that holds a copy of their audience, that keeps what a reader may see: the
 * one place where the access rule (SPEC 5.7) meets SQL. It belongs inside the query, before any LIMIT or count, never
 * after it.
 *
 * A statement that goes over many rows by it must stay an unnamed one, as Kysely sends it: under a generic plan
 * PostgreSQL guesses that `&&` matches 1 % of the documents, whoever asks. Only where the rows are named by their
 * keys besides, so that there is no plan to choose, may it be `prepared`.
 */
export function maySee(reader: ReaderFilter, table: "documents" | "search_entries" = "documents"): RawBuilder<SqlBool> {
  if (reader.unrestricted) return sql<SqlBool>`true`;
  return sql<SqlBool>`${sql.ref(`${table}.audience`)} && ${[...reader.principals]}::text[]`;
}
