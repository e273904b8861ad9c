import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "../sql/schema.js";
import { isSearched } from "../sql/searched-revision.js";

/** Stores the term vectors of a revision, unless they are there already or the revision was dropped meanwhile. */
export async function addVectors(
  db: Kysely<Schema>,
  revision_id: string,
  terms_version: number,
  vectors: Uint8Array,
): Promise<void> {
  await sql`
    INSERT INTO term_vectors (revision_id, terms_version, vectors)
    SELECT revision_id, ${terms_version}::integer, ${Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength)}::bytea
    FROM revisions WHERE revision_id = ${revision_id}::bigint FOR KEY SHARE
    ON CONFLICT DO NOTHING
  `.execute(db);
}

/** Notes that an instance uses this version. */
export async function noteVersion(db: Kysely<Schema>, terms_version: number): Promise<void> {
  await sql`
    INSERT INTO terms_versions (terms_version) VALUES (${terms_version})
    ON CONFLICT (terms_version) DO UPDATE SET used_at = now() WHERE terms_versions.used_at < now() - interval '1 hour'
  `.execute(db);
}

/** Removes the term vectors of a document's revisions that search does not need any more. */
export async function dropPastVectors(trx: Transaction<Schema>, document_id: string): Promise<void> {
  await sql`
    DELETE FROM term_vectors USING revisions
    WHERE revisions.document_id = ${document_id} AND revisions.revision_id = term_vectors.revision_id
      AND NOT ${isSearched("revisions")}
  `.execute(trx);
}

/** Removes the term vectors that no instance uses. */
export async function dropUnusedVectors(db: Kysely<Schema>): Promise<void> {
  await sql`
    DELETE FROM term_vectors WHERE NOT EXISTS (
      SELECT FROM terms_versions
      WHERE terms_versions.terms_version = term_vectors.terms_version AND used_at > now() - interval '1 day'
    ) OR NOT EXISTS (
      SELECT FROM revisions WHERE revisions.revision_id = term_vectors.revision_id AND ${isSearched("revisions")}
    )
  `.execute(db);
}
