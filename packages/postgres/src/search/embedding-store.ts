import type { StructuredChunk } from "@retrieval/core/chunks";
import type {
  DocumentToEmbed,
  EmbeddedPart,
  EmbeddingModel,
  EmbeddingProgress,
  EmbeddingStore,
} from "@retrieval/core/ports";
import { type Calibration, packVector } from "@retrieval/core/search";
import { sql, type Transaction } from "kysely";
import type { Database } from "../connection/database.js";
import { type Release, tryHeldTurn } from "../sql/held-turn.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { isSearched } from "../sql/searched-revision.js";

/** Vectors in ordinary tables. */
export class PostgresEmbeddingStore implements EmbeddingStore {
  constructor(private readonly database: Pick<Database, "db" | "pool">) {}

  calibration(model: EmbeddingModel): Promise<Calibration | null> {
    return query(async () => {
      const { rows } = await sql<{ means: Buffer; mean: number; deviation: number }>`
        SELECT means, similarity_mean AS mean, similarity_deviation AS deviation FROM embedding_models
        WHERE model_id = ${idOf(model)} AND means IS NOT NULL
      `.execute(this.database.db);
      if (rows[0] === undefined) return null;
      const { means, ...similarity } = rows[0];
      // A copy, which begins where 32-bit floats may.
      return { means: new Float32Array(new Uint8Array(means).buffer), similarity };
    });
  }

  async keepCalibration(model: EmbeddingModel, { means, similarity }: Calibration): Promise<void> {
    await inTransaction(this.database.db, async (trx) => {
      const { model_id } = await use(trx, model, null);
      await sql`
        UPDATE embedding_models SET means = ${Buffer.from(means.buffer, means.byteOffset, means.byteLength)},
          similarity_mean = ${similarity.mean}, similarity_deviation = ${similarity.deviation}
        WHERE model_id = ${model_id} AND means IS NULL
      `.execute(trx);
    });
  }

  next(
    model: EmbeddingModel,
    { only_open, except, limit }: { only_open: boolean; except: readonly string[]; limit: number },
  ): Promise<readonly DocumentToEmbed[]> {
    return query(async () => {
      const { rows } = await sql<DocumentToEmbed>`
        SELECT document_id, revision_id, title FROM (${SEARCHED}) AS searched
        WHERE NOT ${isEmbedded(model)} AND (allow_all OR NOT ${only_open})
          AND revision_id <> ALL (${[...except]}::bigint[])
        ORDER BY updated_at, document_id, revision_id LIMIT ${limit}
      `.execute(this.database.db);
      return rows;
    });
  }

  chunks(revision_id: string): Promise<readonly StructuredChunk[] | null> {
    return query(async () => {
      const { rows } = await sql<{ chunk: StructuredChunk | null }>`
        SELECT chunk FROM (${SEARCHED}) AS searched LEFT JOIN chunks USING (revision_id)
        WHERE revision_id = ${revision_id}::bigint ORDER BY place
      `.execute(this.database.db);
      return rows.length === 0 ? null : rows.flatMap(({ chunk }) => chunk ?? []);
    });
  }

  missing(
    model: EmbeddingModel,
    { revision_id, only_open }: { revision_id: string; only_open: boolean },
    hashes: readonly Uint8Array[],
  ): Promise<readonly Uint8Array[] | null> {
    return query(async () => {
      const { rows } = await sql<{ missing: number[] }>`
        SELECT ARRAY(
          SELECT nth::integer FROM unnest(${bytes(hashes)}::bytea[]) WITH ORDINALITY AS asked (text_hash, nth)
          WHERE NOT EXISTS (
            SELECT FROM embeddings WHERE model_id = ${idOf(model)} AND embeddings.text_hash = asked.text_hash
          ) ORDER BY nth
        ) AS missing
        FROM (${SEARCHED}) AS searched WHERE revision_id = ${revision_id}::bigint AND (allow_all OR NOT ${only_open})
      `.execute(this.database.db);
      return rows[0]?.missing.map((nth) => hashes[nth - 1] as Uint8Array) ?? null;
    });
  }

  add(
    model: EmbeddingModel,
    vectors: readonly { readonly hash: Uint8Array; readonly vector: Float32Array }[],
  ): Promise<number> {
    return inTransaction(this.database.db, async (trx) => {
      const given = vectors[0]?.vector.length ?? 0;
      const { model_id, dimensions } = await use(trx, model, given);
      if (dimensions !== given) return dimensions;
      await sql`
        INSERT INTO embeddings (model_id, text_hash, vector)
        SELECT ${model_id}::integer, text_hash, vector
        FROM unnest(
          ${bytes(vectors.map(({ hash }) => hash))}::bytea[],
          ${bytes(vectors.map(({ vector }) => packVector(vector)))}::bytea[]
        ) AS added (text_hash, vector)
        ON CONFLICT DO NOTHING
      `.execute(trx);
      return dimensions;
    });
  }

  finish(
    model: EmbeddingModel,
    revision_id: string,
    parts: readonly EmbeddedPart[],
    embed_version: string,
  ): Promise<void> {
    return inTransaction(this.database.db, async (trx) => {
      const { model_id } = await use(trx, model, null);
      const text_hashes = bytes(parts.map(({ hash }) => hash));
      await sql`
        WITH finished AS (
          INSERT INTO embedded_revisions (revision_id, model_id, places, chunk_counts, text_hashes)
          SELECT revision_id, ${model_id}::integer, ${parts.map(({ place }) => place)}::integer[],
            ${parts.map(({ chunks }) => chunks)}::integer[], ${text_hashes}::bytea[]
          FROM revisions WHERE revision_id = ${revision_id}::bigint
            AND ${isSearched("revisions")} AND NOT EXISTS (
              SELECT FROM unnest(${text_hashes}::bytea[]) AS needed (text_hash)
              WHERE NOT EXISTS (
                SELECT FROM embeddings WHERE model_id = ${model_id} AND embeddings.text_hash = needed.text_hash
              )
            )
          FOR NO KEY UPDATE OF revisions
          ON CONFLICT DO NOTHING
          RETURNING revision_id
        )
        UPDATE revisions SET embed_version = ${embed_version} FROM finished
        WHERE revisions.revision_id = finished.revision_id
      `.execute(trx);
    });
  }

  progress(model: EmbeddingModel, only_open: boolean): Promise<EmbeddingProgress> {
    return query(async () => {
      const { rows } = await sql<EmbeddingProgress>`
        SELECT count(*)::integer AS documents, count(*) FILTER (WHERE is_embedded)::integer AS embedded,
          count(*) FILTER (WHERE NOT is_embedded AND NOT allow_all AND ${only_open})::integer AS kept_back
        FROM (
          SELECT allow_all, ${isEmbedded(model)} AS is_embedded FROM (${SEARCHED}) AS searched
        ) AS published
      `.execute(this.database.db);
      return rows[0] as EmbeddingProgress;
    });
  }

  async noteUse(model: EmbeddingModel): Promise<void> {
    await inTransaction(this.database.db, (trx) => use(trx, model, null));
  }

  removeUnused(): Promise<number> {
    return query(async () => {
      const { db } = this.database;
      await sql`
        DELETE FROM embedding_models WHERE used_at < now() - interval '1 day'
          AND EXISTS (SELECT FROM embedding_models AS used WHERE used.used_at >= now() - interval '1 day')
      `.execute(db);
      await sql`
        DELETE FROM embedded_revisions WHERE NOT EXISTS (
          SELECT FROM revisions WHERE revisions.revision_id = embedded_revisions.revision_id AND ${isSearched("revisions")}
        )
      `.execute(db);
      const { numAffectedRows } = await sql`
        DELETE FROM embeddings WHERE added_at < now() - interval '1 day' AND NOT EXISTS (
          SELECT FROM (SELECT model_id, unnest(text_hashes) AS text_hash FROM embedded_revisions) AS named
          WHERE named.model_id = embeddings.model_id AND named.text_hash = embeddings.text_hash
        )
      `.execute(db);
      return Number(numAffectedRows ?? 0);
    });
  }

  takeTurn(): Promise<Release | null> {
    return query(() => tryHeldTurn(this.database, "embeddings"));
  }
}

/** pg writes lists of buffers, and not of other byte arrays, as bytea. */
const bytes = (arrays: readonly Uint8Array[]) =>
  arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));

/** null for a model that was never used. */
const idOf = ({ model, variant }: EmbeddingModel) => sql<number | null>`(
  SELECT model_id FROM embedding_models WHERE model = ${model} AND variant = ${variant}
)`;

/** The versions in force and those to come, each with its document's rule. */
const SEARCHED = sql`
  SELECT documents.document_id, revisions.revision_id, revisions.title, documents.updated_at, allow_all
  FROM revisions JOIN documents USING (document_id) WHERE ${isSearched("revisions")}`;

const isEmbedded = (model: EmbeddingModel) => sql<boolean>`EXISTS (
  SELECT FROM embedded_revisions
  WHERE embedded_revisions.revision_id = searched.revision_id AND model_id = ${idOf(model)}
)`;

/** Notes the use of a model; the first vector decides its dimension. */
async function use<Given extends number | null>(
  trx: Transaction<Schema>,
  { model, variant }: EmbeddingModel,
  given: Given,
): Promise<{ readonly model_id: number; readonly dimensions: number | Given }> {
  const { rows } = await sql<{ model_id: number; dimensions: number | Given }>`
    INSERT INTO embedding_models (model, variant, dimensions)
    VALUES (${model}, ${variant}, ${given}::integer)
    ON CONFLICT (model, variant) DO UPDATE
      SET used_at = now(), dimensions = coalesce(embedding_models.dimensions, excluded.dimensions)
    RETURNING model_id, dimensions
  `.execute(trx);
  return rows[0] as (typeof rows)[0];
}
