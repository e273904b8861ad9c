import { type Kysely, sql } from "kysely";

/**
 * Vectors of meaning in 8 bits a number, calibrated. Those in 16 bits are dropped, with what was noted of revisions:
 * the service makes them again in the background.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  for (const statement of statements(rows[0]?.schema ?? "public")) await sql.raw(statement).execute(db);
}

const statements = (schema: string) => [
  `TRUNCATE ${schema}.embedding_models, ${schema}.embeddings, ${schema}.embedded_revisions`,
  `ALTER TABLE ${schema}.embedding_models RENAME passage_prefix TO variant`,
  // The means are 32-bit floats, little-endian.
  `ALTER TABLE ${schema}.embedding_models ADD means bytea, ADD similarity_mean double precision,
    ADD similarity_deviation double precision`,
];
