import type { Problem } from "../problems.js";

/** The entries of a CSV, unchecked. */
export interface VocabularyFile {
  readonly entries: readonly unknown[];
  /** The line of each entry in the file, from 1. */
  readonly lines: readonly number[];
}

/**
 * Reads a vocabulary from a CSV with the columns said, meant (words separated by bars), both_ways, weight and on. The
 * bytes are unchecked: reading MUST NOT hold up the thread that answers requests, and MUST end at limits of time and
 * memory.
 *
 * @returns the file, or the problem for which it cannot be read
 */
export type ReadVocabularyFile = (bytes: Uint8Array) => Promise<VocabularyFile | Problem>;
