import type { MakeVectors } from "@retrieval/core/ports";

/** Vectors that only say what they were made of. */
export const STAND_IN_VECTORS: MakeVectors = async (title, chunks) =>
  new TextEncoder().encode(JSON.stringify([title, ...chunks.map(({ chunk_id }) => chunk_id)]));

/** What {@link STAND_IN_VECTORS} made them of: the title, then the chunk_ids. */
export function madeOf(vectors: Uint8Array | null | undefined): readonly string[] {
  return JSON.parse(new TextDecoder().decode(vectors ?? undefined));
}
