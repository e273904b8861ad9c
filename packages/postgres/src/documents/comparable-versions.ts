import type { ReaderFilter } from "@retrieval/core";
import type { StructuredChunk } from "@retrieval/core/chunks";
import type { ComparableDocument, ComparableVersions } from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import { maySee } from "../sql/access-filter.js";
import { type RuleColumns, ruleOf } from "../sql/document-rule.js";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";

type DocumentRow = RuleColumns & Omit<ComparableDocument, "access_rules">;

/** Versions and drafts are revisions. */
export class PostgresComparableVersions implements ComparableVersions {
  constructor(private readonly db: Kysely<Schema>) {}

  async find(document_id: string, reader: ReaderFilter): Promise<ComparableDocument | null> {
    if (!canBeStored(document_id)) return null;
    return query(async () => {
      const { rows } = await sql<DocumentRow>`
        SELECT title, history, abolished, allow_all, allowed_department_codes, allowed_groups, allowed_users, (
          SELECT coalesce(json_agg(json_build_object('revision', revision_id::text, 'number', number, 'version', version,
            'effective_from', effective_from,
            'withdrawn', withdrawn IS NOT NULL, 'note', note, 'notice', notice) ORDER BY number), '[]')
          FROM revisions WHERE revisions.document_id = documents.document_id AND number IS NOT NULL
        ) AS versions, (
          SELECT json_build_object('revision', revision_id::text, 'version', version, 'effective_from', effective_from,
            'note', note, 'number', NULL)
          FROM revisions WHERE revision_id = draft_id
        ) AS draft
        FROM documents WHERE document_id = ${document_id} AND ${maySee(reader)}
      `.execute(this.db);
      const row = rows[0];
      if (row === undefined) return null;
      const { title, history, abolished, versions, draft } = row;
      return { title, history, abolished, versions, draft, access_rules: ruleOf(row) };
    });
  }

  async chunks(document_id: string, revision: string, reader: ReaderFilter): Promise<StructuredChunk[] | null> {
    return query(async () => {
      const { rows } = await sql<{ readonly chunks: StructuredChunk[] }>`
        SELECT (
          SELECT coalesce(json_agg(chunk ORDER BY place), '[]') FROM chunks WHERE chunks.revision_id = revisions.revision_id
        ) AS chunks
        FROM revisions JOIN documents USING (document_id)
        WHERE revisions.revision_id = ${revision} AND document_id = ${document_id} AND ${maySee(reader)}
      `.execute(this.db);
      return rows[0]?.chunks ?? null;
    });
  }
}
