import type { StructuredChunk, VersionChanges } from "../answers.js";

/** A passage that differs, or a run of passages that do not. */
export type ComparedRow =
  | { readonly kind: "changed"; readonly before: StructuredChunk; readonly after: StructuredChunk }
  | { readonly kind: "added"; readonly after: StructuredChunk }
  | { readonly kind: "removed"; readonly before: StructuredChunk }
  | { readonly kind: "unchanged"; readonly count: number };

/**
 * Two versions passage by passage, in the order of the later one. A removed passage follows the one that it
 * followed in the earlier one.
 */
export function comparedRows(
  before: readonly StructuredChunk[],
  after: readonly StructuredChunk[],
  changes: Pick<VersionChanges, "changed" | "added" | "removed">,
): ComparedRow[] {
  const [changed, added, removed] = [changes.changed, changes.added, changes.removed].map((ids) => new Set(ids)) as [
    Set<string>,
    Set<string>,
    Set<string>,
  ];
  const places = new Map(before.map(({ chunk_id }, place) => [chunk_id, place]));
  const rows: ComparedRow[] = [];
  const showRemovedAfter = (place: number) => {
    for (let next = place + 1; next < before.length; next += 1) {
      const chunk = before[next] as StructuredChunk;
      if (!removed.has(chunk.chunk_id)) return;
      rows.push({ kind: "removed", before: chunk });
    }
  };
  showRemovedAfter(-1);
  for (const chunk of after) {
    const place = places.get(chunk.chunk_id);
    const last = rows.at(-1);
    if (added.has(chunk.chunk_id)) rows.push({ kind: "added", after: chunk });
    else if (place !== undefined && changed.has(chunk.chunk_id))
      rows.push({ kind: "changed", before: before[place] as StructuredChunk, after: chunk });
    else if (last?.kind === "unchanged") rows[rows.length - 1] = { kind: "unchanged", count: last.count + 1 };
    else rows.push({ kind: "unchanged", count: 1 });
    if (place !== undefined) showRemovedAfter(place);
  }
  return rows;
}
