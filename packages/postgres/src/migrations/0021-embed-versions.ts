import { type Kysely, sql } from "kysely";

/**
 * A revision has the embed_version of its chunks, which had one each. Only the service embeds, so earlier ones, which
 * may come from outside, are taken out; finding its vectors again gives a revision its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  for (const statement of statements(rows[0]?.schema ?? "public")) await sql.raw(statement).execute(db);
}

const statements = (schema: string) => [
  `ALTER TABLE ${schema}.revisions ADD embed_version text`,
  // A quote inside of a text is escaped, so only the field matches. Version 0.1.0 wrote spaces around its colon.
  `UPDATE ${schema}.chunks
    SET chunk = regexp_replace(chunk::text, '"embed_version" ?: ?"(\\\\.|[^"\\\\])*"', '"embed_version":null')::json
    WHERE chunk #>> '{metadata,embed_version}' IS NOT NULL`,
  `DELETE FROM ${schema}.embedded_revisions`,
];
