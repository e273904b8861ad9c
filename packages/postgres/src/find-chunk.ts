import type { FoundChunk, ReaderFilter, StructuredChunk } from "@retrieval/core";
import { type Kysely, sql } from "kysely";
import { maySee } from "./access-filter.js";
import { ruleOf } from "./document-rule.js";
import type { Schema } from "./schema.js";

interface FoundRow {
  readonly document_id: string;
  readonly title: string;
  readonly version: string;
  readonly allow_all: boolean;
  readonly allowed_department_codes: string[];
  readonly allowed_groups: string[];
  readonly allowed_users: string[];
  readonly chunk: StructuredChunk;
  readonly previous_chunk_id: string | null;
  readonly next_chunk_id: string | null;
  readonly related: StructuredChunk[];
}

/**
 * One statement, because one statement sees one state of the database: a version that is published meanwhile is in all
 * of the answer or in none of it. Every part is a look-up by key. Which chunks are related is found in an index alone,
 * before their text is read: an annex may be named by thousands of articles.
 */
export async function findChunk(
  db: Kysely<Schema>,
  document_id: string,
  chunk_id: string,
  reader: ReaderFilter,
  limit: number,
): Promise<FoundChunk | null> {
  const { rows } = await sql<FoundRow>`
    SELECT document_id, title, version, allow_all, allowed_department_codes, allowed_groups, allowed_users, found.chunk,
      (SELECT chunk_id FROM chunks WHERE revision_id = found.revision_id AND place = found.place - 1) AS previous_chunk_id,
      (SELECT chunk_id FROM chunks WHERE revision_id = found.revision_id AND place = found.place + 1) AS next_chunk_id,
      (SELECT coalesce(json_agg(chunk ORDER BY beyond, place), '[]') FROM (
        SELECT revision_id, place, scope <> found.scope AS beyond FROM chunks
        WHERE revision_id = found.revision_id AND scope = ANY (found.scope || found.related_scopes)
          AND place <> found.place
        ORDER BY beyond, place LIMIT ${limit}
      ) AS nearest JOIN chunks USING (revision_id, place)) AS related
    FROM documents JOIN chunks AS found USING (revision_id)
    WHERE document_id = ${document_id} AND found.chunk_id = ${chunk_id} AND ${maySee(reader)}
  `.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  const { title, version, chunk, related, previous_chunk_id, next_chunk_id } = row;
  const document = { document_id: row.document_id, title, version };
  return { document, access_rules: ruleOf(row), chunk, related, previous_chunk_id, next_chunk_id };
}
