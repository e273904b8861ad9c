import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import type { Generation, IndexedDocument } from "@retrieval/core/ports";
import type { HostedEngine, IndexChange, QuestionKind, Questions } from "./hosted-engine.js";
import type { ChangeMessage, FromIndex, QuestionMessage, ToIndex } from "./messages.js";

/** How long a change works before it lets waiting questions through, in milliseconds. */
const SLICE_MS = 2;

/** Runs in the index's thread: answers questions in order, and makes changes in slices between them. */
export class IndexHost {
  #generation: Generation | null = null;
  #changes: Promise<void> = Promise.resolve();

  /** @param fail ends the thread: an index with half a change would give wrong answers */
  constructor(
    private readonly engine: HostedEngine,
    private readonly reply: (message: FromIndex) => void,
    private readonly fail: (error: unknown) => void,
  ) {}

  receive(message: ToIndex): void {
    if ("change" in message) this.#changes = this.#changes.then(() => this.#make(message)).catch(this.fail);
    else this.reply(this.#answer(message));
  }

  #answer<Kind extends QuestionKind>({ number, kind, ask }: QuestionMessage<Kind>): FromIndex {
    const began = performance.now();
    try {
      if (this.#generation === null) throw new Error("A question came before the index was built");
      const engine: Questions = this.engine;
      const answer = { ...engine[kind](ask), generation: this.#generation };
      return { number, answer, seconds: (performance.now() - began) / 1000 };
    } catch (error) {
      return { number, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  async #make({ number, change }: ChangeMessage): Promise<void> {
    if (change.kind === "reached") this.#generation = change.generation;
    else await inSlices(this.#steps(change));
    this.reply({ number, size: this.engine.stats() });
  }

  *#steps(change: Exclude<IndexChange, { kind: "reached" }>): Iterable<void> {
    if (change.kind === "vocabulary") this.engine.setVocabulary(change.entries);
    if (change.kind === "put") yield* this.#puts(change.documents);
    if (change.kind === "remove") {
      for (const document_id of change.document_ids) yield this.engine.remove(document_id);
    }
  }

  *#puts(documents: readonly IndexedDocument[]): Iterable<void> {
    for (const document of documents) {
      try {
        yield* this.engine.putInSteps(document);
      } catch (error) {
        // An operator who knows the document can publish it again.
        throw new Error(`${document.document_id}: ${error instanceof Error ? error.message : error}`, { cause: error });
      }
      yield;
    }
  }
}

async function inSlices(steps: Iterable<void>): Promise<void> {
  let began = performance.now();
  for (const _ of steps) {
    if (performance.now() - began < SLICE_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}
