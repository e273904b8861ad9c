import type { StructuredChunk } from "@retrieval/core/chunks";

/** How many chunks one statement takes: few round trips, and no statement of hundreds of megabytes. */
const CHUNKS_MAX = 1_000;

/**
 * Chunks in batches of bounded text, each from `from` to before `to`. The process does nothing else while it handles a
 * batch, so the limit keeps that to a fraction of a tenth of a second.
 */
export function* chunkBatches(
  chunks: readonly StructuredChunk[],
  characters: number,
): Generator<{ readonly from: number; readonly to: number }> {
  for (let from = 0, to = 0; from < chunks.length; from = to) {
    for (let text = 0; to < chunks.length && to < from + CHUNKS_MAX && text < characters; to += 1) {
      const { content, content_md } = chunks[to] as StructuredChunk;
      text += (content?.length ?? 0) + (content_md?.length ?? 0);
    }
    yield { from, to };
  }
}
