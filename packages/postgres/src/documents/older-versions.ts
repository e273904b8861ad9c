import type { KeptVersions } from "@retrieval/core/documents";
import { sql, type Transaction } from "kysely";
import type { Schema } from "../sql/schema.js";

/**
 * Completes the version that has just been published, and removes what is kept no longer: the document's own versions
 * first, which wait for no other document, so that no two publications wait for each other.
 */
export async function keepVersion(
  trx: Transaction<Schema>,
  document_id: string,
  revision_id: string,
  by_user: string | null,
  kept: KeptVersions,
): Promise<void> {
  await trx.updateTable("revisions").set({ by_user }).where("revision_id", "=", revision_id).execute();
  await sql`
    DELETE FROM revisions WHERE revision_id IN (
      SELECT revision_id FROM revisions
      WHERE document_id = ${document_id} AND number IS NOT NULL AND revision_id <> ${revision_id}::bigint
      ORDER BY number DESC OFFSET ${kept.versions}
    )
  `.execute(trx);
  await sql`
    UPDATE revisions SET original = NULL, original_media_type = NULL, original_for = NULL
    WHERE document_id = ${document_id} AND original IS NOT NULL AND number IS NOT NULL AND number <= (
      SELECT versions FROM documents WHERE documents.document_id = ${document_id}) - ${kept.originals}
  `.execute(trx);
  await dropOldest(trx, kept.chunks);
}

/**
 * Removes the oldest of all older versions, until they have at most `chunks` chunks. One that another transaction holds,
 * to restore it or to remove it, is left to the next call.
 */
async function dropOldest(trx: Transaction<Schema>, chunks: number): Promise<void> {
  await sql`
    DELETE FROM revisions WHERE revision_id IN (
      SELECT revision_id FROM revisions WHERE revision_id IN (
        SELECT revision_id FROM (
          SELECT revision_id, sum(chunk_count) OVER (ORDER BY published_at DESC, revision_id DESC) AS chunks
          FROM revisions
          WHERE number IS NOT NULL
            AND NOT EXISTS (SELECT FROM documents WHERE documents.revision_id = revisions.revision_id)
        ) AS older WHERE chunks > ${chunks}
      ) FOR UPDATE SKIP LOCKED
    )
  `.execute(trx);
}
