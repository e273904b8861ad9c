import { gzipSync } from "node:zlib";
import type { ApiOperation } from "./api-operations.js";
import type { Random } from "./random.js";

export const JSON_TYPE = "application/json";

/** A request before serialisation. */
export interface DrawnRequest {
  readonly operation: ApiOperation;
  readonly method: string;
  readonly path: Record<string, string>;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly mediaType: string | null;
  /** JSON if the media type is JSON, else text or bytes. */
  readonly body: unknown;
}

/** The address to send. */
export function targetOf({ operation, path, query }: DrawnRequest): string {
  const address = operation.template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] as string),
  );
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length === 0 ? address : `${address}?${pairs.join("&")}`;
}

export function bodyBytes({ mediaType, body }: DrawnRequest): Buffer | null {
  if (mediaType === null) return null;
  return Buffer.from(mediaType === JSON_TYPE ? JSON.stringify(body) : (body as string), "utf8");
}

export function plainForm(bytes: Buffer | null): { headers: Record<string, string>; bytes: Buffer } {
  if (bytes === null) return { headers: {}, bytes: Buffer.alloc(0) };
  return { headers: { "Content-Length": String(bytes.length) }, bytes };
}

/** Sends the same body whole, in chunks or compressed. */
export function wireForm(bytes: Buffer | null, random: Random): { headers: Record<string, string>; bytes: Buffer } {
  if (bytes === null) return plainForm(bytes);
  if (bytes.length > 0 && random.chance(0.05)) {
    const [first, rest] = [bytes.subarray(0, 1), bytes.subarray(1)];
    const chunk = (part: Buffer) =>
      part.length === 0 ? [] : [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")];
    return {
      headers: { "Transfer-Encoding": "chunked" },
      bytes: Buffer.concat([...chunk(first), ...chunk(rest), Buffer.from("0\r\n\r\n")]),
    };
  }
  if (random.chance(0.05)) {
    const packed = gzipSync(bytes, { level: 1 });
    return { headers: { "Content-Encoding": "gzip", "Content-Length": String(packed.length) }, bytes: packed };
  }
  return plainForm(bytes);
}
