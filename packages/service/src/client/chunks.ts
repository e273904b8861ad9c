import type { EmbeddedChunk, WrittenEmbedVersions } from "@retrieval/core/ports";
import type { ManagementClient } from "./management-client.js";

/** How long the service may take for the next piece of an export, in milliseconds. */
const SILENCE_MS = 60_000;

/** The export as it comes: JSON, a line a chunk. */
export function exportChunks(
  client: ManagementClient,
  filter: { readonly document_id: string | undefined; readonly stale: string | undefined },
): Promise<AsyncGenerator<string>> {
  return client.stream({ method: "GET", path: ["chunks", "export"], query: { ...filter }, timeoutMs: SILENCE_MS });
}

/** @param chunks at most as many as one call takes */
export async function writeEmbedVersions(
  client: ManagementClient,
  document_id: string,
  embed_version: string,
  chunks: readonly EmbeddedChunk[],
): Promise<WrittenEmbedVersions> {
  const path = ["documents", document_id, "embed-versions"];
  return (await client.call<WrittenEmbedVersions>({ method: "PUT", path, body: { embed_version, chunks } })).body;
}
