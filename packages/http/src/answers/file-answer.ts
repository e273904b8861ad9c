import { FILE_EXTENSIONS, mediaTypeOf } from "@retrieval/core/limits";
import type { FoundOriginal } from "@retrieval/core/ports";

/**
 * An uploaded file, to be saved and never shown: a browser that shows it all the same runs nothing of it, and takes it
 * for no other type.
 */
export function fileAnswer({ document, media_type, bytes, parts }: FoundOriginal) {
  return {
    status: 200 as const,
    parts: parts(),
    headers: {
      "Content-Type": media_type,
      "Content-Length": String(bytes),
      "Content-Disposition": attachment(document.document_id, document.title, extensionOf(media_type)),
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  };
}

/** RFC 6266 §4.3: a name that any client can read, and the title for those that know `filename*`. */
export function attachment(document_id: string, title: string, extension: string): string {
  const plain = /^[\w.-]+$/.test(document_id) ? unreserved(document_id) : "document";
  return `attachment; filename="${plain}${extension}"; filename*=UTF-8''${encoded(safeName(title) + extension)}`;
}

/** Without what Windows or a shell reads as more than a name, and short enough for every file system. */
function safeName(title: string): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]/gu, " ")
    .trim()
    .replace(/^\.+|[. ]+$/g, "");
  return unreserved([...name].slice(0, NAME_MAX).join("")) || "document";
}

/** The names of Windows' devices, with any extension (Win32, "Naming files, paths, and namespaces"). */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/i;

const unreserved = (name: string) => (DEVICE.test(name) ? `_${name}` : name);

/** In characters of up to 4 bytes; a file system takes 255 bytes. */
const NAME_MAX = 60;

/** RFC 8187 §3.2.1: encodeURIComponent leaves four characters that are not attr-char. */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function extensionOf(media_type: string): string {
  return FILE_EXTENSIONS.find((extension) => mediaTypeOf(extension) === media_type) ?? "";
}
