import type { Reader } from "../../access/audience.js";
import { decideAccess } from "../../access/decision.js";
import type { AccessRules } from "../../access/rules.js";
import type { StructuredChunk } from "../../chunks/structured-chunk.js";
import type { ShownFields } from "../../documents/document-fields.js";
import type { DocumentHead } from "../../documents/document-head.js";
import type { FoundLife } from "../../documents/readable-lives.js";
import { type Refusal, refuse, UnavailableError } from "../../errors.js";
import type { ModelFailure } from "../../model-failure.js";
import type { CalibratedEmbedder } from "../index/calibration.js";
import { type Generation, isSameGeneration, type RevisionKey } from "../index/index-source.js";
import type { SectionRange } from "../ranking/search-hits.js";
import type { IndexedState, SectionIndex } from "../ranking/section-index.js";

/** The chunks to read of a document. */
export interface HitPlaces extends RevisionKey {
  /** Of the chunks that are shown, each once. */
  readonly places: readonly number[];
}

export interface HitChunk {
  readonly place: number;
  readonly chunk: StructuredChunk;
}

export interface HitDocument extends RevisionKey {
  readonly document: DocumentHead;
  /** The rule in force now. */
  readonly access_rules: AccessRules;
  readonly facts: HitFacts;
  /** In reading order. */
  readonly chunks: readonly HitChunk[];
}

/** What lists and answers say of a document beside its text. */
export interface HitFacts extends Omit<ShownFields, "history"> {
  readonly effective_from: string;
  readonly version_number: number;
  /** The versions of a document that another day will change; null: no such day is known. */
  readonly life: Pick<FoundLife, "versions" | "abolitions" | "day"> | null;
}

export interface ReadHits {
  /** The state of the database that was read. */
  readonly generation: Generation;
  /** Those that still have that published revision, in the same order. */
  readonly documents: readonly HitDocument[];
}

/**
 * Reads by key what an index in memory found. The rule in each answer MUST be the one in force in the state that was
 * read: the caller decides by it once more. Every answer MUST be one state of the database, whatever commits meanwhile.
 *
 * The reads MUST end when the time limit is over, in the database too.
 */
export interface HitReader {
  /**
   * The amount read MUST have a bound, because chunks that were stored earlier can be long: further chunks are left out,
   * but never the first one.
   *
   * @param limits.timeout_ms above 0
   * @returns null if the time limit ended it
   */
  read(hits: readonly HitPlaces[], limits: { readonly timeout_ms: number }): Promise<ReadHits | null>;

  /**
   * Whether the section of a chunk has another text in another revision of the document: other passages, or none.
   *
   * @param limits.timeout_ms above 0
   * @returns null if the time limit ended it
   */
  isChanged(
    section: RevisionKey & { readonly chunk_id: string; readonly other: string },
    limits: { readonly timeout_ms: number },
  ): Promise<boolean | null>;

  /**
   * The texts of sections, for the check of phrases: for each, in the same order, `content` of its chunks, or
   * `content_md` where that is null, in reading order. null for a section that is no longer published, and for all from
   * the first one on that exceeds a bound of characters; the first section is always read.
   *
   * @returns null if the time limit ended it
   */
  texts(
    sections: readonly SectionRange[],
    limits: { readonly timeout_ms: number },
  ): Promise<readonly (readonly string[] | null)[] | null>;
}

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
  /** Called when the index named a document that the rule of the same state forbids; it is dropped. */
  readonly onAccessMismatch: (document_id: string, user_id: string) => void;
}

export const TOO_SLOW = refuse("UNAVAILABLE", { code: "search.too_slow" });

/** The documents among some rows, without their chunks. */
export function documentsAmong(
  rows: readonly { readonly document_id: string | null; readonly revision_id: string | null }[],
): HitPlaces[] {
  const revisions = new Map(rows.map(({ document_id, revision_id }) => [document_id, revision_id]));
  return [...revisions].flatMap(([document_id, revision_id]) =>
    document_id === null || revision_id === null ? [] : { document_id, revision_id, places: [] },
  );
}

/** An answer of the index, and the documents that it names, as this reader may see them now, by document_id. */
interface AnswerWithHits<Answer> {
  readonly answer: Answer;
  readonly documents: ReadonlyMap<string, HitDocument>;
}

/**
 * Reads by key the documents and chunks that an answer of the index names. The rule in the database decides access once
 * more: a right that ended shows nothing, however old the answer is (docs/decisions/0042).
 *
 * @param asking resolves with null when the time is over
 */
export async function withHits<Answer extends IndexedState>(
  asking: Promise<Answer | null>,
  namedIn: (answer: Answer) => readonly HitPlaces[],
  reader: Reader,
  { hits, deadline, onAccessMismatch }: Pick<FindDeps, "hits" | "deadline" | "onAccessMismatch">,
): Promise<AnswerWithHits<Answer> | Refusal> {
  try {
    const answer = await asking;
    const timeout_ms = deadline.left();
    const read = answer && timeout_ms > 0 ? await hits.read(namedIn(answer), { timeout_ms }) : null;
    if (answer === null || read === null) return TOO_SLOW;
    const documents = new Map<string, HitDocument>();
    for (const document of read.documents) {
      if (decideAccess(reader, document.access_rules).allowed) documents.set(document.document_id, document);
      // In a later state the rule may have changed since, which is no mismatch.
      else if (isSameGeneration(answer.generation, read.generation))
        onAccessMismatch(document.document_id, reader.user_id);
    }
    return { answer, documents };
  } catch (error) {
    // The index waits for its database as long as it may.
    if (error instanceof UnavailableError && deadline.signal.aborted) return TOO_SLOW;
    throw error;
  }
}

/** Scores how well passages answer a query, reading both together. */
export interface Reranker {
  readonly model: string;
  /** Where query and passages are sent, with the port: `gpu-1:8080`. */
  readonly host: string;
  /**
   * Without passages it MUST answer `[]` and ask no server. It MUST NOT throw, and MUST return soon after the signal
   * aborts.
   *
   * @returns a finite score for each passage, in the order of the passages; a higher score is a better passage. The
   *   scale is the model's own: some answer from 0 to 1, some any number. `timeout` if the signal aborted
   */
  rerank(query: string, passages: readonly string[], signal: AbortSignal): Promise<readonly number[] | ModelFailure>;
}
