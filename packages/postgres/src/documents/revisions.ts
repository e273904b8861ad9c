import type { StructuredChunk } from "@retrieval/core/chunks";
import { type Enactment, enactmentOf, type OriginalFile, type PublicationPlan } from "@retrieval/core/documents";
import type { DocumentVersion } from "@retrieval/core/ports";
import { sql, type Transaction } from "kysely";
import type { Schema } from "../sql/schema.js";
import { chunkBatches } from "./chunk-batches.js";
import { type StoredOriginal, storeOriginal } from "./originals.js";

/** The most text that one statement writes or reads. */
export const BATCH_CHARACTERS = 250_000;

/** A version as a revision is written from it. */
export interface RevisionContent
  extends Pick<
      DocumentVersion,
      "document_id" | "title" | "version" | "version_is_default" | "accepted" | "chunks" | "relations" | "by_user"
    >,
    Partial<Enactment> {
  /** Uploaded with it, or stored. */
  readonly original?: DocumentVersion["original"] | StoredOriginal;
}

/** Writes a version with its chunks as a new revision, which no reader sees until a document's row points to it. */
export async function addRevision(
  trx: Transaction<Schema>,
  version: RevisionContent,
  { draft_rule: rule, draft_fields }: Pick<PublicationPlan, "draft_rule" | "draft_fields">,
): Promise<string> {
  const { document_id, title, accepted, chunks, relations, by_user, original = null } = version;
  const { version_is_default = false } = version;
  const stored = original !== null && "bytes" in original ? await storeOriginal(trx, original) : original;
  const { revision_id } = await trx
    .insertInto("revisions")
    .values({
      document_id,
      title,
      ...{ version: version.version, version_is_default },
      accepted,
      by_user,
      access_rules: rule && JSON.stringify(rule.access_rules),
      rules_accepted: rule?.rules_accepted,
      fields: draft_fields && JSON.stringify(draft_fields),
      chunk_count: chunks.length,
      ...enactmentOf(version),
      ...(stored && {
        original: stored.original,
        original_media_type: stored.media_type,
        original_for: stored.original_for,
      }),
    })
    .returning("revision_id")
    .executeTakeFirstOrThrow();
  for (const { from, to } of chunkBatches(chunks, BATCH_CHARACTERS)) {
    await addChunks(trx, revision_id, from, chunks.slice(from, to), relations.slice(from, to));
  }
  return revision_id;
}

// One array per column: a statement has at most 65,535 parameters, which a row each would exceed.
async function addChunks(
  trx: Transaction<Schema>,
  revision_id: string,
  from: number,
  chunks: DocumentVersion["chunks"],
  relations: DocumentVersion["relations"],
): Promise<void> {
  const places = chunks.map((_, index) => from + index);
  const ids = chunks.map(({ chunk_id }) => chunk_id);
  const hashes = chunks.map(({ metadata }) => metadata.text_hash);
  const scopes = relations.map(({ scope }) => scope);
  // Lists of unequal length do not fit into an array of arrays.
  const related = relations.map(({ related_scopes }) => JSON.stringify(related_scopes));
  const bodies = chunks.map((chunk) => JSON.stringify(chunk));
  await sql`
    INSERT INTO chunks (revision_id, place, chunk_id, text_hash, scope, related_scopes, chunk)
    SELECT ${revision_id}::bigint, place, chunk_id, text_hash, scope, ARRAY(SELECT json_array_elements_text(related)), chunk
    FROM unnest(${places}::integer[], ${ids}::text[], ${hashes}::text[], ${scopes}::text[], ${related}::json[], ${bodies}::json[])
      AS given (place, chunk_id, text_hash, scope, related, chunk)
  `.execute(trx);
}

/** The fields of one chunk that `compareChunks` needs. */
export type HashedChunk = Pick<StructuredChunk, "chunk_id"> & { readonly metadata: { readonly text_hash: string } };

/** The chunk ids and text hashes of a revision, in reading order; none for null. */
export async function hashesOf(trx: Transaction<Schema>, revision_id: string | null): Promise<HashedChunk[]> {
  if (revision_id === null) return [];
  const rows = await trx
    .selectFrom("chunks")
    .select(["chunk_id", "text_hash"])
    .where("revision_id", "=", revision_id)
    .orderBy("place")
    .execute();
  return rows.map(({ chunk_id, text_hash }) => ({ chunk_id, metadata: { text_hash } }));
}

/** Who may download the original file of a revision; null: none is kept. */
export async function originalFor(
  trx: Transaction<Schema>,
  revision_id: string | null,
): Promise<OriginalFile["original_for"] | null> {
  const row = await trx
    .selectFrom("revisions")
    .select("original_for")
    .where("revision_id", "=", revision_id)
    .executeTakeFirst();
  return row?.original_for ?? null;
}

/** Deletes a revision with its chunks. */
export async function dropRevision(trx: Transaction<Schema>, revision_id: string | null): Promise<void> {
  await trx.deleteFrom("revisions").where("revision_id", "=", revision_id).execute();
}

/** Deletes the chunks and the original file of a revision. */
export async function emptyRevision(trx: Transaction<Schema>, revision_id: string | null): Promise<void> {
  await trx.deleteFrom("chunks").where("revision_id", "=", revision_id).execute();
  const empty = { chunk_count: 0, original: null, original_media_type: null, original_for: null };
  await trx.updateTable("revisions").set(empty).where("revision_id", "=", revision_id).execute();
}

/** Deletes all versions of a document that were published. */
export async function dropVersions(trx: Transaction<Schema>, document_id: string): Promise<void> {
  await trx.deleteFrom("revisions").where("document_id", "=", document_id).where("number", "is not", null).execute();
}

/** The chunks of a revision with their relations, in reading order. */
export async function contentOf(trx: Transaction<Schema>, revision_id: string) {
  const rows = await trx
    .selectFrom("chunks")
    .select(["chunk", "scope", "related_scopes"])
    .where("revision_id", "=", revision_id)
    .orderBy("place")
    .execute();
  return { chunks: rows.map(({ chunk }) => chunk), relations: rows };
}
