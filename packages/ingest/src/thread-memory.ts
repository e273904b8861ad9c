import type { ResourceLimits } from "node:worker_threads";

/**
 * The limits of a thread whose JavaScript objects may take this much memory, so that a thread which reaches its limit
 * ends alone.
 *
 * At the limit Node ends the thread and allows it 16 MiB more until then. What survives in the young generation moves
 * to the old one at once, and more than 16 MiB of it ends the whole process. This may be a third of the young
 * generation, whose size is bounded for this reason. Node 24 leaves it larger than Node 20.
 */
export function threadMemory(heap_megabytes: number): ResourceLimits {
  return { maxOldGenerationSizeMb: heap_megabytes, maxYoungGenerationSizeMb: 32 };
}
