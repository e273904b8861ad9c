import type { RecognisePage } from "@retrieval/core/ports";
import type { Logger } from "pino";
import { isolatedPageRecogniser } from "../adapters/isolated-page-recogniser.js";

/** OCR, if its package is installed with all that it needs. */
export async function loadPageRecogniser(logger: Pick<Logger, "warn">): Promise<RecognisePage | null> {
  try {
    // By a name that the compiler does not look for: the service is built and installed without it.
    const { RECOGNISING_THREAD } = (await import("@retrieval/ocr" as string)) as { RECOGNISING_THREAD: URL };
    return isolatedPageRecogniser(RECOGNISING_THREAD, logger);
  } catch (error) {
    if (/^(?:ERR_)?MODULE_NOT_FOUND$/.test((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
