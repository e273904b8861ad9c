import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import type { Generation, IndexedDocument, IndexReach } from "@retrieval/core/ports";
import type { HostedEngine, IndexChange, QuestionKind, Questions } from "./hosted-engine.js";
import type { ChangeMessage, FromIndex, QuestionMessage, ToIndex } from "./messages.js";
import { newer, reached } from "./reach.js";

/** How long a change works before it lets waiting questions through, in milliseconds. */
const SLICE_MS = 2;

/** Runs in the index's thread: answers questions in order, and makes changes in slices between them. */
export class IndexHost {
  #newest: Generation | null = null;
  /** null until it is built. */
  #reach: IndexReach | null = null;
  #changes: Promise<void> = Promise.resolve();

  constructor(
    private readonly engine: HostedEngine,
    private readonly reply: (message: FromIndex) => void,
  ) {}

  receive(message: ToIndex): void {
    if ("change" in message) {
      this.#changes = this.#changes.then(async () => this.reply(await this.#make(message)));
    } else {
      this.reply(this.#answer(message));
    }
  }

  #answer<Kind extends QuestionKind>({ number, kind, ask }: QuestionMessage<Kind>): FromIndex {
    const began = performance.now();
    try {
      if (this.#reach === null) throw new Error("A question came before the index was built");
      const engine: Questions = this.engine;
      const answer = { ...engine[kind](ask), generation: this.#reach.generation };
      return { number, answer, seconds: (performance.now() - began) / 1000 };
    } catch (error) {
      return { number, error: asError(error) };
    }
  }

  async #make({ number, change }: ChangeMessage): Promise<FromIndex> {
    try {
      if (change.kind === "reached") this.#reachAt(change.generation, change.generation);
      else {
        this.#reachAt(this.#reach?.generation ?? null, change.read_in);
        await inSlices(this.#steps(change));
      }
      return { number, size: this.engine.stats() };
    } catch (error) {
      const broken_revision = error instanceof BrokenDocument ? error.revision_id : null;
      return { number, broken: asError(error), broken_revision };
    }
  }

  #reachAt(generation: Generation | null, newest: Generation): void {
    this.#newest = this.#newest === null ? newest : newer(this.#newest, newest);
    this.#reach = generation && reached({ newest: this.#newest }, generation);
  }

  *#steps(change: Exclude<IndexChange, { kind: "reached" }>): Iterable<void> {
    if (change.kind === "vocabulary") this.engine.setVocabulary(change.entries);
    if (change.kind === "put") yield* this.#puts(change.documents);
    if (change.kind === "remove") {
      for (const document_id of change.document_ids) {
        yield* this.engine.removeInSteps(document_id);
        yield;
      }
    }
  }

  *#puts(documents: readonly IndexedDocument[]): Iterable<void> {
    for (const document of documents) {
      try {
        yield* this.engine.putInSteps(document);
      } catch (error) {
        throw new BrokenDocument(document, error);
      }
      yield;
    }
  }
}

class BrokenDocument extends Error {
  readonly revision_id: string;

  constructor({ document_id, revision_id }: IndexedDocument, cause: unknown) {
    super(`${document_id}: ${asError(cause).message}`, { cause });
    this.revision_id = revision_id;
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

async function inSlices(steps: Iterable<void>): Promise<void> {
  let began = performance.now();
  for (const _ of steps) {
    if (performance.now() - began < SLICE_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}
