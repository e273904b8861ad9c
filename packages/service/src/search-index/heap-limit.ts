import { totalmem } from "node:os";

const MIB = 1024 * 1024;
/** In megabytes. */
const LEAST = 512;
const MOST = 4_096;

/**
 * The memory that JavaScript objects of the index's thread may take, in megabytes: half of what the machine or the
 * container has. Postings and vectors, most of the index, are buffers, which this limit does not count.
 */
export function indexHeapMegabytes(memory = processMemory()): number {
  return Math.min(MOST, Math.max(LEAST, Math.floor(memory / 2 / MIB)));
}

/** What this process may use at most, in bytes. */
export function processMemory(): number {
  // 0, or more than the machine has, where nothing limits the process.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
