import { createHash } from "node:crypto";
import type { Json } from "./components.js";

/** The API's document as it is sent. */
export interface SentDocument {
  readonly bytes: Buffer;
  /** By content, so that every instance of one version says the same. */
  readonly etag: string;
}

export function sentDocument(document: Json): SentDocument {
  const bytes = Buffer.from(JSON.stringify(document), "utf8");
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}
