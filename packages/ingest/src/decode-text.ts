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

/** @returns null if a byte is invalid, or the encoding is unknown */
export function decodeAs(label: string, bytes: Uint8Array): string | null {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    const text = decoder.decode(bytes);
    return decoder.encoding === "windows-1252" ? withWindowsSigns(text) : text;
  } catch {
    return null;
  }
}

/** Node 20 reads windows-1252 as ISO 8859-1, so that quotation marks and dashes become control characters. */
function withWindowsSigns(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_SIGNS[sign.charCodeAt(0) - 0x80] ?? sign);
}

const WINDOWS_SIGNS = [..."€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"];
