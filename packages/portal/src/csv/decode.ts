import type { UserFile } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";

export type Encoding = UserFile["encoding"];

export interface DecodedText {
  readonly encoding: Encoding;
  readonly text: string;
}

const UTF8_BOM = [0xef, 0xbb, 0xbf];
const UTF16_BOMS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Ctrl-Z, which old programs put at the end of a text file. */
const END_OF_FILE = 0x1a;

/**
 * Decodes a CSV file: a byte order mark decides. Without one, the file is read as UTF-8 if its bytes allow that, else
 * as CP932 (Excel in Japan writes it). No character is replaced: bytes that fit neither refuse the file.
 *
 * @returns the text without its mark, or the problem
 */
export function decodeText(bytes: Uint8Array): DecodedText | Problem {
  if (startsWith(bytes, ZIP)) return { code: "csv.workbook" };
  if (UTF16_BOMS.some((bom) => startsWith(bytes, bom))) return { code: "csv.utf16" };
  const content = bytes.at(-1) === END_OF_FILE ? bytes.subarray(0, -1) : bytes;
  if (startsWith(content, UTF8_BOM)) {
    const text = decoded(content.subarray(UTF8_BOM.length), "utf-8");
    return text === null ? { code: "csv.broken_utf8" } : { encoding: "UTF-8 with BOM", text };
  }
  const utf8 = decoded(content, "utf-8");
  if (utf8 !== null) return { encoding: "UTF-8", text: utf8 };
  // WHATWG's shift_jis is CP932, with NEC's and IBM's additions (髙, 﨑, 神 as U+FA19).
  const cp932 = decoded(content, "shift_jis");
  if (cp932 !== null) return { encoding: "CP932", text: cp932 };
  return { code: "csv.other_encoding" };
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, i) => bytes[i] === byte);
}

function decoded(bytes: Uint8Array, encoding: "utf-8" | "shift_jis"): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
