import { createHash } from "node:crypto";
import type { EmbeddingModel } from "./embedding-store.js";
import { NEUTRAL_TEXTS } from "./neutral-texts.js";

/** The version of `embeddingParts`: a document whose parts changed is embedded again. */
const PARTS_VERSION = 1;

/** A model with its prefixes and all of ours that decides its vectors. */
export function embeddingModel(model: string, prefixes: Readonly<Record<"query" | "passage", string>>): EmbeddingModel {
  const decisive = JSON.stringify([PARTS_VERSION, NEUTRAL_TEXTS, prefixes.query, prefixes.passage]);
  return { model, variant: createHash("sha256").update(decisive).digest("hex").slice(0, 16) };
}
