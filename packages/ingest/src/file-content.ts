import { DOCX, type OtherFormat, PDF, PPTX, XLSX } from "@retrieval/core/limits";
import { UnreadableDocumentError } from "@retrieval/core/ports";

/** [MS-CFB] 2.6.1: the size of an entry of the directory, and where its name's length is. */
const ENTRY = { size: 128, nameLength: 64 } as const;
/** The entry that tells the format. A file with a password has a single encrypted part. */
const ENTRIES: readonly (readonly [name: string, format: OtherFormat | "password"])[] = [
  ["EncryptedPackage", "password"],
  ["WordDocument", "doc"],
  ["Workbook", "xls"],
  ["Book", "xls"],
  ["PowerPoint Document", "ppt"],
  ["__nameid_version1.0", "mail"],
];
const PICTURES = [
  /^\x89PNG\r\n/,
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^(?:II\*\0|MM\0\*)/,
  /^....ftyp(?:heic|mif1)/s,
  /^RIFF....WEBP/s,
];
/** The main part of each Office format. */
const MAIN_PARTS = [
  ["word/document.xml", DOCX],
  ["xl/workbook.xml", XLSX],
  ["ppt/presentation.xml", PPTX],
] as const;

/**
 * Refuses a file whose beginning shows another format than its media type, with words that say what to do. What has no
 * such beginning is left to the reader of the media type.
 */
export function refuseOtherContent(media_type: string, bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginning = buffer.toString("latin1", 0, 128);
  const refuse = (format: OtherFormat) => {
    throw new UnreadableDocumentError({ code: "file.other_format", format });
  };
  if (beginning.startsWith("\xd0\xcf\x11\xe0")) {
    const format = oleFormat(buffer);
    if (format === "password") throw new UnreadableDocumentError({ code: "file.password" });
    if (format) refuse(format);
  }
  if (beginning.startsWith("{\\rtf")) refuse("rtf");
  if (PICTURES.some((signature) => signature.test(beginning))) refuse("picture");
  const content = contentType(beginning, buffer);
  if (content === "opendocument" || (content === "zip" && !isOffice(media_type))) refuse(content);
  if (content !== null && content !== "zip" && content !== "opendocument" && content !== media_type) {
    throw new UnreadableDocumentError({ code: "file.other_content", media_type, expected: content });
  }
}

const isOffice = (media_type: string) => MAIN_PARTS.some(([, type]) => type === media_type);

function contentType(beginning: string, buffer: Buffer): string | null {
  if (beginning.startsWith("%PDF-")) return PDF;
  if (!beginning.startsWith("PK\x03\x04")) return null;
  if (beginning.startsWith("mimetypeapplication/vnd.oasis.opendocument", 30)) return "opendocument";
  return MAIN_PARTS.find(([name]) => buffer.includes(name))?.[1] ?? "zip";
}

/** The entries are searched in the whole file, because a damaged chain of sectors tells nothing. */
function oleFormat(buffer: Buffer): OtherFormat | "password" | null {
  const found = new Set<string>();
  for (let at = 512; at + ENTRY.size <= buffer.length; at += ENTRY.size) {
    const length = buffer.readUInt16LE(at + ENTRY.nameLength);
    // The length counts the 0 at the end.
    if (length > 2 && length <= ENTRY.nameLength) found.add(buffer.toString("utf16le", at, at + length - 2));
  }
  return ENTRIES.find(([name]) => found.has(name))?.[1] ?? null;
}
