import type { Reader } from "../access/audience.js";
import { decideAccess } from "../access/decision.js";
import { type Refusal, refuse, UnavailableError } from "../errors.js";
import type { AskedHits, HitDocument, HitReader, ReadHits } from "../ports/hit-reader.js";
import type { Generation } from "../ports/index-source.js";
import type { SectionIndex } from "../ports/section-index.js";

/** When a search has to end. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Milliseconds until then. */
  left(): number;
}

export interface FindDeps {
  readonly index: SectionIndex;
  readonly hits: HitReader;
  readonly deadline: Deadline;
  /** Called when the index named a document that the rule in memory forbids; it is dropped. */
  readonly onAccessMismatch: (document_id: string, user_id: string) => void;
}

export const TOO_SLOW = refuse("UNAVAILABLE", { code: "search.too_slow" });

/** What the index answered, and what the database has of it that the reader may see, by document_id. */
export interface OneState<Answer> {
  readonly answer: Answer;
  readonly documents: ReadonlyMap<string, HitDocument>;
}

/**
 * Asks the index, and reads by key what it named. The database tells its generation with the rows: if that is not the
 * index's, the index catches up and is asked again, until both are of one state, or until an answer that is as new as
 * the request names only what is still there and still visible (docs/decisions/0024).
 *
 * @param ask null: the time is over
 * @param textMax the most text that is read of a chunk, when `chunks` are read
 */
export async function inOneState<Answer extends { readonly generation: Generation }>(
  ask: (at_least: Generation | null) => Promise<Answer | null>,
  namedIn: (answer: Answer) => readonly AskedHits[],
  textMax: (chunks: number) => number,
  reader: Reader,
  { hits, deadline, onAccessMismatch }: Omit<FindDeps, "index">,
): Promise<OneState<Answer> | Refusal> {
  try {
    let at_least: Generation | null = null;
    for (;;) {
      const answer: Answer | null = await ask(at_least);
      if (answer === null) return TOO_SLOW;
      const asked = namedIn(answer);
      const chunks = asked.reduce((sum, { places }) => sum + places.length, 0);
      const timeout_ms = deadline.left();
      const read: ReadHits | null =
        timeout_ms > 0 ? await hits.read(asked, { text_max: textMax(chunks), timeout_ms }) : null;
      if (read === null) return TOO_SLOW;
      const isVisible = ({ access_rules }: HitDocument) => decideAccess(reader, access_rules).allowed;
      const visible = read.documents.filter(isVisible);
      const isOne = isSame(answer.generation, read.generation);
      const isNew = at_least !== null;
      if (isOne || (isNew && visible.length === asked.length)) {
        for (const one of read.documents) if (!isVisible(one)) onAccessMismatch(one.document_id, reader.user_id);
        return { answer, documents: new Map(visible.map((one) => [one.document_id, one])) };
      }
      at_least = read.generation;
    }
  } catch (error) {
    // The index waits for its database as long as it may.
    if (error instanceof UnavailableError && deadline.signal.aborted) return TOO_SLOW;
    throw error;
  }
}

const isSame = (a: Generation, b: Generation) => a.number === b.number && a.stamp === b.stamp;
