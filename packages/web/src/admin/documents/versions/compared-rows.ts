import type { ChunkChanges, StructuredChunk } from "../answers.js";

/** A passage that differs, or a run of passages that do not. */
export type ComparedRow =
  | { readonly kind: "changed"; readonly before: StructuredChunk; readonly after: StructuredChunk }
  | { readonly kind: "added"; readonly after: StructuredChunk }
  | { readonly kind: "removed"; readonly before: StructuredChunk }
  | { readonly kind: "unchanged"; readonly count: number };

/**
 * Two versions passage by passage, in the order of the later one: the chunk_id identifies a passage, the text_hash its
 * text. A removed passage follows the one that it followed in the earlier version.
 */
export function comparedRows(before: readonly StructuredChunk[], after: readonly StructuredChunk[]): ComparedRow[] {
  const places = new Map(before.map(({ chunk_id }, place) => [chunk_id, place]));
  const kept = new Set(after.map(({ chunk_id }) => chunk_id));
  const rows: ComparedRow[] = [];
  const showRemovedAfter = (place: number) => {
    for (let next = place + 1; next < before.length; next += 1) {
      const chunk = before[next] as StructuredChunk;
      if (kept.has(chunk.chunk_id)) return;
      rows.push({ kind: "removed", before: chunk });
    }
  };
  showRemovedAfter(-1);
  for (const chunk of after) {
    const place = places.get(chunk.chunk_id);
    const last = rows.at(-1);
    const earlier = place === undefined ? undefined : before[place];
    if (earlier === undefined) rows.push({ kind: "added", after: chunk });
    else if (earlier.metadata.text_hash !== chunk.metadata.text_hash)
      rows.push({ kind: "changed", before: earlier, after: chunk });
    else if (last?.kind === "unchanged") rows[rows.length - 1] = { kind: "unchanged", count: last.count + 1 };
    else rows.push({ kind: "unchanged", count: 1 });
    if (place !== undefined) showRemovedAfter(place);
  }
  return rows;
}

/** How many passages differ, and how many do not. */
export function countsOf(rows: readonly ComparedRow[]): ChunkChanges {
  const counts = { unchanged: 0, changed: 0, added: 0, removed: 0 };
  for (const row of rows) counts[row.kind] += row.kind === "unchanged" ? row.count : 1;
  return counts;
}
