import { CHUNK_TEXT_MAX } from "@retrieval/core/limits";
import type { AskedHits, AskedText, HitChunk, HitDocument, HitReader, ReadHits } from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import { type RuleColumns, ruleOf } from "../sql/document-rule.js";
import type { Schema } from "../sql/schema.js";
import { inBoundedTime } from "./bounded-reads.js";
import { readOf } from "./chunk-reading.js";
import { generationOf } from "./index-source.js";

/** How many bytes of stored chunks, most of them compressed, one call for texts reads. */
const TEXTS_BYTES = 4 * 1024 * 1024;

/** Every row is found by its key, so the statements cost what they read. */
export class PostgresHitReader implements HitReader {
  constructor(private readonly db: Kysely<Schema>) {}

  async read(
    asked: readonly AskedHits[],
    { text_max, timeout_ms }: { readonly text_max: number; readonly timeout_ms: number },
  ): Promise<ReadHits | null> {
    const rows = await inBoundedTime(this.db, timeout_ms, (reads) =>
      reads.rows(sql<HeadRow & (HitRow | NoHitRow)>`
        SELECT head.number, head.stamp, found.* FROM index_head AS head LEFT JOIN (
          SELECT nth, documents.document_id, documents.revision_id, title, version,
            allow_all, allowed_department_codes, allowed_groups, allowed_users,
            (
              SELECT json_agg(json_build_object('place', place, 'chunk', chunk, 'text_length', text_length) ORDER BY place)
              FROM (
                SELECT place, ${readOf(text_max)} FROM chunks
                WHERE chunks.revision_id = documents.revision_id AND place = ANY (places::integer[])
              ) AS shown
            ) AS chunks
          FROM unnest(
            ${asked.map(({ document_id }) => document_id)}::text[],
            ${asked.map(({ revision_id }) => revision_id)}::bigint[],
            ${asked.map(({ places }) => `{${places.join()}}`)}::text[]
          ) WITH ORDINALITY AS asked (document_id, revision_id, places, nth)
          JOIN documents USING (document_id, revision_id)
        ) AS found ON true ORDER BY nth
      `),
    );
    if (rows === null) return null;
    const documents = rows.filter((row): row is HeadRow & HitRow => row.document_id !== null).map(documentOf);
    return { generation: generationOf(rows[0] as HeadRow), documents };
  }

  texts(
    asked: readonly AskedText[],
    { timeout_ms }: { readonly timeout_ms: number },
  ): Promise<readonly (readonly string[] | null)[] | null> {
    return inBoundedTime(this.db, timeout_ms, async (reads) => {
      const rows = await reads.rows(sql<{ nth: number; texts: string[] }>`
        SELECT nth::integer AS nth, ARRAY(
          SELECT left(coalesce(chunk ->> 'content', chunk ->> 'content_md', ''), ${CHUNK_TEXT_MAX}) FROM chunks
          WHERE chunks.revision_id = measured.revision_id AND place >= first AND place < behind ORDER BY place
        ) AS texts
        FROM (
          SELECT nth, revision_id, first, behind, sum((
            -- The size as stored, which needs no text.
            SELECT sum(pg_column_size(chunk)) FROM chunks
            WHERE chunks.revision_id = documents.revision_id AND place >= first AND place < behind
          )) OVER (ORDER BY nth) AS bytes
          FROM unnest(
            ${asked.map(({ document_id }) => document_id)}::text[],
            ${asked.map(({ revision_id }) => revision_id)}::bigint[],
            ${asked.map(({ place }) => place)}::integer[],
            ${asked.map(({ place, chunks }) => place + chunks)}::integer[]
          ) WITH ORDINALITY AS asked (document_id, revision_id, first, behind, nth)
          JOIN documents USING (document_id, revision_id)
        ) AS measured
        WHERE nth = 1 OR bytes <= ${TEXTS_BYTES}::bigint
      `);
      const texts = new Map(rows.map((row) => [row.nth, row.texts]));
      return asked.map((_, i) => texts.get(i + 1) ?? null);
    });
  }
}

interface HeadRow {
  readonly number: string;
  readonly stamp: string;
}
interface NoHitRow {
  readonly document_id: null;
}
interface HitRow extends RuleColumns {
  readonly document_id: string;
  readonly revision_id: string;
  readonly title: string;
  readonly version: string;
  /** null where none of the places has a chunk. */
  readonly chunks: HitChunk[] | null;
}

function documentOf(row: HitRow): HitDocument {
  const { document_id, revision_id, title, version, chunks } = row;
  return {
    document_id,
    revision_id,
    document: { document_id, title, version },
    access_rules: ruleOf(row),
    chunks: chunks ?? [],
  };
}
