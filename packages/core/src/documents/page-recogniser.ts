import type { BoundingBox } from "../chunks/structured-chunk.js";

export interface RecognisedWord {
  readonly text: string;
  /** In PDF points (1/72 inch) of the displayed page, from its top left corner. */
  readonly box: BoundingBox;
}

/** The text of a page that is only a picture. */
export interface RecognisedPage {
  /** Counted from 1. */
  readonly page: number;
  /** How sure the recogniser is of the page as a whole: 0 to 100. */
  readonly confidence: number;
  /** The words of each line, from left to right. */
  readonly lines: readonly (readonly RecognisedWord[])[];
}

/** A page of a PDF. */
export interface PageQuestion {
  readonly pdf: Uint8Array;
  /** Counted from 1. */
  readonly page: number;
}

/**
 * Recognises the text of a page of a PDF that is only a picture (OCR). It takes seconds and hundreds of megabytes: it
 * MUST NOT hold up the thread that answers requests, MUST run for one page at a time and MUST end at limits of time and
 * memory. It MUST NOT send the page anywhere.
 *
 * @returns null if the page could not be recognised: at a limit, or after a failure, which it logs. It MUST NOT throw,
 *   because a document that it cannot help with is still read as without it
 */
export type RecognisePage = (question: PageQuestion) => Promise<RecognisedPage | null>;
