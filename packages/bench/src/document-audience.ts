import type { ReaderFilter } from "@retrieval/core";

/** What triggers do for each document, for many that were filled in without them. */
export const FILL_DOCUMENT_AUDIENCE = `INSERT INTO document_audience (principal, document_id)
  SELECT unnest(audience), document_id FROM documents WHERE revision_id IS NOT NULL`;

/** How many documents a reader may see, as a query for `pg`: no answer of the service says it. */
export function countVisible({ principals }: ReaderFilter): { text: string; values: string[] } {
  const ofEach = principals.map((_, i) => `SELECT document_id FROM document_audience WHERE principal = $${i + 1}`);
  return { text: `SELECT count(*) FROM (${ofEach.join(" UNION ")}) AS visible`, values: [...principals] };
}
