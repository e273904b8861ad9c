import {
  type ReadFile,
  type RecognisedPage,
  type RecognisePage,
  UnreadableDocumentError,
  type UploadedFileReader,
} from "@retrieval/core/ports";
import { IsolatedTask, type TaskLimits } from "./isolated-task.js";
import { MEDIA_TYPES } from "./media-types.js";
import type { Reading, ReadingQuestion } from "./reading-worker.js";

// src/ and dist/ have the same depth.
const WORKER = new URL("../dist/reading-worker.js", import.meta.url);

/** A page takes seconds, and a job must end. Longer scans are not recognised. */
const RECOGNISED_PAGES_MAX = 100;
/** A page that fails can take a minute: after so many of them the rest is left out too. */
const FAILED_PAGES_MAX = 3;

/**
 * Reads every format of this package into structured chunks, in a separate thread: a large document does not block
 * other work, and the limits end a hostile one with its thread. The time of Markdown parsers is not bounded by the
 * length of the text.
 */
export class IsolatedReader implements UploadedFileReader {
  readonly media_types = MEDIA_TYPES;
  readonly #task: IsolatedTask<ReadingQuestion, Reading>;

  /** @param recognise for the pages of a PDF that are only pictures; null: these are left out */
  constructor(
    limits: TaskLimits,
    private readonly recognise: RecognisePage | null = null,
  ) {
    this.#task = new IsolatedTask(WORKER, limits, {
      slow: (seconds) => ({ code: "file.slow_to_read", seconds }),
      large: { code: "file.large_to_read" },
    });
  }

  async read(document: ReadingQuestion["document"], media_type: string, bytes: Uint8Array): Promise<ReadFile> {
    const question = { document, media_type, bytes };
    const first = await this.#ask(question);
    const recognised = await this.#recognise(first, bytes);
    const reading = recognised.length === 0 ? first : await this.#ask({ ...question, recognised });
    if ("unreadable" in reading) throw new UnreadableDocumentError(...reading.unreadable);
    return reading.read;
  }

  async #ask(question: ReadingQuestion): Promise<Reading> {
    const answer = await this.#task.ask(question, this.#task.secondsFor(question.bytes.byteLength));
    if ("code" in answer) throw new UnreadableDocumentError(answer);
    return answer;
  }

  async #recognise(reading: Reading, bytes: Uint8Array): Promise<RecognisedPage[]> {
    const problems = "read" in reading ? reading.read.warnings : reading.unreadable;
    const pages = problems.flatMap((problem) => (problem.code === "pdf.only_pictures" ? problem.pages : []));
    if (this.recognise === null || pages.length > RECOGNISED_PAGES_MAX) return [];
    const recognised: RecognisedPage[] = [];
    let failed = 0;
    for (const number of pages) {
      const page = await this.recognise({ pdf: bytes, page: number });
      if (page !== null) recognised.push(page);
      else if (++failed === FAILED_PAGES_MAX) break;
    }
    return recognised;
  }
}
