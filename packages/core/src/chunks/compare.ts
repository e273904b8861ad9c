/** What a new version of a document changed, in chunks. The chunk_id identifies a chunk, the text_hash its text. */
export interface ChunkChanges {
  readonly unchanged: number;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

/** The chunk_ids behind the counts, in reading order: those removed in that of the version before. */
type ListedChanges = { readonly [Kind in keyof ChunkChanges]: readonly string[] };

interface ComparedChunk {
  readonly chunk_id: string;
  readonly metadata: { readonly text_hash: string };
}

/** @param before text_hash by chunk_id, in reading order; empty for a new document */
export function listChanges(before: ReadonlyMap<string, string>, after: readonly ComparedChunk[]): ListedChanges {
  const lists = { unchanged: [] as string[], changed: [] as string[], added: [] as string[] };
  const removed = new Set(before.keys());
  for (const { chunk_id, metadata } of after) {
    const hash = before.get(chunk_id);
    const kind = hash === undefined ? "added" : hash === metadata.text_hash ? "unchanged" : "changed";
    lists[kind].push(chunk_id);
    removed.delete(chunk_id);
  }
  return { ...lists, removed: [...removed] };
}

/** @param before text_hash by chunk_id of the version that readers see now; empty for a new document */
export function compareChunks(before: ReadonlyMap<string, string>, after: readonly ComparedChunk[]): ChunkChanges {
  const { unchanged, changed, added, removed } = listChanges(before, after);
  return { unchanged: unchanged.length, changed: changed.length, added: added.length, removed: removed.length };
}
