import type { Transaction } from "kysely";
import type { Schema } from "../sql/schema.js";
import { chunkBatches } from "./chunk-batches.js";
import { type StoredOriginal, sha256Of } from "./originals.js";
import { BATCH_CHARACTERS, type RevisionContent } from "./revisions.js";

/** Whether a revision of a document has the chunks and the original file of a version; null has none. */
export async function hasContent(
  trx: Transaction<Schema>,
  revision_id: string | null,
  { chunks, relations, original = null }: RevisionContent,
): Promise<boolean> {
  if (revision_id === null) return false;
  const published = await trx
    .selectFrom("revisions")
    .select(["original", "original_media_type", "original_for"])
    .select(({ selectFrom }) =>
      selectFrom("chunks")
        .select(({ fn }) => fn.countAll<string>().as("chunks"))
        .whereRef("chunks.revision_id", "=", "revisions.revision_id")
        .as("chunks"),
    )
    .where("revision_id", "=", revision_id)
    .executeTakeFirstOrThrow();
  if (Number(published.chunks) !== chunks.length || !hasOriginal(published, original)) return false;
  for (const { from, to } of chunkBatches(chunks, BATCH_CHARACTERS)) {
    const rows = await trx
      .selectFrom("chunks")
      .select(["chunk", "scope", "related_scopes"])
      .where("revision_id", "=", revision_id)
      .where("place", ">=", from)
      .where("place", "<", to)
      .orderBy("place")
      .execute();
    const isSame = (row: (typeof rows)[number], i: number) => {
      const { scope, related_scopes } = relations[from + i] as RevisionContent["relations"][number];
      const stored = [row.chunk, row.scope, row.related_scopes];
      return JSON.stringify(stored) === JSON.stringify([chunks[from + i], scope, related_scopes]);
    };
    if (!rows.every(isSame)) return false;
  }
  return true;
}

function hasOriginal(
  published: {
    readonly original: Buffer | null;
    readonly original_media_type: string | null;
    readonly original_for: StoredOriginal["original_for"] | null;
  },
  original: Exclude<RevisionContent["original"], undefined>,
): boolean {
  if (original === null || published.original === null) return original === published.original;
  const isDefault = "bytes" in original && original.original_for_is_default;
  return (
    published.original.equals("bytes" in original ? sha256Of(original.bytes) : original.original) &&
    published.original_media_type === original.media_type &&
    (isDefault || published.original_for === original.original_for)
  );
}
