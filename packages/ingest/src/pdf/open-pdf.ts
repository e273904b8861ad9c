import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { PDFDocumentProxy } from "pdfjs-dist/types/src/display/api.js";
import { refuseInflatingStreams } from "./inflating-streams.js";

/** No rules have as many; a file that says so is broken, or made to keep us busy. */
export const PAGES_MAX = 2_000;

const library = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

/**
 * A PDF, ready to be asked for its pages; the caller destroys it. Nothing in the file is run, no font of this machine
 * and no address is used, and no picture is decoded.
 *
 * @throws UnreadableDocumentError if it is not a PDF, is broken, needs a password or has too many pages
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  if (!hasPdfHeader(bytes)) {
    throw new UnreadableDocumentError({ code: "pdf.not_pdf" });
  }
  refuseInflatingStreams(bytes);
  const { getDocument, VerbosityLevel } = await loadPdfJs();
  const loading = getDocument({
    // A copy: pdf.js takes the memory for its own.
    data: new Uint8Array(bytes),
    cMapUrl: join(library, "cmaps/"),
    cMapPacked: true,
    standardFontDataUrl: join(library, "standard_fonts/"),
    isEvalSupported: false,
    disableFontFace: true,
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

/** An error of pdf.js about a file as the problem that it means; any other error stays as it is. */
export function unreadable(error: unknown): unknown {
  if (error instanceof UnreadableDocumentError || !(error instanceof Error)) return error;
  if (error.name === "PasswordException") {
    return new UnreadableDocumentError({ code: "pdf.protected" });
  }
  if (error.name.endsWith("Exception") || error.name.endsWith("Error")) {
    return new UnreadableDocumentError({ code: "pdf.damaged" });
  }
  return error;
}

/** ISO 32000-2, 7.5.2, and the 1,024 bytes of other matter before it that readers allow. */
function hasPdfHeader(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024 + 5)).includes("%PDF-");
}

/** Only when it is needed: it is large. Its own worker is loaded into this thread, which is one already. */
async function loadPdfJs() {
  // It has no types, and is asked for nothing: pdf.js finds it where it is loaded.
  await import("pdfjs-dist/legacy/build/pdf.worker.mjs" as string);
  return import("pdfjs-dist/legacy/build/pdf.mjs");
}
