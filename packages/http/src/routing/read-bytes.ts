import type { IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { type Refusal, refuse } from "@retrieval/core/errors";

/** RFC 9110 §8.4.1. */
const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ["gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** Makes the decoder for the body's Content-Encoding; null where it has none. */
export function contentDecoder({ headers }: IncomingMessage): (() => Transform) | null | Refusal {
  const coding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (coding === "identity") return null;
  const codings = [...DECODERS.keys()];
  return DECODERS.get(coding) ?? refuse("UNSUPPORTED_MEDIA_TYPE", { code: "body.other_coding", codings });
}

/**
 * Reads a body. Express's own parser reads the rest of a body that is too large before it refuses it, and so never
 * answers one that does not end.
 *
 * @param limit in bytes, after decoding
 * @returns null as soon as the body is longer than `limit`; the rest of it stays unread
 */
export function readBytes(
  req: IncomingMessage,
  decoder: (() => Transform) | null,
  limit: number,
): Promise<Buffer | null | Refusal> {
  return decoder === null ? collect(req, limit, CUT_OFF) : decoded(req, decoder(), limit);
}

async function decoded(req: IncomingMessage, decoding: Transform, limit: number): Promise<Buffer | null | Refusal> {
  req.once("error", () => decoding.destroy(new Error("cut off")));
  try {
    return await collect(req.pipe(decoding), limit, UNDECODABLE);
  } finally {
    req.unpipe(decoding);
    decoding.destroy();
    // The rest must not block the connection's next request.
    req.resume();
  }
}

const CUT_OFF = refuse("INVALID_REQUEST", { code: "body.cut_off" });
const UNDECODABLE = refuse("INVALID_REQUEST", { code: "body.undecodable" });

function collect(stream: Readable, limit: number, whenBroken: Refusal): Promise<Buffer | null | Refusal> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    const settle = (outcome: Buffer | null | Refusal) => {
      stream.off("data", take);
      resolve(outcome);
    };
    const take = (part: Buffer) => {
      length += part.length;
      if (length > limit) settle(null);
      else parts.push(part);
    };
    stream.on("data", take);
    stream.once("end", () => settle(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, length)));
    stream.on("error", () => settle(whenBroken));
  });
}
