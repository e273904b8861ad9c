import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const library = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

export interface PageItem {
  readonly page: number;
  readonly text: string;
  /** From the top of the page. */
  readonly y: number;
}

/** The text items of a file from pdf.js, to compare with the reader's text. */
export async function pageItems(bytes: Uint8Array): Promise<PageItem[]> {
  const loading = getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: join(library, "cmaps/"),
    cMapPacked: true,
    useSystemFonts: false,
    verbosity: 0,
  });
  const pdf = await loading.promise;
  const items: PageItem[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { height } = page.getViewport({ scale: 1 });
    const { items: own } = await page.getTextContent({ disableNormalization: true });
    for (const item of own) {
      if ("str" in item) items.push({ page: number, text: item.str, y: height - (item.transform[5] as number) });
    }
  }
  await loading.destroy();
  return items;
}
