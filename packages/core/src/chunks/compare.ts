/** What a new version of a document changed, in chunks. The chunk_id identifies a chunk, the text_hash its text. */
export interface ChunkChanges {
  readonly unchanged: number;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

/** @param before text_hash by chunk_id of the version that readers see now; empty for a new document */
export function compareChunks(
  before: ReadonlyMap<string, string>,
  after: readonly { readonly chunk_id: string; readonly metadata: { readonly text_hash: string } }[],
): ChunkChanges {
  let unchanged = 0;
  let changed = 0;
  for (const { chunk_id, metadata } of after) {
    const hash = before.get(chunk_id);
    if (hash === metadata.text_hash) unchanged += 1;
    else if (hash !== undefined) changed += 1;
  }
  const kept = unchanged + changed;
  return { unchanged, changed, added: after.length - kept, removed: before.size - kept };
}

/** The input of an embedding, in a form that can be compared: see `embeddingText`. */
export interface EmbeddedContent {
  readonly text_hash: string;
  /** As JSON. */
  readonly breadcrumb: string;
}

/** Whether a chunk of the previous version and the chunk with the same chunk_id have the same embedding. */
export function keepsEmbedding(before: EmbeddedContent, after: EmbeddedContent): boolean {
  return before.text_hash === after.text_hash && before.breadcrumb === after.breadcrumb;
}
