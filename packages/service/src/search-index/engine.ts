import type { StructuredChunk } from "@retrieval/core/chunks";
import type { HostedEngine } from "./hosted-engine.js";

/** The parts of core that run in threads of their own. */
export function createEngine(): HostedEngine {
  throw new Error("The index's engine is not there yet");
}

export function makeTermVectors(_title: string, _chunks: readonly StructuredChunk[]): Uint8Array {
  throw new Error("The index's engine is not there yet");
}
