import type { DocumentMeaning, EmbeddingModel } from "@retrieval/core/ports";
import { SCALE_BYTES } from "@retrieval/core/search";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../sql/schema.js";

/** How many vectors come in one row: a value of PostgreSQL, and a text of JavaScript, has a longest size. */
const SLICE = 2_000;

interface SliceRow {
  readonly revision_id: string;
  readonly dimensions: number;
  readonly parts: number;
  readonly first: number;
  readonly places: number[];
  readonly chunk_counts: number[];
  readonly vectors: string | null;
}

/** Reads the vectors of revisions by one statement; a revision without all of them is left out. */
export async function readMeanings(
  db: Kysely<Schema>,
  { model, variant }: EmbeddingModel,
  revision_ids: readonly string[],
): Promise<ReadonlyMap<string, DocumentMeaning>> {
  const slice = sql`${sql.lit(SLICE)}`;
  const { rows } = await sql<SliceRow>`
    SELECT revision_id, dimensions, parts, first, places[first + 1 : first + ${slice}] AS places,
      chunk_counts[first + 1 : first + ${slice}] AS chunk_counts, (
        SELECT encode(string_agg(vector, ''::bytea ORDER BY nth), 'base64')
        FROM unnest(text_hashes[first + 1 : first + ${slice}]) WITH ORDINALITY AS named (text_hash, nth)
        JOIN embeddings ON embeddings.model_id = embedded_revisions.model_id
          AND embeddings.text_hash = named.text_hash
      ) AS vectors
    FROM embedding_models JOIN embedded_revisions USING (model_id),
      generate_series(0, parts - 1, ${slice}) AS first
    WHERE model = ${model} AND variant = ${variant}
      AND revision_id = ANY (${[...revision_ids]}::bigint[]) AND dimensions IS NOT NULL
    ORDER BY revision_id, first
  `.execute(db);
  const meanings = new Map<string, DocumentMeaning>();
  const torn = new Set<string>();
  for (const { revision_id, dimensions, parts, first, places, chunk_counts, vectors } of rows) {
    const packed = Buffer.from(vectors ?? "", "base64");
    const size = SCALE_BYTES + dimensions;
    if (packed.length !== places.length * size) torn.add(revision_id);
    if (torn.has(revision_id)) continue;
    const meaning = meanings.get(revision_id) ?? { dimensions, parts: [], vectors: new Uint8Array(parts * size) };
    meaning.vectors.set(packed, first * size);
    const read = places.map((place, i) => ({ place, chunks: chunk_counts[i] as number }));
    meanings.set(revision_id, { ...meaning, parts: first === 0 ? read : [...meaning.parts, ...read] });
  }
  for (const revision_id of torn) meanings.delete(revision_id);
  return meanings;
}
