import type { EmbeddingProgress, IndexState, JobTally } from "@retrieval/core/ports";

/** The service's state at the moment of a scrape. */
export interface ServiceFigures {
  /** Connections to the database, and how many requests wait for one. */
  readonly pool: {
    readonly open: number;
    readonly idle: number;
    readonly waiting: number;
    readonly max: number;
  };
  /** Requests that wait for their sender's turn. */
  readonly waitingForTurn: number;
  /** null: the database did not answer in time. */
  readonly jobs: JobTally | null;
  /** How long this instance has been at the job at hand, in seconds; 0 where it has none. */
  readonly jobAtHand: number;
  readonly audit: {
    readonly waiting: number;
    /** Since the start. */
    readonly lost: number;
  };
  /** The index of sections of this instance. */
  readonly index: IndexState;
  /** How many documents have their vectors of meaning; null without a model, and before it was counted. */
  readonly embeddings: EmbeddingProgress | null;
  /** Whether rate limits are counted by all instances together; null where nothing asks for it. */
  readonly limitsShared: boolean | null;
}
