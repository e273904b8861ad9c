import { isChunkId } from "../chunks/chunk-id.js";
import { problemsWithEmbedVersion } from "../chunks/embed-version.js";
import { isRefusal, NO_DOCUMENT, Refusal, refuse } from "../errors.js";
import { isObject } from "../is-object.js";
import { EMBEDDED_PER_CALL, TEXT_HASH } from "../limits.js";
import type { ChunkStore, EmbeddedChunk, WrittenEmbedVersions } from "../ports/chunk-store.js";
import type { Problem } from "../problems.js";

/**
 * Writes the version of an embedding to those chunks of a document whose text is still the embedded one.
 *
 * @param by_user the sender; null for the service itself
 */
export async function writeEmbedVersions(
  document_id: string,
  body: unknown,
  by_user: string | null,
  chunks: Pick<ChunkStore, "writeEmbedVersions">,
): Promise<WrittenEmbedVersions | Refusal> {
  const read = readEmbedVersions(body);
  if (isRefusal(read)) return read;
  const written = await chunks.writeEmbedVersions(document_id, read.embed_version, read.embedded, by_user);
  return written ?? NO_DOCUMENT;
}

export function readEmbedVersions(
  body: unknown,
): { readonly embed_version: string; readonly embedded: readonly EmbeddedChunk[] } | Refusal {
  if (!isObject(body)) {
    return refuse("INVALID_REQUEST", { code: "body.not_object" });
  }
  const { embed_version, chunks } = body as { readonly embed_version?: unknown; readonly chunks?: unknown };
  const problems = problemsWithEmbedVersion("embed_version", embed_version);
  if (problems.length > 0) return new Refusal("INVALID_REQUEST", problems);
  const embedded = readEmbedded(chunks);
  return isRefusal(embedded) ? embedded : { embed_version: embed_version as string, embedded };
}

function readEmbedded(given: unknown): readonly EmbeddedChunk[] | Refusal {
  if (!Array.isArray(given)) return refuse("INVALID_REQUEST", { code: "embedded.not_array" });
  if (given.length > EMBEDDED_PER_CALL) {
    return refuse("INVALID_REQUEST", { code: "embedded.too_many", length: given.length, max: EMBEDDED_PER_CALL });
  }
  const firstIndex = new Map<string, number>();
  for (const [index, entry] of given.entries()) {
    const field = `chunks[${index}]`;
    const problem = problemWithEntry(field, entry);
    if (problem !== null) return refuse("INVALID_REQUEST", problem);
    const { chunk_id } = entry as EmbeddedChunk;
    const first = firstIndex.get(chunk_id);
    if (first !== undefined) {
      const duplicate = { code: "embedded.duplicate", field: `${field}.chunk_id`, first_index: first } as const;
      return refuse("INVALID_REQUEST", duplicate);
    }
    firstIndex.set(chunk_id, index);
  }
  return given as readonly EmbeddedChunk[];
}

function problemWithEntry(field: string, entry: unknown): Problem | null {
  if (typeof entry !== "object" || entry === null) return { code: "embedded.ill_formed", field };
  const { chunk_id, text_hash, ...rest } = entry as Record<string, unknown>;
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) return { code: "field.unknown_field", field, name: unknown.slice(0, 64) };
  if (!isChunkId(chunk_id)) return { code: "embedded.no_chunk_id", field: `${field}.chunk_id` };
  if (typeof text_hash !== "string" || !TEXT_HASH.test(text_hash)) {
    return { code: "embedded.no_text_hash", field: `${field}.text_hash` };
  }
  return null;
}
