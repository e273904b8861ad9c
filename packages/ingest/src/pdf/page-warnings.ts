import type { ProblemOf } from "@retrieval/core/problems";
import type { Warnings } from "../warnings.js";
import type { Page } from "./layout-types.js";

/** Characters without a meaning outside their font: private use, and U+FFFD. */
const UNREADABLE = /[\ue000-\uf8ff\ufffd]/;

type PageCode =
  | "pdf.only_pictures"
  | "pdf.no_text"
  | "pdf.pictures_left_out"
  | "pdf.vertical"
  | "pdf.unreadable_characters";

/** Warns about pages whose text differs from their appearance. */
export function warnOfPages(pages: readonly Page[], warnings: Warnings): void {
  const warn = (code: PageCode, isConcerned: (page: Page) => boolean) => {
    const concerned = pages.filter(isConcerned).map(({ number }) => number);
    if (concerned.length > 0) warnings.add({ code, pages: concerned } satisfies ProblemOf<PageCode>);
  };
  const isEmpty = ({ pieces }: Page) => pieces.length === 0;
  warn("pdf.only_pictures", (page) => isEmpty(page) && page.hasPicture);
  warn("pdf.no_text", (page) => isEmpty(page) && !page.hasPicture);
  warn("pdf.pictures_left_out", (page) => !isEmpty(page) && page.hasPicture);
  warn("pdf.vertical", (page) => !isEmpty(page) && page.isVertical);
  warn("pdf.unreadable_characters", ({ pieces }) => pieces.some(({ text }) => UNREADABLE.test(text)));
}
