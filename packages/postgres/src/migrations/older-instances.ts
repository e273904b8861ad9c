import { type QueryExecutorProvider, sql } from "kysely";

/**
 * An instance says its migration in its name: `retrieval-service/0014`; older ones have no number. A name of its own in
 * DATABASE_URL hides an instance.
 *
 * @param migration the number of the migration that drops what the code before it reads
 * @throws Error if an older instance is connected
 */
export async function refuseBesideOlderInstances(db: QueryExecutorProvider, migration: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND (application_name = 'retrieval-service'
      OR application_name LIKE 'retrieval-service/%' AND substr(application_name, 19) COLLATE "C" < ${migration})
  `.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  throw new Error(
    `Instances of an older version are connected to the database (${count} connections), and this version removes tables that they read: stop them, then start this version again, or run retrieval migrate.`,
  );
}
