import { parentPort } from "node:worker_threads";
import type { PageQuestion, RecognisedPage } from "@retrieval/core/ports";
import { recognisePicture } from "./recognise-picture.js";
import { renderPage } from "./render-page.js";

// An exception here ends the thread.
parentPort?.on("message", async ({ pdf, page }: PageQuestion) => {
  const picture = await renderPage(pdf, page);
  parentPort?.postMessage({ page, ...(await recognisePicture(picture)) } satisfies RecognisedPage);
});
