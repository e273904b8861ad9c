import { parentPort } from "node:worker_threads";
import type { RecognisedPage } from "@retrieval/core/ports";
import { recognisePicture } from "./recognise-picture.js";
import { renderPage } from "./render-page.js";

export interface PageQuestion {
  readonly pdf: Uint8Array;
  /** Counted from 1. */
  readonly page: number;
}

// An exception here ends the thread.
parentPort?.on("message", async ({ pdf, page }: PageQuestion) => {
  const picture = await renderPage(pdf, page);
  parentPort?.postMessage({ page, ...(await recognisePicture(picture)) } satisfies RecognisedPage);
});
