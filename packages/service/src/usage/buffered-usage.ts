import { createHmac } from "node:crypto";
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
/** How many answers of one user can still be judged, the newest of this instance, and of all users. */
const ANSWERS_OF_USER = 50;
const ANSWERS_MAX = 20_000;

/** What an answer was about: never a text, only words. */
interface JudgeableAnswer {
  readonly words: readonly string[];
  readonly document_id: string | null;
}

export interface BufferedUsageDeps {
  readonly store: Pick<UsageStore, "add">;
  /** The key of a day, or of the answers that can be judged, see `usageKey`. */
  readonly keyOf: (day: string) => Uint8Array;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Counts usage and writes it in groups, off the path of every request. */
export class BufferedUsage implements UsageLog {
  readonly #marks: UsageMarks;
  /** The answers of each user, by a hash: no user_id is kept. The user who asked last is the last one. */
  readonly #answers = new Map<string, Map<string, JudgeableAnswer>>();
  #answersInAll = 0;
  readonly #answersKey: Uint8Array;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly deps: BufferedUsageDeps) {
    this.#marks = new UsageMarks(deps.keyOf);
    this.#answersKey = deps.keyOf("answers");
  }

  searched({ user_id, query, fits }: Parameters<UsageLog["searched"]>[0]): void {
    if (!fits) this.#add({ user_id, kind: "search-unmet", subjects: usageWords(query) });
  }

  answered({ user_id, question, answers, ...end }: Parameters<UsageLog["answered"]>[0]): void {
    const words = usageWords(question);
    // A model that failed may have chosen an answer; and what it chose from may have closed meanwhile.
    if (end.model !== "failed") {
      // The pages search and ask with the same words, which are one miss.
      if (end.outcome === "nothing_found") this.searched({ user_id, query: question, fits: false });
      if (end.outcome === "nearest") this.#add({ user_id, kind: "question-unanswered", subjects: words });
    }
    for (const { answer_id, document_id } of answers) this.#remember(user_id, answer_id, { words, document_id });
  }

  /** A user who asks much replaces own answers. All users together replace those of the user who asked longest ago. */
  #remember(user_id: string, answer_id: string, answer: JudgeableAnswer): void {
    const user = this.#hashOf(user_id);
    const own = this.#answers.get(user) ?? new Map<string, JudgeableAnswer>();
    this.#answers.delete(user);
    this.#answers.set(user, own.set(answer_id, answer));
    this.#answersInAll += 1;
    const [oldest] = own.keys();
    if (own.size > ANSWERS_OF_USER && oldest !== undefined && own.delete(oldest)) this.#answersInAll -= 1;
    const [idle] = this.#answers;
    if (this.#answersInAll <= ANSWERS_MAX || idle === undefined) return;
    this.#answers.delete(idle[0]);
    this.#answersInAll -= idle[1].size;
  }

  #hashOf(user_id: string): string {
    return createHmac("sha256", this.#answersKey).update(user_id).digest("base64");
  }

  judgedWrong({ answer_id, user_id }: Parameters<UsageLog["judgedWrong"]>[0]): void {
    const answer = this.#answers.get(this.#hashOf(user_id))?.get(answer_id);
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
