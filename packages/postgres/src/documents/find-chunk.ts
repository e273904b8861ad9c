import type { ReaderFilter } from "@retrieval/core";
import { type FoundChunk, JsonText, ROWS_BYTES_MAX } from "@retrieval/core/ports";
import { type CompiledQuery, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { maySee } from "../sql/access-filter.js";
import { type RuleColumns, ruleOf } from "../sql/document-rule.js";
import { prepared } from "../sql/prepared-statements.js";
import type { Schema } from "../sql/schema.js";

interface FoundRow extends RuleColumns {
  readonly document_id: string;
  readonly title: string;
  readonly version: string;
  readonly chunk: string;
  readonly previous_chunk_id: string | null;
  readonly next_chunk_id: string | null;
  readonly related: string;
}

/** Finds a chunk for a reader, with up to `limit` related ones; null where there is none for this reader. */
export function chunkFinder(db: Kysely<Schema>) {
  const everything = lookUp(db, sql<SqlBool>`true`);
  const visible = lookUp(db, maySee({ unrestricted: false, principals: [] }));
  return async (
    document_id: string,
    chunk_id: string,
    { unrestricted, principals }: ReaderFilter,
    limit: number,
  ): Promise<FoundChunk | null> => {
    const asked = [limit, document_id, chunk_id];
    const query = unrestricted
      ? { ...everything, parameters: asked }
      : { ...visible, parameters: [...asked, [...principals]] };
    const row = (await db.executeQuery<FoundRow>(query)).rows[0];
    if (row === undefined) return null;
    const { title, version, chunk, related, previous_chunk_id, next_chunk_id } = row;
    return {
      document: { document_id: row.document_id, title, version },
      access_rules: ruleOf(row),
      chunk: new JsonText(chunk),
      related: new JsonText(related),
      previous_chunk_id,
      next_chunk_id,
    };
  };
}

/**
 * One statement, because one statement sees one state of the database: a version that is published meanwhile is in all
 * of the answer or in none of it. Every part is a look-up by key. An index alone determines the related chunks before
 * their text is read, because thousands of articles may name one annex.
 *
 * Parameters: how many related chunks, the document, the chunk, and those of `visible`.
 */
function lookUp(db: Kysely<Schema>, visible: RawBuilder<SqlBool>): CompiledQuery<FoundRow> {
  return prepared(
    sql<FoundRow>`
      SELECT document_id, title, version, allow_all, allowed_department_codes, allowed_groups, allowed_users,
        found.chunk::text,
        (SELECT chunk_id FROM chunks WHERE revision_id = found.revision_id AND place = found.place - 1) AS previous_chunk_id,
        (SELECT chunk_id FROM chunks WHERE revision_id = found.revision_id AND place = found.place + 1) AS next_chunk_id,
        (SELECT '[' || coalesce(string_agg(body, ',' ORDER BY nth), '') || ']' FROM (
          SELECT nth, body, sum(octet_length(body) + 1) OVER (ORDER BY nth) AS bytes FROM (
            SELECT row_number() OVER (ORDER BY beyond, place) AS nth, chunk::text AS body FROM (
              SELECT revision_id, place, scope <> found.scope AS beyond FROM chunks
              WHERE revision_id = found.revision_id AND scope = ANY (found.scope || found.related_scopes)
                AND place <> found.place
              ORDER BY beyond, place LIMIT ${0}
            ) AS nearest JOIN chunks USING (revision_id, place)
          ) AS numbered
        ) AS measured WHERE bytes + octet_length(found.chunk::text) <= ${sql.lit(ROWS_BYTES_MAX)}) AS related
      FROM documents JOIN chunks AS found USING (revision_id)
      WHERE document_id = ${""} AND found.chunk_id = ${""} AND ${visible}
    `.compile(db),
  );
}
