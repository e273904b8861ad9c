import type { StructuredChunk } from "@retrieval/core/chunks";
import { type ChunkPage, ROWS_BYTES_MAX } from "@retrieval/core/ports";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "../sql/schema.js";
import { shownChunk } from "../sql/shown-chunk.js";

/**
 * A page of the chunks of one revision of a document.
 *
 * @param revision its id, under `documents`
 * @returns null if it is null
 */
export async function chunkPage(
  db: Kysely<Schema>,
  document_id: string,
  revision: RawBuilder<string | null>,
  { limit, after = -1 }: { limit: number; after?: number },
): Promise<ChunkPage | null> {
  // A version without chunks is still a version: one row with nothing beside it.
  const { rows } = await sql<{ readonly place: number | null; readonly chunk: StructuredChunk | null }>`
    WITH page AS (
      SELECT place, ${shownChunk("chunks")} AS chunk FROM documents LEFT JOIN chunks ON chunks.revision_id = ${revision} AND place > ${after}
      WHERE document_id = ${document_id} AND ${revision} IS NOT NULL ORDER BY place LIMIT ${limit + 1}
    ), measured AS (
      SELECT place, chunk, sum(octet_length(chunk) + 1) OVER (ORDER BY place) AS bytes,
        row_number() OVER (ORDER BY place) AS nth
      FROM page
    )
    SELECT place, CASE WHEN nth = 1 OR bytes <= ${ROWS_BYTES_MAX} THEN chunk::json END AS chunk FROM measured ORDER BY place
  `.execute(db);
  if (rows.length === 0) return null;
  const there = rows.filter((row) => row.place !== null);
  const shown = there.slice(0, limit).filter((row) => row.chunk !== null);
  return {
    chunks: shown.map(({ chunk }) => chunk as StructuredChunk),
    last: shown.at(-1)?.place ?? null,
    more: there.length > shown.length,
  };
}
