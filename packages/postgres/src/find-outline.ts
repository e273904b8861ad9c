import type { FoundOutline, ReaderFilter, SectionPathElement } from "@retrieval/core";
import { type Kysely, sql } from "kysely";
import { maySee } from "./access-filter.js";
import { type RuleColumns, ruleOf } from "./document-rule.js";
import type { Schema } from "./schema.js";

interface OutlineRow extends RuleColumns {
  readonly title: string;
  readonly version: string;
  readonly headings: readonly { readonly chunk_id: string; readonly section: SectionPathElement }[];
}

/** One statement, which sees one version of the document with its rule. */
export async function findOutline(
  db: Kysely<Schema>,
  document_id: string,
  reader: ReaderFilter,
): Promise<FoundOutline | null> {
  const { rows } = await sql<OutlineRow>`
    SELECT title, version, allow_all, allowed_department_codes, allowed_groups, allowed_users,
      (SELECT coalesce(json_agg(json_build_object('chunk_id', chunk_id, 'section',
          -- A heading that another ingestion put outside every section has nothing but its text.
          coalesce(chunk #> '{metadata,section_path,-1}',
            json_build_object('level', 1, 'type', 'section', 'label', '', 'title', chunk ->> 'content')))
          ORDER BY place), '[]')
        FROM search_entries JOIN chunks USING (revision_id, place)
        WHERE revision_id = documents.revision_id AND text_type IN ('heading', 'annex_title')) AS headings
    FROM documents
    WHERE document_id = ${document_id} AND revision_id IS NOT NULL AND ${maySee(reader)}
  `.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  const { title, version, headings } = row;
  return { document: { document_id, title, version }, access_rules: ruleOf(row), headings };
}
