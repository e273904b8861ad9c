import type { ReaderFilter } from "@retrieval/core";
import type { StructuredChunk } from "@retrieval/core/chunks";
import type { ComparableDraft, ComparableVersions } from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import { maySee } from "../sql/access-filter.js";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";

/** Versions and drafts are revisions. */
export class PostgresComparableVersions implements ComparableVersions {
  constructor(private readonly db: Kysely<Schema>) {}

  async draft(document_id: string, reader: ReaderFilter): Promise<ComparableDraft | null> {
    if (!canBeStored(document_id)) return null;
    return query(async () => {
      const { rows } = await sql<ComparableDraft>`
        SELECT revisions.revision_id::text, revisions.number, revisions.title, revisions.version, effective_from, note
        FROM documents JOIN revisions ON revisions.revision_id = draft_id
        WHERE documents.document_id = ${document_id} AND ${maySee(reader)}
      `.execute(this.db);
      return rows[0] ?? null;
    });
  }

  async chunks(document_id: string, revision_id: string, reader: ReaderFilter): Promise<StructuredChunk[] | null> {
    return query(async () => {
      const { rows } = await sql<{ readonly chunks: StructuredChunk[] }>`
        SELECT (
          SELECT coalesce(json_agg(chunk ORDER BY place), '[]') FROM chunks WHERE chunks.revision_id = revisions.revision_id
        ) AS chunks
        FROM revisions JOIN documents USING (document_id)
        WHERE revisions.revision_id = ${revision_id} AND document_id = ${document_id} AND ${maySee(reader)}
      `.execute(this.db);
      return rows[0]?.chunks ?? null;
    });
  }
}
