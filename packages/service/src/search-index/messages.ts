import type { IndexAnswers, IndexSize } from "@retrieval/core/ports";
import type { Answer, IndexChange, QuestionKind } from "./hosted-engine.js";

export interface ChangeMessage {
  readonly number: number;
  readonly change: IndexChange;
}

export interface QuestionMessage<Kind extends QuestionKind = QuestionKind> {
  readonly number: number;
  readonly kind: Kind;
  readonly ask: IndexAnswers[Kind]["ask"];
}

/** What is posted to the index's thread. Each message gets one reply, with its number. */
export type ToIndex = ChangeMessage | QuestionMessage;

export type FromIndex =
  | { readonly number: number; readonly size: IndexSize }
  | { readonly number: number; readonly answer: Answer<QuestionKind>; readonly seconds: number }
  /** The question made the engine throw; `unavailable`: because what it needs is away. */
  | { readonly number: number; readonly error: Error; readonly unavailable: boolean }
  /** The change did: half of it may be in the index. Or a question told that the index is gone. It cannot be used any more. */
  | { readonly number: number; readonly broken: Error; readonly broken_revision: string | null };
