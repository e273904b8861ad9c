import type { StructuredChunk } from "@retrieval/core/chunks";
import { type RawBuilder, sql, type Transaction } from "kysely";
import { chunkBatches } from "../documents/chunk-batches.js";
import type { Schema } from "../sql/schema.js";
import type { SearchTexts } from "./search-text.js";

/** How much text is read for one statement: see {@link SearchTexts}. */
const BATCH_CHARACTERS = 50_000;
/** One in this many chunks is in the sample that common terms are counted in. */
export const SAMPLED_OF = 64;

/**
 * How much a transaction may write to copy an audience onto a document's chunks, in entries of the index: less than a
 * second of work. Beyond that, search reads the audience in the document's row, which takes longer for each search.
 */
const COPIED_MAX = 250_000;
/** A changed entry is written whole, with the terms of its text and about this many of title and breadcrumb. */
const TERMS_BESIDE_TEXT = 25;

/** For a row of `documents` that gets a new rule: whether its audience is copied onto its chunks. */
export function isCopiedToEntries(audience: readonly string[]): RawBuilder<boolean> {
  const least = TERMS_BESIDE_TEXT + audience.length;
  // This many entries exceed the limit, whatever their texts, so no more are read.
  const enough = Math.ceil(COPIED_MAX / least) + 1;
  return sql<boolean>`(
    SELECT coalesce(sum(coalesce(length, 0) + ${least}::integer), 0) <= ${COPIED_MAX}::integer FROM (
      SELECT length FROM search_entries WHERE search_entries.revision_id = documents.revision_id
      LIMIT ${sql.lit(enough)}
    ) AS entries
  )`;
}

/**
 * For a row of `documents` that gets a new revision: whether its audience is copied onto that revision's chunks. Their
 * terms are written anyway.
 */
export function isCopiedToNew(revision_id: string, audience: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(SELECT count(*) FROM chunks WHERE chunks.revision_id = ${revision_id}::bigint)
    * ${audience.length}::integer <= ${COPIED_MAX}::integer`;
}

/** Makes the chunks of a document's published revision findable, for the audience that its row has now. */
export async function addSearchEntries(
  trx: Transaction<Schema>,
  document_id: string,
  revision_id: string,
  chunks: readonly StructuredChunk[],
  searchTexts: SearchTexts,
): Promise<void> {
  for (const { from, to } of chunkBatches(chunks, BATCH_CHARACTERS)) {
    const batch = chunks.slice(from, to);
    const texts = await searchTexts.makeFor(batch);
    await sql`
      INSERT INTO search_entries (revision_id, place, document_id, text_type, terms, length, audience, sampled)
      SELECT ${revision_id}::bigint, place, documents.document_id, text_type, terms::tsvector, length,
        CASE WHEN audience_copied THEN audience ELSE '{}' END, sampled
      FROM documents, unnest(
        ${batch.map((_, i) => from + i)}::integer[],
        ${batch.map(({ text_type }) => text_type)}::text[],
        ${texts.map(({ terms }) => terms)}::text[],
        ${texts.map(({ length }) => length)}::integer[],
        ${batch.map(isSampled)}::boolean[]
      ) AS given (place, text_type, terms, length, sampled)
      WHERE documents.document_id = ${document_id}
    `.execute(trx);
  }
}

/** Makes a revision's chunks unfindable: readers see another one now. */
export async function dropSearchEntries(trx: Transaction<Schema>, revision_id: string): Promise<void> {
  await trx.deleteFrom("search_entries").where("revision_id", "=", revision_id).execute();
}

/**
 * Copies the audience of a document's row to its entries where they have a copy, in the transaction that changed it.
 */
export async function copyAudienceToEntries(trx: Transaction<Schema>, document_id: string): Promise<void> {
  await sql`
    UPDATE search_entries SET audience = documents.audience FROM documents
    WHERE documents.document_id = ${document_id} AND search_entries.revision_id = documents.revision_id
      AND documents.audience_copied AND search_entries.audience <> documents.audience
  `.execute(trx);
}

/** By the text's own hash: evenly distributed, and the same whenever the text is indexed again. */
function isSampled({ metadata }: StructuredChunk): boolean {
  return Number.parseInt(metadata.text_hash.slice("sha256:".length, "sha256:".length + 4), 16) % SAMPLED_OF === 0;
}
