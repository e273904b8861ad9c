import type { Generation, IndexedDocument, IndexSize, IndexSource } from "@retrieval/core/ports";
import type { IndexChange } from "./hosted-engine.js";
import { isSame } from "./known-generations.js";

/** Changed documents that are read at once: their vectors pass through memory. */
const READ_AT_ONCE = 16;

/** Takes changes of an index. */
export interface ChangedIndex {
  change(change: IndexChange): Promise<IndexSize>;
}

/** Fills an empty index with all published documents. @returns the generation that it has at least, and its size */
export async function buildIndex(source: IndexSource, index: ChangedIndex): Promise<[Generation, IndexSize]> {
  // Read first: what changes while the pages are read is caught up later.
  const generation = await source.generation();
  await index.change({ kind: "vocabulary", entries: await source.vocabulary() });
  let page = await source.page(null);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    const next = source.page(last.document_id);
    [page] = await Promise.all([next, put(page, index)]);
  }
  return [generation, await index.change({ kind: "reached", generation })];
}

/**
 * Brings an index from a generation to the newest.
 *
 * @returns null if the source does not know the way from there
 */
export async function catchUp(
  source: IndexSource,
  index: ChangedIndex,
  from: Generation,
): Promise<[Generation, IndexSize | null] | null> {
  const changes = await source.changesSince(from);
  if (changes === null) return null;
  const { generation, document_ids, vocabulary } = changes;
  if (isSame(generation, from)) return [from, null];
  if (vocabulary) await index.change({ kind: "vocabulary", entries: await source.vocabulary() });
  for (let i = 0; i < document_ids.length; i += READ_AT_ONCE) {
    await update(document_ids.slice(i, i + READ_AT_ONCE), source, index);
  }
  return [generation, await index.change({ kind: "reached", generation })];
}

async function update(document_ids: readonly string[], source: IndexSource, index: ChangedIndex): Promise<void> {
  const published = await source.documents(document_ids);
  const found = new Set(published.map(({ document_id }) => document_id));
  const removed = document_ids.filter((document_id) => !found.has(document_id));
  if (removed.length > 0) await index.change({ kind: "remove", document_ids: removed });
  if (published.length > 0) await put(published, index);
}

function put(documents: readonly IndexedDocument[], index: ChangedIndex): Promise<IndexSize> {
  return index.change({ kind: "put", documents });
}
