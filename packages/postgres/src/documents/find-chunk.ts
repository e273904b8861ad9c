import type { ReaderFilter } from "@retrieval/core";
import { type FoundChunk, JsonText, ROWS_BYTES_MAX } from "@retrieval/core/ports";
import { type CompiledQuery, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { maySee } from "../sql/access-filter.js";
import { type RuleColumns, ruleOf } from "../sql/document-rule.js";
import { prepared } from "../sql/prepared-statements.js";
import type { Schema } from "../sql/schema.js";
import { shownChunk } from "../sql/shown-chunk.js";

interface FoundRow extends RuleColumns {
  readonly document_id: string;
  readonly title: string;
  readonly version: string;
  readonly chunk: string;
  readonly previous_chunk_id: string | null;
  readonly next_chunk_id: string | null;
  readonly related: string;
  readonly related_ids: FoundChunk["related_ids"];
  readonly scope_type: FoundChunk["scope_type"];
}

/** About what an entry of `related` takes beside its chunk_id. */
const ID_BYTES = 48;

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
    const { title, version, chunk, related, related_ids, scope_type, previous_chunk_id, next_chunk_id } = row;
    return {
      document: { document_id: row.document_id, title, version },
      access_rules: ruleOf(row),
      chunk: new JsonText(chunk),
      related: new JsonText(related),
      related_ids,
      scope_type,
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
        ${shownChunk("found")} AS chunk,
        (SELECT chunk_id FROM chunks WHERE revision_id = found.revision_id AND place = found.place - 1) AS previous_chunk_id,
        (SELECT chunk_id FROM chunks WHERE revision_id = found.revision_id AND place = found.place + 1) AS next_chunk_id,
        (SELECT element ->> 'type'
          FROM json_array_elements(found.chunk #> '{metadata,section_path}') WITH ORDINALITY AS path (element, depth)
          WHERE element ->> 'type' IN ('article', 'annex', 'supplement') ORDER BY depth DESC LIMIT 1) AS scope_type,
        related, related_ids
      FROM documents JOIN chunks AS found USING (revision_id), LATERAL (
        WITH near AS (
          SELECT place, beyond, chunk_id, body FROM (
            SELECT place, beyond, chunk_id, body,
              sum(octet_length(body) + octet_length(chunk_id) + ${sql.lit(ID_BYTES)}) OVER (ORDER BY beyond, place) AS bytes
            FROM (
              SELECT place, beyond, chunk_id, ${shownChunk("chunks")} AS body FROM (
                SELECT revision_id, place, scope <> found.scope AS beyond FROM chunks
                WHERE revision_id = found.revision_id AND scope = ANY (found.scope || found.related_scopes)
                  AND place <> found.place
                ORDER BY beyond, place LIMIT ${0}
              ) AS nearest JOIN chunks USING (revision_id, place)
            ) AS texts
          ) AS measured WHERE bytes + octet_length(found.chunk::text) <= ${sql.lit(ROWS_BYTES_MAX)}
        )
        SELECT
          (SELECT '[' || coalesce(string_agg(body, ',' ORDER BY beyond, place), '') || ']' FROM near) AS related,
          (SELECT coalesce(json_agg(json_build_object('chunk_id', chunk_id, 'beyond', beyond) ORDER BY beyond, place), '[]')
            FROM (
              SELECT place, beyond, chunk_id FROM near
              UNION
              SELECT opening.place, true, opening.chunk_id FROM unnest(found.related_scopes) AS other (scope), LATERAL (
                SELECT place, chunk_id FROM chunks
                WHERE revision_id = found.revision_id AND chunks.scope = other.scope ORDER BY place LIMIT 1
              ) AS opening
            ) AS named) AS related_ids
      ) AS related_chunks
      WHERE document_id = ${""} AND found.chunk_id = ${""} AND ${visible}
    `.compile(db),
  );
}
