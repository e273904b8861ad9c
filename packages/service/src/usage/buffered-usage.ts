import {
  type Clock,
  type UsageEvent,
  type UsageLog,
  UsageMarks,
  type UsageStore,
  usageWords,
} from "@retrieval/core/ports";
import type { Logger } from "pino";

/** The longest delay before marks are written, in milliseconds. */
const WRITE_EVERY = 10_000;
/** How many answers can still be judged: the newest of this instance. */
const ANSWERS_MAX = 2_000;

export interface BufferedUsageDeps {
  readonly store: Pick<UsageStore, "add">;
  /** The key of a day, see `usageKey`. */
  readonly keyOf: (day: string) => Uint8Array;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Counts usage and writes it in groups, off the path of every request. */
export class BufferedUsage implements UsageLog {
  readonly #marks: UsageMarks;
  /** What an answer was about, by its answer_id: never a text, only words. */
  readonly #answers = new Map<string, { readonly words: readonly string[]; readonly document_id: string | null }>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly deps: BufferedUsageDeps) {
    this.#marks = new UsageMarks(deps.keyOf);
  }

  searched({ user_id, query, fits }: Parameters<UsageLog["searched"]>[0]): void {
    if (!fits) this.#add({ user_id, kind: "search-unmet", subjects: usageWords(query) });
  }

  answered({ answer_id, user_id, question, document_id, ...end }: Parameters<UsageLog["answered"]>[0]): void {
    const words = usageWords(question);
    // The pages search and ask with the same words, which are one miss.
    if (!end.fits) this.searched({ user_id, query: question, fits: false });
    // A client that left early got no answer for another reason.
    else if (end.outcome === "nothing_found" && end.model !== "failed")
      this.#add({ user_id, kind: "question-unanswered", subjects: words });
    this.#answers.set(answer_id, { words, document_id });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > ANSWERS_MAX && oldest !== undefined) this.#answers.delete(oldest);
  }

  judgedWrong({ answer_id, user_id }: Parameters<UsageLog["judgedWrong"]>[0]): void {
    const answer = this.#answers.get(answer_id);
    if (answer === undefined) return;
    this.#add({ user_id, kind: "answer-wrong", subjects: answer.words });
    if (answer.document_id !== null) this.#add({ user_id, kind: "answer-wrong-in", subjects: [answer.document_id] });
  }

  read({ user_id, document_id }: Parameters<UsageLog["read"]>[0]): void {
    this.#add({ user_id, kind: "document-read", subjects: [document_id] });
  }

  /** Writes what waits. Afterwards it leaves no timer. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#write();
  }

  #add(event: UsageEvent): void {
    this.#marks.add(event, this.deps.clock.now());
    if (this.#marks.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#writing.then(() => this.#write());
    }, WRITE_EVERY).unref();
  }

  /** Never rejects: counts may be lost, and no request may fail for them. */
  async #write(): Promise<void> {
    const marks = this.#marks.take();
    if (marks.length === 0) return;
    try {
      await this.deps.store.add(marks);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.deps.logger.warn({ marks: marks.length, reason }, "usage could not be written and is not counted");
    }
  }
}
