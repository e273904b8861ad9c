import { FOUND_TEXT_MAX } from "@retrieval/core/limits";
import type { HitChunk, HitDocument, HitPlaces, HitReader, ReadHits, SectionRange } from "@retrieval/core/ports";
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import { LIFE } from "../documents/readable-lives.js";
import { type RuleColumns, ruleOf } from "../sql/document-rule.js";
import type { Schema } from "../sql/schema.js";
import { shownChunk } from "../sql/shown-chunk.js";
import { rowsWithin } from "./bounded-reads.js";
import { generationOf } from "./index-source.js";

/** How many bytes of stored chunks, most of them compressed, one call reads. */
const CHUNKS_BYTES = 4 * 1024 * 1024;

/** Every row is found by its key, so the statements cost what they read. */
export class PostgresHitReader implements HitReader {
  readonly #hits: CompiledQuery<Row>;

  constructor(private readonly db: Kysely<Schema>) {
    this.#hits = hitsOf(db);
  }

  async read(asked: readonly HitPlaces[], { timeout_ms }: { readonly timeout_ms: number }): Promise<ReadHits | null> {
    const hits = { ...this.#hits, parameters: parametersOf(asked) };
    const rows = await rowsWithin(this.db, timeout_ms, hits);
    if (rows === null) return null;
    const [head, ...found] = rows as readonly [HeadRow, ...(DocumentRow | ChunkRow)[]];
    return { generation: generationOf(head), documents: documentsOf(found) };
  }

  async isChanged(
    { document_id, revision_id, chunk_id, other }: Parameters<HitReader["isChanged"]>[0],
    { timeout_ms }: { readonly timeout_ms: number },
  ): Promise<boolean | null> {
    const hashes = (revision: string) => sql`ARRAY(
      SELECT text_hash FROM chunks WHERE chunks.revision_id = ${revision}::bigint AND scope = answering.scope ORDER BY place)`;
    const rows = await rowsWithin(
      this.db,
      timeout_ms,
      sql<{ readonly changed: boolean }>`
        SELECT ${hashes(revision_id)} <> ${hashes(other)} AS changed
        FROM chunks AS answering JOIN revisions USING (revision_id)
        WHERE revision_id = ${revision_id}::bigint AND chunk_id = ${chunk_id} AND document_id = ${document_id}
      `.compile(this.db),
    );
    return rows && (rows[0]?.changed ?? false);
  }

  async texts(
    asked: readonly SectionRange[],
    { timeout_ms }: { readonly timeout_ms: number },
  ): Promise<readonly (readonly string[] | null)[] | null> {
    const rows = await rowsWithin(this.db, timeout_ms, textsOf(asked).compile(this.db));
    if (rows === null) return null;
    const texts = new Map(rows.map((row) => [row.nth, row.texts]));
    return asked.map((_, i) => texts.get(i + 1) ?? null);
  }
}

/** Each section's texts, in the order asked, as far as the bound allows. */
function textsOf(asked: readonly SectionRange[]): RawBuilder<{ readonly nth: number; readonly texts: string[] }> {
  return sql`
    SELECT nth::integer AS nth, ARRAY(
      SELECT left(coalesce(chunk ->> 'content', chunk ->> 'content_md', ''), ${FOUND_TEXT_MAX}) FROM chunks
      WHERE chunks.revision_id = measured.revision_id AND place >= first AND place < behind ORDER BY place
    ) AS texts
    FROM (
      SELECT nth, revision_id, first, behind, sum((
        -- The size as stored, which needs no text.
        SELECT sum(pg_column_size(chunk)) FROM chunks
        WHERE chunks.revision_id = asked.revision_id AND place >= first AND place < behind
      )) OVER (ORDER BY nth) AS bytes
      FROM unnest(
        ${asked.map(({ document_id }) => document_id)}::text[],
        ${asked.map(({ revision_id }) => revision_id)}::bigint[],
        ${asked.map(({ place }) => place)}::integer[],
        ${asked.map(({ place, chunks }) => place + chunks)}::integer[]
      ) WITH ORDINALITY AS asked (document_id, revision_id, first, behind, nth),
        -- A look-up for each, here and in hitsOf: a join may read all rows for a few of them.
        LATERAL (
          SELECT FROM documents AS own
          WHERE own.document_id = asked.document_id AND own.revision_id = asked.revision_id OFFSET 0
        ) AS published
    ) AS measured
    WHERE nth = 1 OR bytes <= ${CHUNKS_BYTES}::bigint
  `;
}

/**
 * One statement, which sees one state: the generation, then a row for each document, before those of its chunks.
 *
 * Parameters: the documents with their revisions, and the chunks with the numbers of their documents.
 */
function hitsOf(db: Kysely<Schema>): CompiledQuery<Row> {
  return sql<Row>`
    SELECT 0::bigint AS nth, number, stamp, NULL::text AS document_id, NULL::bigint AS revision_id,
      NULL::text AS title, NULL::text AS version, NULL::boolean AS allow_all,
      NULL::text[] AS allowed_department_codes, NULL::text[] AS allowed_groups, NULL::text[] AS allowed_users,
      NULL::json AS facts, NULL::integer AS place, NULL::json AS chunk
    FROM index_head
    UNION ALL
    SELECT nth, NULL, NULL, asked.document_id, asked.revision_id, title, version,
      allow_all, allowed_department_codes, allowed_groups, allowed_users, ${FACTS}, NULL, NULL
    FROM unnest(${[]}::text[], ${[]}::bigint[]) WITH ORDINALITY AS asked (document_id, revision_id, nth),
      LATERAL (
        SELECT * FROM documents AS own
        WHERE own.document_id = asked.document_id AND own.revision_id = asked.revision_id OFFSET 0
      ) AS documents
    UNION ALL
    SELECT nth, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, place,
      ${shownChunk("measured")}::json
    FROM (
      -- The size as stored, which needs no text.
      SELECT wanted.nth, wanted.revision_id, wanted.place, chunk, row_number() OVER in_turn AS turn,
        sum(pg_column_size(chunk)) OVER in_turn AS bytes
      FROM unnest(${[]}::bigint[], ${[]}::bigint[], ${[]}::integer[])
          WITH ORDINALITY AS wanted (nth, revision_id, place, asked),
        LATERAL (
          SELECT chunk FROM chunks AS own
          WHERE own.revision_id = wanted.revision_id AND own.place = wanted.place OFFSET 0
        ) AS found
      WINDOW in_turn AS (ORDER BY wanted.asked)
    ) AS measured WHERE turn = 1 OR bytes <= ${sql.lit(CHUNKS_BYTES)}
    ORDER BY nth, place NULLS FIRST
  `.compile(db);
}

/** Of a row of `documents`. */
const FACTS = sql`(
  SELECT json_build_object('number', documents.number, 'category', category, 'owner', owner, 'contact', contact,
    'effective_from', shown.effective_from, 'version_number', shown.number,
    'life', ${LIFE})
  FROM revisions AS shown WHERE shown.revision_id = documents.revision_id)`;

function parametersOf(asked: readonly HitPlaces[]): readonly unknown[] {
  const wanted = asked.flatMap(({ revision_id, places }, i) =>
    places.map((place) => ({ nth: i + 1, revision_id, place })),
  );
  return [
    asked.map(({ document_id }) => document_id),
    asked.map(({ revision_id }) => revision_id),
    wanted.map(({ nth }) => nth),
    wanted.map(({ revision_id }) => revision_id),
    wanted.map(({ place }) => place),
  ];
}

interface HeadRow {
  readonly number: string;
  readonly stamp: string;
}
type Row = HeadRow | DocumentRow | ChunkRow;
interface DocumentRow extends RuleColumns {
  readonly nth: string;
  readonly document_id: string;
  readonly revision_id: string;
  readonly title: string;
  readonly version: string;
  readonly facts: HitDocument["facts"];
}
interface ChunkRow extends HitChunk {
  readonly nth: string;
  readonly document_id: null;
}

function documentsOf(rows: readonly (DocumentRow | ChunkRow)[]): HitDocument[] {
  const documents = new Map<string, HitDocument & { readonly chunks: HitChunk[] }>();
  for (const row of rows) {
    if (row.document_id !== null) documents.set(row.nth, documentOf(row));
    // The chunks of a revision that is not published any more have no document.
    else documents.get(row.nth)?.chunks.push({ place: row.place, chunk: row.chunk });
  }
  return [...documents.values()];
}

function documentOf(row: DocumentRow): HitDocument & { readonly chunks: HitChunk[] } {
  const { document_id, revision_id, title, version, facts } = row;
  return {
    document_id,
    revision_id,
    document: { document_id, title, version },
    access_rules: ruleOf(row),
    facts,
    chunks: [],
  };
}
