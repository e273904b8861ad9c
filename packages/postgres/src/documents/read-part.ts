import type { ReaderFilter } from "@retrieval/core";
import { type FoundPart, JsonText, type PartToRead, ROWS_BYTES_MAX } from "@retrieval/core/ports";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { maySee } from "../sql/access-filter.js";
import { isChosen } from "../sql/chosen-revision.js";
import { type RuleColumns, ruleOf } from "../sql/document-rule.js";
import type { Schema } from "../sql/schema.js";
import { shownChunk } from "../sql/shown-chunk.js";
import { canBeStored } from "../sql/storable-text.js";

interface PartRow extends RuleColumns {
  readonly title: string;
  readonly version: string;
  readonly published_at: Date;
  readonly revision: string;
  readonly total: number;
  readonly first: number | null;
  readonly chunks: string;
  readonly sections: readonly string[];
  readonly related_sections: FoundPart["related_sections"];
}

/**
 * One statement, which sees one version of the document with its rule. Each part of it is a look-up by key or a range of
 * places, so its cost does not grow with the document.
 */
export async function readPart(
  db: Kysely<Schema>,
  document_id: string,
  part: PartToRead,
  limit: number,
  reader: ReaderFilter,
  revision_id?: string,
): Promise<FoundPart | null> {
  const { place, before, after } = rangeOf(part, limit);
  const { rows } = await sql<PartRow>`
    SELECT revisions.title, revisions.version, allow_all, allowed_department_codes, allowed_groups, allowed_users,
      revisions.revision_id::text AS revision, part.*, published_at,
      (SELECT coalesce(max(place) + 1, 0) FROM chunks WHERE chunks.revision_id = revisions.revision_id) AS total
    FROM documents JOIN revisions ON ${isChosen(revision_id)}, LATERAL (SELECT ${place} AS place) AS asked, LATERAL (
      SELECT min(place) AS first, coalesce(array_agg(scope ORDER BY place), '{}') AS sections,
        coalesce(
          json_agg(json_build_object('section', scope, 'related', related_scopes) ORDER BY place)
            FILTER (WHERE opens AND related_scopes <> '{}'), '[]') AS related_sections,
        '[' || coalesce(string_agg(body, ',' ORDER BY place), '') || ']' AS chunks
      FROM (
        SELECT place, scope, related_scopes, body, row_number() OVER (PARTITION BY scope ORDER BY place) = 1 AS opens,
          row_number() OVER nearest AS nth,
          sum(octet_length(body) + octet_length(scope) + CASE related_scopes WHEN '{}' THEN 0 ELSE
            octet_length(to_json(related_scopes)::text) + octet_length(scope) END + ${sql.lit(SEPARATORS)}) OVER nearest AS bytes
        FROM (
          SELECT place, scope, related_scopes, ${shownChunk("chunks")} AS body FROM chunks
          WHERE chunks.revision_id = revisions.revision_id
            AND place >= asked.place - ${sql.lit(before)} AND place < asked.place + ${sql.lit(after)}
        ) AS near
        WINDOW nearest AS (ORDER BY place < asked.place, abs(place - asked.place))
      ) AS measured WHERE nth = 1 OR bytes <= ${sql.lit(ROWS_BYTES_MAX)}
    ) AS part
    WHERE documents.document_id = ${document_id} AND ${maySee(reader)}
  `.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  const { title, version, revision, total, first, chunks, sections, related_sections } = row;
  return {
    document: { document_id, title, version, published_at: row.published_at.getTime() },
    access_rules: ruleOf(row),
    revision,
    total,
    first,
    chunks: new JsonText(chunks),
    sections,
    related_sections,
  };
}

/** The commas, quotes and names of fields of a row in the answer. */
const SEPARATORS = 40;

/** The place that is read first, and how many chunks before it and from it on. */
function rangeOf(part: PartToRead, limit: number) {
  if (!("around" in part)) {
    const [at, before] = "from" in part ? [part.from, 0] : [part.until, limit];
    const place = sql`CASE WHEN revisions.revision_id::text = ${part.revision} THEN ${sql.lit(at)}::integer END`;
    return { place, before, after: limit - before };
  }
  const { around } = part;
  if (around === null) return { place: sql`0`, before: 0, after: limit };
  const before = Math.floor(limit / 4);
  return { place: canBeStored(around) ? placeOf(around) : sql`NULL::integer`, before, after: limit - before };
}

function placeOf(passage: string): RawBuilder<unknown> {
  return sql`coalesce(
    (SELECT place FROM chunks WHERE chunks.revision_id = revisions.revision_id AND chunk_id = ${passage}),
    (SELECT min(place) FROM chunks WHERE chunks.revision_id = revisions.revision_id AND scope = ${passage})
  )`;
}
