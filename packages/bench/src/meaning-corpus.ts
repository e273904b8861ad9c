import type { StructuredChunk } from "@retrieval/core/chunks";
import { isModelFailure } from "@retrieval/core/ports";
import {
  type Calibration,
  calibrate,
  calibrated,
  embeddingModel,
  embeddingParts,
  packVector,
} from "@retrieval/core/search";
import { EmbeddedModel } from "@retrieval/e5";
import { type Database, PostgresEmbeddingStore } from "@retrieval/postgres";
import type pg from "pg";
import { readCorpus } from "./corpus.js";
import { Random } from "./random.js";

/** As the service names it. */
const STORED = (model: string) => embeddingModel(model, { query: "query: ", passage: "passage: " });
const PATTERNS = 256;
/** The share of chance in a generated vector: its length beside that of the real one, which is 1. */
const CHANCE = 1;
const DOCUMENTS_AT_ONCE = 200;

/** What the embedded model really answers: its calibration, and the vectors of some parts of the corpus. */
export interface MeaningPatterns {
  readonly model: string;
  readonly calibration: Calibration;
  readonly vectors: readonly Float32Array[];
}

/** Takes some seconds: the neutral texts and some parts of the corpus are embedded. */
export async function readPatterns(): Promise<MeaningPatterns> {
  const { documents } = await readCorpus();
  const texts = documents.flatMap(({ title, chunks }) => embeddingParts(title, chunks)).map(({ text }) => text);
  const some = Array.from({ length: PATTERNS }, (_, i) => texts[Math.floor((i * texts.length) / PATTERNS)] as string);
  const plain = new EmbeddedModel({ onFailure: (reason) => console.error(reason) });
  const { signal } = new AbortController();
  try {
    const calibration = await calibrate(plain, signal);
    if (isModelFailure(calibration)) throw new Error(`the embedded model: ${calibration.failed}`);
    const vectors = await calibrated(plain, async () => calibration).embed("passage", some, signal);
    if (isModelFailure(vectors)) throw new Error(`the embedded model: ${vectors.failed}`);
    return { model: plain.model, calibration, vectors };
  } finally {
    await plain.stop();
  }
}

/**
 * Stores a vector for each part of each document, as if the embedded model had made them: a real one with as much
 * chance, because a million real ones take nine hours. Keys are not checked row by row.
 *
 * @returns how many parts there are
 */
export async function fillMeaning(database: Database, patterns: MeaningPatterns): Promise<number> {
  const model = STORED(patterns.model);
  const store = new PostgresEmbeddingStore(database);
  await store.keepCalibration(model, patterns.calibration);
  const { rows } = await database.pool.query("UPDATE embedding_models SET dimensions = $1 RETURNING model_id", [
    patterns.vectors[0]?.length,
  ]);
  const client = await database.pool.connect();
  const random = new Random(7);
  let parts = 0;
  try {
    await client.query("SET session_replication_role = replica");
    for (let last = "0"; ; ) {
      const documents = await nextDocuments(client, last);
      if (documents.length === 0) break;
      last = (documents.at(-1) as FilledDocument).revision_id;
      parts += await storeVectors(client, rows[0].model_id, documents, () => near(patterns.vectors, random));
    }
    await client.query("SET session_replication_role = DEFAULT");
    await client.query("VACUUM ANALYZE embeddings, embedded_revisions");
    return parts;
  } finally {
    client.release();
  }
}

interface FilledDocument {
  readonly revision_id: string;
  readonly title: string;
  readonly chunks: readonly StructuredChunk[];
}

async function nextDocuments(client: pg.PoolClient, after: string): Promise<readonly FilledDocument[]> {
  const { rows } = await client.query<FilledDocument>(
    `SELECT revision_id, title, (
      SELECT json_agg(chunk ORDER BY place) FROM chunks WHERE chunks.revision_id = revisions.revision_id
    ) AS chunks FROM revisions WHERE revision_id > $1 ORDER BY revision_id LIMIT $2`,
    [after, DOCUMENTS_AT_ONCE],
  );
  return rows;
}

async function storeVectors(
  client: pg.PoolClient,
  model_id: number,
  documents: readonly FilledDocument[],
  vector: () => Uint8Array,
): Promise<number> {
  const filled = documents.map(({ revision_id, title, chunks }) => {
    const parts = embeddingParts(title, chunks);
    return {
      revision_id,
      places: parts.map(({ place }) => place),
      chunk_counts: parts.map((part) => part.chunks),
      text_hashes: parts.map(({ hash }) => Buffer.from(hash)),
    };
  });
  const hashes = filled.flatMap(({ text_hashes }) => text_hashes);
  await client.query(
    `INSERT INTO embeddings (model_id, text_hash, vector)
    SELECT $1::integer, text_hash, vector FROM unnest($2::bytea[], $3::bytea[]) AS added (text_hash, vector)
    ON CONFLICT DO NOTHING`,
    [model_id, hashes, hashes.map(() => Buffer.from(vector()))],
  );
  for (const { revision_id, places, chunk_counts, text_hashes } of filled) {
    await client.query({
      name: "embedded-revision",
      text: `INSERT INTO embedded_revisions (revision_id, model_id, places, chunk_counts, text_hashes)
        VALUES ($1, $2, $3, $4, $5)`,
      values: [revision_id, model_id, places, chunk_counts, text_hashes],
    });
  }
  return hashes.length;
}

/** Close to a real vector, of length 1. */
function near(vectors: readonly Float32Array[], random: Random): Uint8Array {
  const pattern = random.pick(vectors);
  // Evenly spread numbers have a variance of 1/3.
  const size = CHANCE * Math.sqrt(3 / pattern.length);
  const vector = pattern.map((number) => number + size * (2 * random.next() - 1));
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));
  return packVector(vector.map((number) => number / length));
}
