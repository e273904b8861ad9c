import { inflateSync } from "node:zlib";
import { UnreadableDocumentError } from "@retrieval/core/ports";

/** More than the uncompressed picture of a large page in print quality. */
const STREAM_BYTES_MAX = 256 * 1024 * 1024;
/** Streams may be compressed repeatedly; the first bytes of each layer show it. */
const ROUNDS_MAX = 4;

/**
 * Refuses a PDF with a stream that unpacks to far more than any real one. A thread's memory limit counts only
 * JavaScript objects, not the unpacked bytes of pdf.js.
 *
 * @throws UnreadableDocumentError
 */
export function refuseInflatingStreams(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = file.indexOf("stream"); at >= 0; at = file.indexOf("stream", at + 6)) {
    // endstream and the like do not begin a stream.
    let from = at + 6;
    if (file[from] === 0x0d) from += 1;
    if (file[from] === 0x0a) from += 1;
    if (from > at + 6) refuseInflating(file.subarray(from));
  }
}

function refuseInflating(data: Buffer): void {
  let packed = data;
  for (let round = 0; round < ROUNDS_MAX && looksDeflated(packed); round++) {
    try {
      // The compressed data marks its own end, so the bytes after it are ignored.
      packed = inflateSync(packed, { maxOutputLength: STREAM_BYTES_MAX });
    } catch (error) {
      if (error instanceof RangeError || (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
        throw new UnreadableDocumentError({ code: "pdf.stream_too_large", megabytes: STREAM_BYTES_MAX / 1024 / 1024 });
      }
      // Encrypted, damaged, or by chance similar to compressed data.
      return;
    }
  }
}

/** RFC 1950, 2.2: method 8, window up to 32 K, and a check that makes the two bytes a multiple of 31. */
function looksDeflated(data: Buffer): boolean {
  const [first = 0, second = 0] = data;
  return (first & 0x0f) === 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 === 0;
}
