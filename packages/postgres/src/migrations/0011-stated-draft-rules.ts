import { type Kysely, sql } from "kysely";

/**
 * When the rule of a draft was stated. A corrected draft that brings none has the rule of the draft before, which is
 * then older than the corrected draft itself. null, as an older instance writes it: the draft brought the rule.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("ALTER TABLE revisions ADD COLUMN rules_accepted bigint").execute(db);
}
