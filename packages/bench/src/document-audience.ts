import type { ReaderFilter } from "@retrieval/core";

/** Does the triggers' work for many documents that were inserted without them. */
export const FILL_DOCUMENT_AUDIENCE = `INSERT INTO document_audience (principal, document_id)
  SELECT unnest(audience), document_id FROM documents WHERE revision_id IS NOT NULL`;

/**
 * How many documents a reader may see, as a query for `pg`: no answer of the service has this number. Each document
 * counts at the first of the reader's principals that leads to it.
 */
export function countVisible({ principals }: ReaderFilter): { text: string; values: string[] } {
  const ofEach = principals.map((_, i) => {
    const before = principals.slice(0, i).map(
      (_, j) =>
        `AND NOT EXISTS (SELECT FROM document_audience AS other
           WHERE other.principal = $${j + 1} AND other.document_id = mine.document_id)`,
    );
    return `(SELECT count(*) FROM document_audience AS mine WHERE principal = $${i + 1} ${before.join(" ")})`;
  });
  return { text: `SELECT ${ofEach.join(" + ")} AS count`, values: [...principals] };
}
