import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { UnavailableError } from "@retrieval/core/errors";
import type { Generation, IndexChanges, RevisionKey } from "@retrieval/core/ports";
import type { HostedEngine, IndexChange, IndexText, QuestionKind, Questions } from "./hosted-engine.js";
import type { ChangeMessage, FromIndex, QuestionMessage, ToIndex } from "./messages.js";

/** How long a change works before it lets waiting questions through, in milliseconds. */
const SLICE_MS = 2;

/** Runs in the index's thread: answers questions in order, and takes texts in slices between them. */
export class IndexHost {
  /** Of the directory; null: it is empty. */
  #generation: Generation | null = null;
  #texts: Promise<void> = Promise.resolve();

  constructor(
    private readonly engine: HostedEngine,
    private readonly reply: (message: FromIndex) => void,
    /** Whether a question's error means that the index is lost. */
    private readonly isLost: (error: unknown) => boolean = () => false,
  ) {}

  receive(message: ToIndex): void {
    if (!("change" in message)) void this.#answer(message).then(this.reply);
    // The directory waits for no text.
    else if (message.change.kind === "directory") void this.#make(message).then(this.reply);
    else this.#texts = this.#texts.then(async () => this.reply(await this.#make(message)));
  }

  async #answer<Kind extends QuestionKind>({ number, kind, ask }: QuestionMessage<Kind>): Promise<FromIndex> {
    const began = performance.now();
    // Changes that come meanwhile may be in the answer, or not.
    const generation = this.#generation;
    try {
      if (generation === null) throw new Error("A question came before the directory");
      const engine: Questions = this.engine;
      const answer = { ...(await engine[kind](ask)), generation };
      return { number, answer, seconds: (performance.now() - began) / 1000 };
    } catch (error) {
      if (this.isLost(error)) return { number, broken: asError(error), broken_revision: null };
      return { number, error: asError(error), unavailable: error instanceof UnavailableError };
    }
  }

  async #make({ number, change }: ChangeMessage): Promise<FromIndex> {
    try {
      if (change.kind === "directory") this.#change(change);
      else await inSlices(this.#steps(change));
      return { number, size: this.engine.stats() };
    } catch (error) {
      const broken_revision = error instanceof BrokenDocument ? error.revision_id : null;
      return { number, broken: asError(error), broken_revision };
    }
  }

  #change({ documents, removed, vocabulary, generation }: IndexChanges): void {
    for (const document of documents) this.engine.putDocument(document);
    for (const document_id of removed) this.engine.removeDocument(document_id);
    if (vocabulary !== null) this.engine.setVocabulary(vocabulary);
    this.#generation = generation;
  }

  *#steps(change: Exclude<IndexChange, { kind: "directory" }>): Iterable<void> {
    if (change.kind === "texts") yield* this.#puts(change.texts);
    else {
      for (const document_id of change.document_ids) {
        yield* this.engine.removeText(document_id);
        yield;
      }
    }
  }

  *#puts(texts: readonly IndexText[]): Iterable<void> {
    for (const text of texts) {
      try {
        yield* this.engine.putText(text);
      } catch (error) {
        throw new BrokenDocument(text, error);
      }
      yield;
    }
  }
}

class BrokenDocument extends Error {
  readonly revision_id: string;

  constructor({ document_id, revision_id }: RevisionKey, cause: unknown) {
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
