import type { PageQuestion, PageRecogniser, RecognisedPage } from "@retrieval/core/ports";
import { IsolatedTask } from "@retrieval/ingest/isolated";
import type { Logger } from "pino";

/** A page takes 3 to 6 seconds of processor time and 200 to 460 MB, which are not JavaScript objects. */
const LIMITS = { seconds: 60, heap_megabytes: 768, threads: 1 };

/** Recognises pages in a separate thread, one after the other, so that a page does not hold up other work. */
export class IsolatedPageRecogniser implements PageRecogniser {
  readonly #task: IsolatedTask<PageQuestion, RecognisedPage>;

  constructor(
    script: URL,
    private readonly logger: Pick<Logger, "warn">,
  ) {
    this.#task = new IsolatedTask(script, LIMITS, {
      slow: (seconds) => ({ code: "file.slow_to_read", seconds }),
      large: { code: "file.large_to_read" },
    });
  }

  async recognise(pdf: Uint8Array, page: number): Promise<RecognisedPage | null> {
    try {
      const answer = await this.#task.ask({ pdf, page });
      if (!("code" in answer)) return answer;
      this.logger.warn({ page, problem: answer.code }, FAILED);
    } catch (error) {
      this.logger.warn({ page, err: error }, FAILED);
    }
    return null;
  }
}

const FAILED = "a scanned page could not be recognised; its document is read without it";
