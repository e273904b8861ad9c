import { type Kysely, sql } from "kysely";
import type { Schema } from "../sql/schema.js";

/** Every group of a user, even an inactive one, or in the rule of a published document. */
export async function knownGroups(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name COLLATE "C" AS name FROM (
      SELECT unnest(permission_groups) AS name FROM users
      UNION SELECT unnest(allowed_groups) FROM documents WHERE revision_id IS NOT NULL
    ) AS named ORDER BY 1
  `.execute(db);
  return rows.map(({ name }) => name);
}
