import { type EmbeddedContent, keepsEmbedding } from "@retrieval/core/chunks";
import type { EmbeddedChunk, WrittenEmbedVersions } from "@retrieval/core/ports";
import { type RawBuilder, sql, type Transaction } from "kysely";
import { addAuditEntries } from "../audit/add-audit-entries.js";
import type { Schema } from "../sql/schema.js";
import { lockDocument } from "./document-row.js";

/** The embed_version in the chunk of a row of `chunks`. */
export function embedVersionOf(table: string): RawBuilder<string | null> {
  return sql`(${sql.ref(`${table}.chunk`)} #>> '{metadata,embed_version}')`;
}

/**
 * The chunk with another embed_version. It is rebuilt field by field, because `json` keeps the order of its fields and
 * every other value as written; the text itself does not leave the database.
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

/** Marks chunks of a document's published version, while no other version can replace it. */
export async function writeEmbedVersions(
  trx: Transaction<Schema>,
  document_id: string,
  embed_version: string,
  embedded: readonly EmbeddedChunk[],
  by_user: string | null,
): Promise<WrittenEmbedVersions | null> {
  const revision_id = (await lockDocument(trx, document_id))?.revision_id ?? null;
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
  const { numAffectedRows: changed } = await sql`
    UPDATE chunks SET chunk = ${withEmbedVersion(sql`${embed_version}`)}
    WHERE revision_id = ${revision_id} AND chunk_id = ANY(${written}::text[])
      AND ${embedVersionOf("chunks")} IS DISTINCT FROM ${embed_version}
  `.execute(trx);
  if (changed) {
    const details = { embed_version, chunks: Number(changed) };
    await addAuditEntries(trx, [{ kind: "embed-versions-changed", by_user, user_id: null, document_id, details }]);
  }
  return {
    written: written.length,
    outdated: ids(embedded.filter((chunk) => hashes.has(chunk.chunk_id) && !isCurrent(chunk))),
    unknown: ids(embedded.filter(({ chunk_id }) => !hashes.has(chunk_id))),
  };
}

/** How many chunks one statement reads: a document may have a hundred thousand. */
const BATCH = 5_000;

interface EmbeddedRow extends EmbeddedContent {
  readonly place: number;
  readonly embed_version: string;
  readonly chunk_id: string;
}

/**
 * Gives the chunks of a version that is about to be shown the embed_version of the same chunks in the previous one,
 * where every input of `embeddingText` is the same and they bring none of their own.
 *
 * The two versions are compared here and not in a join: the database has no statistics for a revision that this
 * transaction wrote, estimates a row or two, and may read all of it once for every chunk of the other.
 */
export async function keepEmbedVersions(trx: Transaction<Schema>, before: string | null, after: string): Promise<void> {
  if (before === null) return;
  const end = await endOf(trx, before);
  for (let from = 0; from < end; from += BATCH) {
    const embedded = await embeddedFrom(trx, before, from);
    const old = new Map(embedded.map((row) => [row.chunk_id, row]));
    const kept = new Map<string, number[]>();
    for (const chunk of await notEmbedded(trx, after, [...old.keys()])) {
      const same = old.get(chunk.chunk_id);
      if (same === undefined || !keepsEmbedding(same, chunk)) continue;
      const places = kept.get(same.embed_version) ?? [];
      places.push(chunk.place);
      kept.set(same.embed_version, places);
    }
    for (const [embed_version, places] of kept) {
      await sql`
        UPDATE chunks SET chunk = ${withEmbedVersion(sql`${embed_version}`)}
        WHERE revision_id = ${after} AND place = ANY(${places}::integer[])
      `.execute(trx);
    }
  }
}

const compared = sql`place, chunk_id, text_hash, chunk #>> '{display,breadcrumb}' AS breadcrumb`;

/** The place after a revision's last chunk. */
async function endOf(trx: Transaction<Schema>, revision_id: string): Promise<number> {
  const { rows } = await sql<{ end: number }>`
    SELECT coalesce(max(place) + 1, 0) AS end FROM chunks WHERE revision_id = ${revision_id}
  `.execute(trx);
  return rows[0]?.end ?? 0;
}

async function embeddedFrom(trx: Transaction<Schema>, revision_id: string, from: number): Promise<EmbeddedRow[]> {
  const { rows } = await sql<EmbeddedRow>`
    SELECT ${compared}, ${embedVersionOf("chunks")} AS embed_version FROM chunks
    WHERE revision_id = ${revision_id} AND place >= ${from} AND place < ${from + BATCH}
      AND ${embedVersionOf("chunks")} IS NOT NULL
  `.execute(trx);
  return rows;
}

async function notEmbedded(
  trx: Transaction<Schema>,
  revision_id: string,
  chunk_ids: readonly string[],
): Promise<Omit<EmbeddedRow, "embed_version">[]> {
  if (chunk_ids.length === 0) return [];
  const { rows } = await sql<EmbeddedRow>`
    SELECT ${compared} FROM chunks
    WHERE revision_id = ${revision_id} AND chunk_id = ANY(${chunk_ids}::text[]) AND ${embedVersionOf("chunks")} IS NULL
  `.execute(trx);
  return rows;
}
