import type { ReaderFilter } from "@retrieval/core";
import { type FoundOutline, ROWS_BYTES_MAX } from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import { maySee } from "../sql/access-filter.js";
import { isChosen } from "../sql/chosen-revision.js";
import { type RuleColumns, ruleOf } from "../sql/document-rule.js";
import type { Schema } from "../sql/schema.js";

interface OutlineRow extends RuleColumns {
  readonly title: string;
  readonly version: string;
  readonly headings: FoundOutline["headings"];
  readonly truncated: boolean;
  readonly original_for: FoundOutline["original_for"];
  readonly published_at: Date;
}

/** One statement, which sees one version of the document with its rule. */
export async function findOutline(
  db: Kysely<Schema>,
  document_id: string,
  reader: ReaderFilter,
  revision_id?: string,
): Promise<FoundOutline | null> {
  const { rows } = await sql<OutlineRow>`
    SELECT revisions.title, revisions.version, allow_all, allowed_department_codes, allowed_groups, allowed_users,
      headings, truncated, original_for, published_at
    FROM documents JOIN revisions ON ${isChosen(revision_id)}, LATERAL (
      SELECT coalesce(json_agg(heading ORDER BY place) FILTER (WHERE bytes <= ${ROWS_BYTES_MAX}), '[]') AS headings,
        coalesce(bool_or(bytes > ${ROWS_BYTES_MAX}), false) AS truncated
      FROM (
        SELECT place, heading, sum(octet_length(heading::text) + 1) OVER (ORDER BY place) AS bytes
        FROM chunks, LATERAL (
          SELECT json_build_object('chunk_id', chunk_id, 'section',
            -- A heading that another ingestion put outside every section has nothing but its text.
            coalesce(chunk #> '{metadata,section_path,-1}',
              json_build_object('level', 1, 'type', 'section', 'label', '', 'title', chunk ->> 'content'))) AS heading
        ) AS built
        WHERE chunks.revision_id = revisions.revision_id AND chunk ->> 'text_type' IN ('heading', 'annex_title')
      ) AS measured
    ) AS outline
    WHERE documents.document_id = ${document_id} AND ${maySee(reader)}
  `.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  const { title, version, headings, truncated, original_for } = row;
  const document = { document_id, title, version, published_at: row.published_at.getTime() };
  return { document, access_rules: ruleOf(row), headings, truncated, original_for };
}
