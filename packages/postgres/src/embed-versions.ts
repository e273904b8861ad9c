import type { EmbeddedChunk, WrittenEmbedVersions } from "@retrieval/core";
import { type RawBuilder, sql, type Transaction } from "kysely";
import { hold } from "./document-row.js";
import type { Schema } from "./schema.js";

/** The embed_version in the chunk of a row of `chunks`. */
export function embedVersionOf(table: string): RawBuilder<string | null> {
  return sql`(${sql.ref(`${table}.chunk`)} #>> '{metadata,embed_version}')`;
}

/**
 * The chunk with another embed_version. It is put together again field by field, because `json` keeps the order of its
 * fields and every other value as it was written; the text itself does not leave the database.
 */
function withEmbedVersion(embed_version: RawBuilder<string | null>): RawBuilder<unknown> {
  return sql`(
    SELECT json_object_agg(key, CASE key WHEN 'metadata' THEN (
        SELECT json_object_agg(key, CASE key WHEN 'embed_version' THEN to_json(${embed_version}::text) ELSE value END
          ORDER BY nth)
        FROM json_each(value) WITH ORDINALITY AS of_metadata (key, value, nth)
      ) ELSE value END ORDER BY nth)
    FROM json_each(chunks.chunk) WITH ORDINALITY AS of_chunk (key, value, nth))`;
}

/** Marks chunks of a document's published version, while no other version can take its place. */
export async function writeEmbedVersions(
  trx: Transaction<Schema>,
  document_id: string,
  embed_version: string,
  embedded: readonly EmbeddedChunk[],
): Promise<WrittenEmbedVersions | null> {
  const revision_id = (await hold(trx, document_id))?.revision_id ?? null;
  if (revision_id === null) return null;
  const there = await trx
    .selectFrom("chunks")
    .select(["chunk_id", "text_hash"])
    .where("revision_id", "=", revision_id)
    .where(sql<boolean>`chunk_id = ANY(${embedded.map(({ chunk_id }) => chunk_id)}::text[])`)
    .execute();
  const hashes = new Map(there.map(({ chunk_id, text_hash }) => [chunk_id, text_hash]));
  const isCurrent = ({ chunk_id, text_hash }: EmbeddedChunk) => hashes.get(chunk_id) === text_hash;
  const ids = (chunks: readonly EmbeddedChunk[]) => chunks.map(({ chunk_id }) => chunk_id);
  const written = ids(embedded.filter(isCurrent));
  await sql`
    UPDATE chunks SET chunk = ${withEmbedVersion(sql`${embed_version}`)}
    WHERE revision_id = ${revision_id} AND chunk_id = ANY(${written}::text[])
      AND ${embedVersionOf("chunks")} IS DISTINCT FROM ${embed_version}
  `.execute(trx);
  return {
    written: written.length,
    outdated: ids(embedded.filter((chunk) => hashes.has(chunk.chunk_id) && !isCurrent(chunk))),
    unknown: ids(embedded.filter(({ chunk_id }) => !hashes.has(chunk_id))),
  };
}

/** How many chunks one statement looks at: a document may have a hundred thousand. */
const BATCH = 5_000;

/**
 * Gives the chunks of a version that is about to be shown the embed_version of the same chunks in the one before, where
 * everything that `embeddingText` is made of is the same, and where they bring none of their own.
 */
export async function keepEmbedVersions(trx: Transaction<Schema>, before: string | null, after: string): Promise<void> {
  if (before === null) return;
  for (let from = 0, more = true; more; from += BATCH) {
    await sql`
      UPDATE chunks SET chunk = ${withEmbedVersion(embedVersionOf("old"))}
      FROM chunks AS old
      WHERE old.revision_id = ${before} AND old.place >= ${from} AND old.place < ${from + BATCH}
        AND ${embedVersionOf("old")} IS NOT NULL
        AND chunks.revision_id = ${after} AND chunks.chunk_id = old.chunk_id AND chunks.text_hash = old.text_hash
        AND ${embedVersionOf("chunks")} IS NULL
        AND chunks.chunk #>> '{display,breadcrumb}' = old.chunk #>> '{display,breadcrumb}'
    `.execute(trx);
    more = await hasPlace(trx, before, from + BATCH);
  }
}

async function hasPlace(trx: Transaction<Schema>, revision_id: string, place: number): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    SELECT EXISTS (SELECT FROM chunks WHERE revision_id = ${revision_id} AND place >= ${place}) AS there
  `.execute(trx);
  return rows[0]?.there === true;
}
