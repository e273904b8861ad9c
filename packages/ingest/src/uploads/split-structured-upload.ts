import { CHUNKS_MAX } from "@retrieval/core/limits";
import type { Problem } from "@retrieval/core/problems";

/** The JSON of an upload in parts that are small enough to be parsed one by one. */
export interface SplitUpload {
  /** The upload with nothing in its array `chunks`. */
  readonly envelope: Uint8Array;
  /** The text of each entry of the array. */
  readonly entries: readonly Uint8Array[];
}

const MEBIBYTE = 1024 * 1024;
/** As for every other body that is no document. */
const ENVELOPE_MAX = MEBIBYTE;
const ENTRY_MAX = 8 * MEBIBYTE;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Finds the entries of `chunks` without parsing them: 50 MiB of `[],[],` parsed at once are a gigabyte of objects, at
 * which V8 ends not the thread but the process. Whether the parts are JSON shows when they are parsed; together they
 * are, exactly if the whole is.
 *
 * @returns the problem where the parts are too large or too many
 */
export function splitStructuredUpload(bytes: Uint8Array): SplitUpload | Problem {
  const entries: Uint8Array[] = [];
  let depth = 0;
  let keyFollows = false;
  let key: Uint8Array | null = null;
  let list: { readonly from: number; to: number } | null = null;
  let entryFrom: number | null = null;

  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      if (depth === 1 && keyFollows) {
        key = bytes.subarray(at, end);
        keyFollows = false;
      }
      at = end - 1;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (depth === 0) keyFollows = byte === OPEN_BRACE;
      if (depth === 1 && byte === OPEN_BRACKET && !keyFollows && isChunks(key)) {
        if (list !== null) return { code: "body.repeated_name", name: "chunks" };
        list = { from: at + 1, to: bytes.length };
        entryFrom = at + 1;
      }
      depth += 1;
    } else if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (byte !== COMMA) depth -= 1;
      const ends = entryFrom !== null && depth === (byte === COMMA ? 2 : 1);
      if (ends && list !== null && entryFrom !== null) {
        const entry = bytes.subarray(entryFrom, at);
        if (byte === COMMA || entries.length > 0 || !isBlank(entry)) entries.push(entry);
        if (entry.length > ENTRY_MAX) {
          return { code: "chunk.too_large", megabytes: ENTRY_MAX / MEBIBYTE, at: `chunks[${entries.length - 1}]` };
        }
        if (entries.length > CHUNKS_MAX) {
          return { code: "field.too_many_entries", field: "chunks", max: CHUNKS_MAX };
        }
        entryFrom = byte === COMMA ? at + 1 : null;
        if (byte !== COMMA) list.to = at;
      } else if (depth === 1 && byte === COMMA) keyFollows = true;
    }
  }

  const { from, to } = list ?? { from: bytes.length, to: bytes.length };
  if (from + bytes.length - to > ENVELOPE_MAX) {
    return { code: "upload.envelope_too_large", megabytes: ENVELOPE_MAX / MEBIBYTE };
  }
  const envelope = new Uint8Array(from + bytes.length - to);
  envelope.set(bytes.subarray(0, from));
  envelope.set(bytes.subarray(to), from);
  return { envelope, entries };
}

/** The place after the quote that closes a string; a quote after an odd number of backslashes does not (RFC 8259 §7). */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let quote = bytes.indexOf(QUOTE, start + 1); quote >= 0; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let backslashes = 0;
    while (bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return bytes.length;
}

/** The longest way to write the name: each of its letters as an escape. */
const KEY_MAX = '"\\u0063\\u0068\\u0075\\u006e\\u006b\\u0073"'.length;

function isChunks(key: Uint8Array | null): boolean {
  if (key === null || key.length > KEY_MAX) return false;
  try {
    return JSON.parse(new TextDecoder().decode(key)) === "chunks";
  } catch {
    return false;
  }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}
