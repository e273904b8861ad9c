import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Joins a document with its version in force, or with another one of its own. */
export function isChosen(revision_id: string | undefined): RawBuilder<SqlBool> {
  return revision_id === undefined
    ? sql`revisions.revision_id = documents.revision_id`
    : sql`revisions.revision_id = ${revision_id}::bigint AND revisions.document_id = documents.document_id`;
}
