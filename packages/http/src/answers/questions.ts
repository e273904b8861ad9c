/** Calls once, later, unless the returned function is called first. */
export type Timer = (work: () => void, ms: number) => () => void;

/** How long a question may be continued, in milliseconds from its first search. */
const CONTINUED_FOR = 30_000;

interface Question {
  readonly text: string;
  readonly record: () => void;
  readonly cancel: () => void;
}

/**
 * Records a question once, however often its words were searched while it was typed: each search of one session whose
 * words begin with those of the one before takes its place, for half a minute from the first. Nothing that a client sends
 * keeps a question from being recorded.
 */
export class Questions {
  /** The last one of each session, by operation. */
  readonly #open = new Map<string, Question>();

  constructor(private readonly timer: Timer) {}

  /**
   * @param session with the operation that the session calls
   * @param record called once, when the question is over; not for one that is continued
   */
  ask(session: string, text: string, record: () => void): void {
    const before = this.#open.get(session);
    if (before !== undefined && text.startsWith(before.text)) {
      this.#open.set(session, { ...before, text, record });
      return;
    }
    this.#end(session);
    this.#open.set(session, { text, record, cancel: this.timer(() => this.#end(session), CONTINUED_FOR) });
  }

  /** Records the open questions of a session, or of all: before a judgement of an answer, and when the service stops. */
  end(session = ""): void {
    for (const key of [...this.#open.keys()]) if (key.startsWith(session)) this.#end(key);
  }

  #end(session: string): void {
    const question = this.#open.get(session);
    this.#open.delete(session);
    question?.cancel();
    question?.record();
  }
}
