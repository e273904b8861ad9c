import type { AccessRules } from "@retrieval/core";
import type { StructuredChunk } from "@retrieval/core/chunks";
import type { ExportPage, ExportPosition, ExportQuery } from "@retrieval/core/ports";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";
import { embedVersionOf } from "./embed-versions.js";

interface ExportRow {
  readonly document_id: string;
  readonly revision_id: string;
  readonly title: string;
  readonly version: string;
  /** null: the document has no chunk after the position. */
  readonly place: number | null;
  /** null: left out, because its embedding is up to date. */
  readonly chunk: StructuredChunk | null;
  /** On the first row of its document only: it may be long, and hundreds of chunks may follow. */
  readonly rule: AccessRules | null;
}

/** A page ends before its texts and rules exceed this, in bytes; only a single chunk with its rule may exceed it. */
const PAGE_BYTES = 2 * 1024 * 1024;
const BEFORE_THE_FIRST = -1;

/**
 * One statement, because one statement sees one state of the database. It reads chunks in the order of their keys, a
 * bounded number at a time, and checks only these for staleness, so that a store in which hardly anything is stale is
 * read in short steps too.
 */
export async function exportPage(db: Kysely<Schema>, query: ExportQuery): Promise<ExportPage> {
  const { limit, after, document_id, stale } = query;
  if (document_id !== undefined && !canBeStored(document_id)) return { documents: [], next: null };
  const chunk =
    stale === undefined
      ? sql`chunk`
      : sql`CASE WHEN ${embedVersionOf("chunks")} IS DISTINCT FROM ${stale} THEN chunk END`;
  const { rows } = await sql<ExportRow>`
    WITH looked_at AS (
      SELECT upcoming.*, place, chunk
      FROM (
        SELECT document_id, revision_id, title, version, allow_all, allowed_department_codes, allowed_groups,
          allowed_users, audience
        FROM documents
        WHERE revision_id IS NOT NULL AND ${documentsOf(query)}
        ORDER BY document_id LIMIT ${limit}
      ) AS upcoming
      LEFT JOIN LATERAL (
        SELECT place, ${chunk} AS chunk FROM chunks
        WHERE chunks.revision_id = upcoming.revision_id AND place > ${placeAfter(after)}
        ORDER BY place LIMIT ${limit}
      ) AS found ON true
      ORDER BY document_id, place LIMIT ${limit}
    ), numbered AS (
      SELECT *, row_number() OVER in_order AS nth,
        lag(document_id) OVER in_order IS DISTINCT FROM document_id AS opens_document
      FROM looked_at WINDOW in_order AS (ORDER BY document_id, place)
    ), measured AS (
      SELECT *, sum(coalesce(octet_length(chunk::text), 0)
          + CASE WHEN opens_document THEN octet_length(array_to_string(audience, ',')) ELSE 0 END)
        OVER (ORDER BY nth) AS bytes,
        CASE WHEN opens_document THEN json_build_object('allow_all', allow_all,
          'allowed_department_codes', allowed_department_codes, 'allowed_groups', allowed_groups,
          'allowed_users', allowed_users) END AS rule
      FROM numbered
    )
    SELECT document_id, revision_id, title, version, place, chunk, rule
    FROM measured WHERE nth = 1 OR bytes <= ${PAGE_BYTES} ORDER BY nth
  `.execute(db);
  return { documents: byDocument(rows), next: positionOf(rows.at(-1)) };
}

function documentsOf({ after, document_id }: ExportQuery): RawBuilder<SqlBool> {
  const from =
    after === null
      ? sql<SqlBool>`true`
      : after.revision === null
        ? sql<SqlBool>`document_id > ${after.document_id}`
        : sql<SqlBool>`document_id >= ${after.document_id}`;
  return document_id === undefined ? from : sql<SqlBool>`document_id = ${document_id} AND ${from}`;
}

/** Restarts a document that was published again since the last page. */
function placeAfter(after: ExportPosition | null): RawBuilder<number> {
  if (after === null || after.revision === null) return sql<number>`${BEFORE_THE_FIRST}`;
  return sql<number>`CASE WHEN upcoming.revision_id = ${after.revision}::bigint THEN ${after.place}::integer
    ELSE ${BEFORE_THE_FIRST} END`;
}

function byDocument(rows: readonly ExportRow[]): ExportPage["documents"] {
  const documents: { document: ExportRow; access_rules: AccessRules; chunks: StructuredChunk[] }[] = [];
  for (const row of rows) {
    if (row.rule !== null) documents.push({ document: row, access_rules: row.rule, chunks: [] });
    if (row.chunk !== null) documents.at(-1)?.chunks.push(row.chunk);
  }
  return documents
    .filter(({ chunks }) => chunks.length > 0)
    .map(({ document: { document_id, title, version }, ...rest }) => ({
      document: { document_id, title, version },
      ...rest,
    }));
}

/** A page without rows is the end: after its last chunk a document has one more row, without a chunk. */
function positionOf(last: ExportRow | undefined): ExportPosition | null {
  if (last === undefined) return null;
  const { document_id, revision_id, place } = last;
  return place === null
    ? { document_id, revision: null, place: BEFORE_THE_FIRST }
    : { document_id, revision: revision_id, place };
}
