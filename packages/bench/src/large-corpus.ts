import { STAND_IN_VECTORS } from "@retrieval/contract/stand-in-vectors";
import type { Database } from "@retrieval/postgres";
import { PostgresChunkStore } from "@retrieval/postgres";
import type pg from "pg";
import { publishAll, readCorpus } from "./corpus.js";

const CHUNKS_PER_DOCUMENT = 10;

/** Groups and the share of the documents that each may see. */
export const GROUPS = { most: 0.35, some: 0.05, few: 0.005 } as const;
export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as Group[];

/** Which chunks a document gets: drawn one by one, or some that follow each other, so that its sections are whole. */
type Order = "drawn" | "as written";

/**
 * Copies the corpus's chunks for each document, other ones for each. Term vectors are made when an index is built.
 *
 * @returns how many documents there are
 */
export async function fillCorpus(database: Database, chunks: number, order: Order = "drawn"): Promise<number> {
  const { documents } = await readCorpus();
  await publishAll(documents, new PostgresChunkStore(database.db, STAND_IN_VECTORS));
  const client = await database.pool.connect();
  try {
    return await multiply(client, chunks, order);
  } finally {
    client.release();
  }
}

/** One more document, with the corpus's chunks again and again, for nobody but administrators. */
export async function fillLongDocument(database: Database, document_id: string, chunks: number): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query("SET session_replication_role = replica");
    await client.query(
      `WITH added AS (INSERT INTO revisions (document_id, title, version, accepted)
        VALUES ($1, 'Long document', '2026-01-01', 1) RETURNING revision_id)
      INSERT INTO documents (document_id, title, version, search_key, revision_id, accepted, allow_all,
        allowed_department_codes, allowed_groups, allowed_users, audience)
      SELECT $1, 'Long document', '2026-01-01', $1, revision_id, 1, false, '{}', '{}', '{}', '{}' FROM added`,
      [document_id],
    );
    await client.query(
      `INSERT INTO chunks (revision_id, place, chunk_id, text_hash, scope, related_scopes, chunk)
      SELECT d.revision_id, place, $1 || '::paragraph-' || place + 1, '', '', '{}', given.chunk
      FROM documents d CROSS JOIN generate_series(0, $2::int - 1) AS place
      JOIN (SELECT row_number() OVER () - 1 AS n, count(*) OVER () AS total, chunk FROM chunks LIMIT 10000) AS given
        ON given.n = place % least(given.total, 10000)
      WHERE d.document_id = $1`,
      [document_id, chunks],
    );
    await client.query("SET session_replication_role = DEFAULT");
    await client.query("VACUUM ANALYZE chunks");
  } finally {
    client.release();
  }
}

/** Keys are not checked row by row, as usual for loading a large corpus. */
async function multiply(client: pg.PoolClient, chunks: number, order: Order): Promise<number> {
  await client.query("SET maintenance_work_mem = '1GB'");
  await client.query("SET session_replication_role = replica");
  await client.query(`
    CREATE TEMP TABLE base AS SELECT row_number() OVER (ORDER BY revision_id, place) - 1 AS n, chunk FROM chunks;
    CREATE UNIQUE INDEX ON base (n);
    ANALYZE base;
    TRUNCATE documents, revisions, chunks, term_vectors CASCADE`);
  const documents = chunks / CHUNKS_PER_DOCUMENT;
  await client.query(
    `INSERT INTO documents (document_id, title, version, search_key, revision_id, accepted, allow_all,
      allowed_department_codes, allowed_groups, allowed_users, audience)
    SELECT 'd' || i, 'Document ' || i, '2026-01-01', 'd' || i, NULL, 1, false, '{}', groups, '{}',
      ARRAY(SELECT 'g:' || g FROM unnest(groups) AS g)
    FROM generate_series(1, $1::int) AS i, ${groupsOf("i")}`,
    [documents],
  );
  await client.query(`INSERT INTO revisions (document_id, title, version, accepted)
    SELECT document_id, title, version, 1 FROM documents`);
  await client.query(`UPDATE documents SET revision_id = r.revision_id FROM revisions r
    WHERE r.document_id = documents.document_id`);
  const chance = (of: string) => `(hashtext(${of})::bigint & 2147483647)`;
  const n = order === "drawn" ? chance("d.document_id || place") : `(${chance("d.document_id")} + place)`;
  const places = `FROM documents d CROSS JOIN generate_series(0, ${CHUNKS_PER_DOCUMENT - 1}) AS place
    JOIN base ON base.n = ${n} % (SELECT count(*) FROM base)`;
  await client.query(`INSERT INTO chunks (revision_id, place, chunk_id, text_hash, scope, related_scopes, chunk)
    SELECT d.revision_id, place, d.document_id || '::paragraph-' || place + 1, '', '', '{}', base.chunk ${places}`);
  await client.query("SET session_replication_role = DEFAULT");
  await client.query("VACUUM ANALYZE documents, revisions, chunks");
  return documents;
}

/**
 * For a FROM list: the groups that the i-th document is for, as `allowed (groups)`.
 *
 * @param factors without a common divisor with 1000; they decide which documents each group gets
 */
export function groupsOf(
  i: string,
  factors: Readonly<Record<Group, number>> = { most: 617, some: 383, few: 211 },
): string {
  const cases = GROUP_NAMES.map(
    (group) => `CASE WHEN (${i} * ${factors[group]}) % 1000 < ${GROUPS[group] * 1000} THEN '${group}' END`,
  );
  return `LATERAL (SELECT array_remove(ARRAY[${cases.join(", ")}], NULL) AS groups) AS allowed`;
}
