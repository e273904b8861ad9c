import type { ReadDocument, RecognisedPage } from "@retrieval/core/ports";
import type { Warnings } from "./warnings.js";

type Content = Omit<ReadDocument, "warnings">;

/**
 * Reads the bytes of one format, without limits. It MUST NOT lose or repeat visible text.
 *
 * @param recognised the text of pages of a PDF that are pictures
 * @throws UnreadableDocumentError for anything that is not a readable file of that format
 */
export type ReadContent = (
  bytes: Uint8Array,
  warnings: Warnings,
  recognised: readonly RecognisedPage[],
) => Content | Promise<Content>;
