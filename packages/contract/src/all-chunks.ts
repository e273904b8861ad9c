import type { StructuredChunk } from "@retrieval/core/chunks";
import type { ChunkStore } from "@retrieval/core/ports";

/** Every chunk of a published version, page after page; null if the document has none. */
export async function allChunks(
  store: Pick<ChunkStore, "list">,
  document_id: string,
): Promise<StructuredChunk[] | null> {
  const chunks: StructuredChunk[] = [];
  for (let after = -1; ; ) {
    const page = await store.list(document_id, { draft: false, limit: 10_000, after });
    if (page === null) return null;
    chunks.push(...page.chunks);
    if (!page.more) return chunks;
    after = page.last as number;
  }
}
