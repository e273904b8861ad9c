import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { Warnings } from "./warnings.js";

/**
 * The text in a file: UTF-8, else CP932 (which Japanese editors still write), each only if every byte is valid. The
 * byte order mark is removed, and line ends become line feeds.
 *
 * @throws UnreadableDocumentError if it is neither
 */
export function decodeText(bytes: Uint8Array, warnings: Warnings): string {
  const text = decodeAs("utf-8", bytes) ?? decodeCp932(bytes, warnings);
  if (text === null) {
    throw new UnreadableDocumentError({ code: "file.not_text" });
  }
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
}

function decodeCp932(bytes: Uint8Array, warnings: Warnings): string | null {
  const text = decodeAs("shift_jis", bytes);
  if (text !== null) warnings.add({ code: "text.read_as_cp932" });
  return text;
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
