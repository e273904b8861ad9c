import { type Kysely, sql } from "kysely";

/**
 * Documents whose audience search reads in their own row, because the copies on their chunks would take too long to
 * change (docs/decisions/0009-search-in-postgresql.md). Search finds their chunks by document_id, which the indexes
 * therefore hold beside the terms.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "ALTER TABLE documents ADD audience_copied boolean NOT NULL DEFAULT true",
  "CREATE INDEX documents_not_copied ON documents (document_id) WHERE NOT audience_copied",
  "DROP INDEX search_entries_terms, search_entries_sample",
  "CREATE INDEX search_entries_terms ON search_entries USING gin (terms, audience, (ARRAY[document_id]))",
  "CREATE INDEX search_entries_sample ON search_entries USING gin (terms, audience, (ARRAY[document_id])) WHERE sampled",
];
