import type { AnswerEnd } from "@retrieval/core/use-cases";

/** Calls once, later, unless the returned function is called first. */
export type Timer = (work: () => void, ms: number) => () => void;

/** How long a question may be continued, in milliseconds from its first search. */
const CONTINUED_FOR = 30_000;
/** The most answers of one question, so that its entry stays short; a search after them begins another. */
const ANSWERS_MAX = 50;

/** How one search of a question was answered. */
export interface GivenAnswer extends AnswerEnd {
  readonly answer_id: string;
  /** Of the best source; null: the answer cites nothing. */
  readonly document_id: string | null;
  readonly chunk_ids: readonly string[];
}

/** How a question was answered: what it cites, not the texts, which may be personal. */
interface AnsweredQuestion extends GivenAnswer {
  /** Of the answers before, while it was typed. */
  readonly earlier_answer_ids: readonly string[];
}

type RecordQuestion = (answers: readonly GivenAnswer[]) => void;

interface Question {
  readonly text: string;
  readonly answers: readonly GivenAnswer[];
  readonly record: RecordQuestion;
  readonly cancel: () => void;
}

/**
 * Records a question once, however often its words were searched while it was typed: each search of one session whose
 * words begin with those of the one before continues it, for half a minute from the first. Nothing that a client sends
 * keeps a question, or what one of its answers showed, from being recorded.
 */
export class Questions {
  /** The last one of each session, by operation. */
  readonly #open = new Map<string, Question>();

  constructor(private readonly timer: Timer) {}

  /**
   * @param session with the operation that the session calls
   * @param answer null: the search has none
   * @param record called once, with all answers in order, when the question is over; not for one that is continued
   */
  ask(session: string, text: string, answer: GivenAnswer | null, record: RecordQuestion): void {
    const given = answer === null ? [] : [answer];
    const before = this.#open.get(session);
    if (before !== undefined && text.startsWith(before.text) && before.answers.length < ANSWERS_MAX) {
      this.#open.set(session, { ...before, text, answers: [...before.answers, ...given], record });
      return;
    }
    this.#end(session);
    const cancel = this.timer(() => this.#end(session), CONTINUED_FOR);
    this.#open.set(session, { text, answers: given, record, cancel });
  }

  /** Records the open questions of a session, or of all: before a judgement of an answer, and when the service stops. */
  end(session = ""): void {
    for (const key of [...this.#open.keys()]) if (key.startsWith(session)) this.#end(key);
  }

  #end(session: string): void {
    const question = this.#open.get(session);
    this.#open.delete(session);
    question?.cancel();
    question?.record(question.answers);
  }
}

const RANK = { answer: 2, nearest: 1, nothing_found: 0 };

/** What its entry says of a question: the best answer, the last of equals, with what all of them cite. */
export function summedAnswers(answers: readonly GivenAnswer[]): AnsweredQuestion | null {
  const ids = answers.map(({ answer_id }) => answer_id);
  const answer_id = ids.pop();
  if (answer_id === undefined) return null;
  const best = answers.reduce((one, next) => (RANK[next.outcome] >= RANK[one.outcome] ? next : one));
  const chunk_ids = [...new Set(answers.flatMap((answer) => answer.chunk_ids))];
  return { ...best, answer_id, earlier_answer_ids: ids, chunk_ids };
}
