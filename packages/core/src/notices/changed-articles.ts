import { listChanges } from "../chunks/compare.js";
import { scopeDepth } from "../chunks/sections.js";
import type { SectionPathElement } from "../chunks/structured-chunk.js";

/** A chunk as far as it tells which article changed. */
export interface ArticleChunk {
  readonly chunk_id: string;
  readonly text_hash: string;
  /** null may stand for that of a chunk that does not differ. */
  readonly section_path: readonly SectionPathElement[] | null;
}

/**
 * The labels of the articles and annexes whose chunks differ between two versions, each once, in reading order; the
 * title of one without a label. A removed article stands where it was.
 */
export function changedArticles(before: readonly ArticleChunk[], after: readonly ArticleChunk[]): readonly string[] {
  const hashes = new Map(before.map(({ chunk_id, text_hash }) => [chunk_id, text_hash]));
  const hashed = after.map(({ chunk_id, text_hash }) => ({ chunk_id, metadata: { text_hash } }));
  const { changed, added, removed } = listChanges(hashes, hashed);
  const differing = new Set([...changed, ...added]);
  const gone = new Set(removed);
  const found = after.flatMap((chunk, place) => (differing.has(chunk.chunk_id) ? [{ chunk, place }] : []));
  const places = new Map(after.map(({ chunk_id }, place) => [chunk_id, place]));
  let last = -1;
  for (const chunk of before) {
    if (gone.has(chunk.chunk_id)) found.push({ chunk, place: last });
    else last = places.get(chunk.chunk_id) ?? last;
  }
  const labels = found.sort((a, b) => a.place - b.place).map(({ chunk }) => articleOf(chunk));
  return [...new Set(labels)].filter((label) => label !== "");
}

function articleOf({ section_path }: ArticleChunk): string {
  const own = section_path?.[scopeDepth(section_path) - 1];
  return own === undefined ? "" : own.label || own.title;
}
