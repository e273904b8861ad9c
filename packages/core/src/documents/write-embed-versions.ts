import { isChunkId } from "../chunks/chunk-id.js";
import { problemWithEmbedVersion } from "../chunks/embed-version.js";
import { isRefusal, type Refusal, refuse } from "../errors.js";
import { EMBEDDED_PER_CALL, TEXT_HASH } from "../limits.js";
import type { ChunkStore, EmbeddedChunk, WrittenEmbedVersions } from "../ports/chunk-store.js";

/**
 * Writes the version of an embedding back to the chunks of a document whose text is still the one that was embedded.
 *
 * @param by_user who sent it; null for the service itself
 */
export async function writeEmbedVersions(
  document_id: string,
  body: { readonly embed_version?: unknown; readonly chunks?: unknown },
  by_user: string | null,
  chunks: Pick<ChunkStore, "writeEmbedVersions">,
): Promise<WrittenEmbedVersions | Refusal> {
  const problem = problemWithEmbedVersion(body.embed_version);
  if (problem !== null) return refuse("INVALID_REQUEST", `embed_version ${problem}.`);
  const embedded = readEmbedded(body.chunks);
  if (isRefusal(embedded)) return embedded;
  const written = await chunks.writeEmbedVersions(document_id, body.embed_version as string, embedded, by_user);
  return written ?? refuse("DOCUMENT_NOT_FOUND", "No such document.");
}

function readEmbedded(given: unknown): readonly EmbeddedChunk[] | Refusal {
  if (!Array.isArray(given)) return refuse("INVALID_REQUEST", "chunks must be an array of {chunk_id, text_hash}.");
  if (given.length > EMBEDDED_PER_CALL) {
    return refuse(
      "INVALID_REQUEST",
      `chunks has ${given.length} entries; at most ${EMBEDDED_PER_CALL} are allowed in one call. Nothing was written.`,
    );
  }
  const firstIndex = new Map<string, number>();
  for (const [index, entry] of given.entries()) {
    const problem = problemWithEntry(entry);
    if (problem !== null) return refuse("INVALID_REQUEST", `chunks[${index}]${problem}.`);
    const { chunk_id } = entry as EmbeddedChunk;
    const first = firstIndex.get(chunk_id);
    if (first !== undefined)
      return refuse("INVALID_REQUEST", `chunks[${index}].chunk_id stands already in chunks[${first}].`);
    firstIndex.set(chunk_id, index);
  }
  return given as readonly EmbeddedChunk[];
}

function problemWithEntry(entry: unknown): string | null {
  if (typeof entry !== "object" || entry === null) return " must be {chunk_id, text_hash}";
  const { chunk_id, text_hash, ...rest } = entry as Record<string, unknown>;
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) return ` has an unknown field ${JSON.stringify(unknown.slice(0, 64))}`;
  if (!isChunkId(chunk_id)) return ".chunk_id is not a chunk_id";
  if (typeof text_hash !== "string" || !TEXT_HASH.test(text_hash))
    return ".text_hash must be sha256: and 64 lowercase hex characters";
  return null;
}
