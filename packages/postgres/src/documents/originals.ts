import { createHash } from "node:crypto";
import type { OriginalFile, UploadedOriginal } from "@retrieval/core/documents";
import { UnavailableError } from "@retrieval/core/errors";
import { type Kysely, sql, type Transaction } from "kysely";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";

/** How many bytes one row of a file has. */
const ROW_BYTES = 1024 * 1024;
/** How many are sent at once: a client that does not read keeps as many in memory. A divisor of {@link ROW_BYTES}. */
const PART_BYTES = 64 * 1024;

/** A revision's reference to its original file. */
export interface StoredOriginal extends OriginalFile {
  readonly original: Buffer;
}

export const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** Stores a file, unless a file with the same content is stored. */
export async function storeOriginal(
  trx: Transaction<Schema>,
  { bytes, media_type, original_for }: UploadedOriginal,
): Promise<StoredOriginal> {
  const sha256 = sha256Of(bytes);
  const added = await trx
    .insertInto("originals")
    .values({ sha256, bytes: bytes.byteLength })
    // An existing row is locked and not written, so that it stays until this transaction refers to it.
    .onConflict((conflict) =>
      conflict.column("sha256").doUpdateSet({ bytes: bytes.byteLength }).where(sql<boolean>`false`),
    )
    .returning("bytes")
    .executeTakeFirst();
  for (let part = 0; added !== undefined && part * ROW_BYTES < bytes.byteLength; part += 1) {
    const content = Buffer.from(bytes.subarray(part * ROW_BYTES, (part + 1) * ROW_BYTES));
    await trx.insertInto("original_parts").values({ sha256, part, content }).execute();
  }
  return { original: sha256, media_type, original_for };
}

/** The file in parts, one statement each, so that no connection waits for a slow client. */
export async function* partsOf(db: Kysely<Schema>, sha256: Buffer, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += PART_BYTES) {
    const reading = () =>
      db
        .selectFrom("original_parts")
        .select(sql<Buffer>`substring(content FROM ${(at % ROW_BYTES) + 1}::int FOR ${PART_BYTES}::int)`.as("content"))
        .where("sha256", "=", sha256)
        .where("part", "=", Math.floor(at / ROW_BYTES))
        .executeTakeFirst();
    const row = await query(reading);
    if (row === undefined) throw new UnavailableError("The original file was removed while it was being sent.");
    yield row.content;
  }
}

/**
 * Deletes the files that no revision refers to. A file that another transaction holds is left to the next call.
 * The second statement sees references that were committed before the lock.
 */
export async function dropUnusedOriginals(trx: Transaction<Schema>): Promise<void> {
  const unused = sql<boolean>`NOT EXISTS (SELECT FROM revisions WHERE original = originals.sha256)`;
  const held = await trx.selectFrom("originals").select("sha256").where(unused).forUpdate().skipLocked().execute();
  if (held.length === 0) return;
  await trx
    .deleteFrom("originals")
    .where(
      "sha256",
      "in",
      held.map(({ sha256 }) => sha256),
    )
    .where(unused)
    .execute();
}

/** How many files are stored, and their size. */
export function originalsSize(db: Kysely<Schema>): Promise<{ readonly files: number; readonly bytes: number }> {
  return query(async () => {
    const { files, bytes } = await db
      .selectFrom("originals")
      .select((select) => select.fn.countAll<string>().as("files"))
      .select((select) => select.fn.coalesce(select.fn.sum<string>("bytes"), sql<string>`0`).as("bytes"))
      .executeTakeFirstOrThrow();
    return { files: Number(files), bytes: Number(bytes) };
  });
}
