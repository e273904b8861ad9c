import type { PageQuestion, RecognisedPage, RecognisePage } from "@retrieval/core/ports";
import { IsolatedTask } from "@retrieval/ingest/isolated";
import type { Logger } from "pino";

/** A page takes 3 to 6 seconds of processor time and 200 to 460 MB, which are not JavaScript objects. */
const LIMITS = { seconds: 60, heap_megabytes: 768, threads: 1 };
const FAILED = "a scanned page could not be recognised; its document is read without it";

/** Recognises pages in a separate thread, one after the other, so that a page does not hold up other work. */
export function isolatedPageRecogniser(script: URL, logger: Pick<Logger, "warn">): RecognisePage {
  const task = new IsolatedTask<PageQuestion, RecognisedPage>(script, LIMITS, {
    slow: (seconds) => ({ code: "file.slow_to_read", seconds }),
    large: { code: "file.large_to_read" },
  });
  return async (question) => {
    const { page } = question;
    try {
      const answer = await task.ask(question);
      if (!("code" in answer)) return answer;
      logger.warn({ page, problem: answer.code }, FAILED);
    } catch (error) {
      logger.warn({ page, err: error }, FAILED);
    }
    return null;
  };
}
