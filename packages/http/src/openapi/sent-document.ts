import { createHash } from "node:crypto";
import type { Json } from "./components.js";

/** The API's document as it is sent. */
export interface SentDocument {
  readonly json: string;
  /** By content, so that every instance of one version says the same. */
  readonly etag: string;
}

export function sentDocument(document: Json): SentDocument {
  const json = JSON.stringify(document);
  return { json, etag: `"${createHash("sha256").update(json).digest("base64url")}"` };
}
