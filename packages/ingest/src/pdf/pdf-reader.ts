import type { PDFDocumentProxy } from "pdfjs-dist/types/src/display/api.js";
import { usableTitle } from "../html/html-title.js";
import type { ReadContent } from "../read-content.js";
import { readTree } from "../read-tree.js";
import { hasTags, pageKeys, readBookmarks, readTags } from "./heading-marks.js";
import { layOut } from "./lay-out-pages.js";
import type { Page } from "./layout-types.js";
import { openPdf, unreadable } from "./open-pdf.js";
import { warnOfPages } from "./page-warnings.js";
import { withoutRadicals } from "./radicals.js";
import { readPage } from "./read-page.js";
import { withRecognisedText } from "./recognised-pages.js";

/**
 * Reads PDF by the places of its characters and lines: text, headings, articles and tables. Pictures are not read,
 * except pages that another recognised.
 *
 * Each chunk's `page_range` counts the pages of the file from 1. Its `bbox` is the box around its part on the
 * first of these pages: x0, y0, x1, y1 in PDF points (1/72 inch) of the displayed page, from the top left corner.
 */
export const readPdf: ReadContent = async (bytes, warnings, recognised) => {
  const pdf = await openPdf(bytes);
  try {
    const pages = withRecognisedText(await readPages(pdf), recognised, warnings);
    warnOfPages(pages, warnings);
    const { tree, title } = readTree(layOut(pages, warnings), warnings);
    return { tree, title: title ?? (await ownTitle(pdf)) };
  } finally {
    await pdf.loadingTask.destroy();
  }
};

async function readPages(pdf: PDFDocumentProxy): Promise<Page[]> {
  const pages: Page[] = [];
  try {
    const isTagged = await hasTags(pdf);
    const bookmarks = await readBookmarks(pdf);
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const marked = pageKeys(page).flatMap((key) => bookmarks.get(key) ?? []);
      pages.push(await readPage(page, isTagged ? await readTags(page) : new Map(), marked));
      page.cleanup();
    }
  } catch (error) {
    throw unreadable(error);
  }
  return pages;
}

/** The title in the file's properties, unless a program wrote the file name there. */
async function ownTitle(pdf: PDFDocumentProxy): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const stated = (info as { Title?: unknown }).Title;
  if (typeof stated !== "string") return null;
  return usableTitle(withoutRadicals(stated.replace(/^Microsoft \w+ - /, "")));
}
