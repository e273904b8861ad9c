import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { PDFDocumentProxy } from "pdfjs-dist/types/src/display/api.js";
import { refuseInflatingStreams } from "./inflating-streams.js";

/** More than any real rules have; a file with more is damaged or hostile. */
const PAGES_MAX = 2_000;

const library = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

/** Takes the rules of font faces, which nobody displays. */
const WITHOUT_FONTS = {
  createElement: () => ({ sheet: { cssRules: [], insertRule: () => {} }, remove: () => {} }),
  documentElement: { getElementsByTagName: () => [{ append: () => {} }] },
};

/**
 * Opens a PDF; the caller destroys it. Runs no script of the file, uses no font of this machine and no address, and
 * decodes no picture.
 *
 * @throws UnreadableDocumentError if it is not a PDF, is broken, needs a password or has too many pages
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  if (!hasPdfHeader(bytes)) throw new UnreadableDocumentError({ code: "pdf.not_pdf" });
  refuseInflatingStreams(bytes);
  const { getDocument, VerbosityLevel } = await loadPdfJs();
  const loading = getDocument({
    // A copy, because pdf.js takes over the memory.
    data: new Uint8Array(bytes),
    cMapUrl: join(library, "cmaps/"),
    cMapPacked: true,
    standardFontDataUrl: join(library, "standard_fonts/"),
    isEvalSupported: false,
    // Without font faces, pdf.js would draw each letter as a path.
    disableFontFace: false,
    ownerDocument: WITHOUT_FONTS,
    useSystemFonts: false,
    useWorkerFetch: false,
    enableXfa: false,
    maxImageSize: 1,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const pdf = await loading.promise;
    if (pdf.numPages > PAGES_MAX) {
      throw new UnreadableDocumentError({ code: "pdf.too_many_pages", pages: pdf.numPages, max: PAGES_MAX });
    }
    return pdf;
  } catch (error) {
    await loading.destroy();
    throw unreadable(error);
  }
}

/** Converts an error of pdf.js about a file to its problem; other errors stay unchanged. */
export function unreadable(error: unknown): unknown {
  if (error instanceof UnreadableDocumentError || !(error instanceof Error)) return error;
  if (error.name === "PasswordException") {
    return new UnreadableDocumentError({ code: "file.password" });
  }
  if (error.name.endsWith("Exception") || error.name.endsWith("Error")) {
    return new UnreadableDocumentError({ code: "pdf.damaged" });
  }
  return error;
}

/** ISO 32000-2, 7.5.2, and the 1,024 bytes before it that readers tolerate. */
function hasPdfHeader(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024 + 5)).includes("%PDF-");
}

/** Loaded on demand, because it is large. Its worker runs in this thread, which already is a separate one. */
async function loadPdfJs() {
  const { push } = Array.prototype;
  // It has no types and no exports that we use: pdf.js finds it once it is loaded.
  await import("pdfjs-dist/legacy/build/pdf.worker.mjs" as string);
  const pdfJs = await import("pdfjs-dist/legacy/build/pdf.mjs");
  // Both replace it with a slow one, for the sake of frozen arrays.
  Array.prototype.push = push;
  return pdfJs;
}
