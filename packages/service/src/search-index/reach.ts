import type { Generation, IndexReach } from "@retrieval/core/ports";

export const newer = (a: Generation, b: Generation): Generation => (b.number >= a.number ? b : a);

/** An index that now has all changes up to a generation. */
export function reached({ newest }: Pick<IndexReach, "newest">, generation: Generation): IndexReach {
  return { generation, newest: newer(newest, generation) };
}
