import type { Reader } from "../../access/audience.js";
import { decideAccess } from "../../access/decision.js";
import type { AccessRules } from "../../access/rules.js";
import { type Refusal, refuse, UnavailableError } from "../../errors.js";
import type { CalibratedEmbedder } from "../index/calibration.js";
import { type Generation, type IndexReach, isSameGeneration } from "../index/index-source.js";
import type { SectionIndex } from "../ranking/section-index.js";
import type { AskedHits, HitDocument, HitReader, ReadHits } from "./hit-reader.js";
import type { Reranker } from "./reranker.js";

/** When a search has to end. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Milliseconds until then. */
  left(): number;
  /** Aborts after this time, and when the search has to end. */
  within(milliseconds: number): AbortSignal;
}

/** The model that embeds questions, and what its answer counts for. */
export interface MeaningSearch {
  readonly embedder: CalibratedEmbedder;
  /** The share of words in the order of an answer, from 0 to 1. */
  readonly words_share: number;
  /** How long a question may take, in milliseconds. */
  readonly embedWithin: number;
}

/** The model that orders the best sections once more. */
export interface RerankedSearch {
  readonly reranker: Reranker;
  /** How long one search may wait for it, in milliseconds. */
  readonly within: number;
  /** Whether a document with this rule may be sent to the model. */
  readonly maySend: (rules: AccessRules) => boolean;
}

export interface FindDeps {
  readonly index: SectionIndex;
  readonly hits: HitReader;
  readonly deadline: Deadline;
  /** null: words alone find. */
  readonly meaning: MeaningSearch | null;
  /** null: the index alone orders. */
  readonly reranker: RerankedSearch | null;
  /** Called when the index named a document that the rule in memory forbids; it is dropped. */
  readonly onAccessMismatch: (document_id: string, user_id: string) => void;
}

export const TOO_SLOW = refuse("UNAVAILABLE", { code: "search.too_slow" });

/** What the index answered, and what the database has of it that the reader may see, by document_id. */
interface OneState<Answer> {
  readonly answer: Answer;
  readonly documents: ReadonlyMap<string, HitDocument>;
}

/** The answer's parts are of different states. */
export const CHANGED = Symbol("changed meanwhile");

/**
 * Asks the index, and reads by key what it named. The database tells its generation with the rows: if the index is not
 * exactly of that state, it catches up and is asked again, until it is, or until an answer that is as new as the request
 * names only what is still there and still visible (docs/decisions/0024).
 *
 * @param ask null: the time is over
 */
export async function inOneState<Answer extends IndexReach>(
  ask: (at_least: Generation | null) => Promise<Answer | typeof CHANGED | null>,
  namedIn: (answer: Answer) => readonly AskedHits[],
  reader: Reader,
  { hits, deadline, onAccessMismatch }: Pick<FindDeps, "hits" | "deadline" | "onAccessMismatch">,
): Promise<OneState<Answer> | Refusal> {
  try {
    let at_least: Generation | null = null;
    for (;;) {
      const answer: Answer | typeof CHANGED | null = await ask(at_least);
      if (answer === null) return TOO_SLOW;
      const asked = answer === CHANGED ? [] : namedIn(answer);
      const timeout_ms = deadline.left();
      const read: ReadHits | null = timeout_ms > 0 ? await hits.read(asked, { timeout_ms }) : null;
      if (read === null) return TOO_SLOW;
      const isVisible = ({ access_rules }: HitDocument) => decideAccess(reader, access_rules).allowed;
      const visible = read.documents.filter(isVisible);
      const isAll = at_least !== null && visible.length === asked.length;
      if (answer !== CHANGED && (isOf(answer, read.generation) || (isAll && isNotAfter(answer, read.generation)))) {
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

const isOf = ({ generation, newest }: IndexReach, read: Generation) =>
  isSameGeneration(generation, read) && isSameGeneration(newest, read);

/** Otherwise the database has lost what the index has: an index reads before what it names is read. */
const isNotAfter = ({ newest }: IndexReach, read: Generation) =>
  newest.number < read.number || isSameGeneration(newest, read);
