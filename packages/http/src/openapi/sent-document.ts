import { createHash } from "node:crypto";
import { COMPRESSED } from "../answers/send.js";
import type { Json } from "./components.js";

/** The API's document as it is sent. */
export interface SentDocument {
  readonly json: string;
  /** Once: callers need no account. */
  readonly compressed: Readonly<Record<"br" | "gzip", Buffer>>;
  /** By content, so that every instance of one version says the same. */
  readonly etag: string;
}

export function sentDocument(document: Json): SentDocument {
  const json = JSON.stringify(document);
  const compressed = { br: COMPRESSED.br(json), gzip: COMPRESSED.gzip(json) };
  return { json, compressed, etag: `"${createHash("sha256").update(json).digest("base64url")}"` };
}
