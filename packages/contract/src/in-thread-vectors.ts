import type { MakeVectors } from "@retrieval/core/ports";
import { makeTermVectors } from "@retrieval/core/search";

/** In the calling thread, without limits: for tests and measurements. */
export const IN_THREAD_VECTORS: MakeVectors = async (title, chunks) => makeTermVectors(title, chunks);
