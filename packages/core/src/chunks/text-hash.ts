import { createHash } from "node:crypto";
import type { ChunkBody } from "./structured-chunk.js";

/**
 * `sha256:<hex>` over the UTF-8 bytes of text_type, content and content_md joined by line feeds (null as empty),
 * without Unicode normalisation (docs/decisions/0005).
 */
export function textHash({ text_type, content, content_md }: ChunkBody): string {
  const text = [text_type, content ?? "", content_md ?? ""].join("\n");
  return sha256(text);
}

/**
 * The hash of a whole version: `sha256:<hex>` over the text hashes of its chunks in reading order, each `sha256:<hex>`,
 * joined by line feeds, as UTF-8. `listVersionChunks` answers them as `metadata.text_hash`.
 */
export function versionHash(text_hashes: readonly string[]): string {
  return sha256(text_hashes.join("\n"));
}

const sha256 = (text: string) => `sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`;
