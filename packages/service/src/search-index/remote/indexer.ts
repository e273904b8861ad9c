import { UnavailableError } from "@retrieval/core/errors";
import type { IndexRegister, IndexSource, RevisionText, SentRevision } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { NO_TOTALS, numberOf } from "@retrieval/core/search";
import { MissingIndexError, type OpenSearchIndex, RefusedRequestError } from "@retrieval/opensearch";
import type { Logger } from "pino";
import { FreshRuns } from "../fresh-runs.js";
import { IndexLostError } from "../index-lost-error.js";
import type { BulkAnswer } from "./bulk-worker.js";

/** How long one step of indexing waits for the servers, in milliseconds. */
const STEP_WITHIN = 60_000;
/** The pause after a failure, in milliseconds. */
const AGAIN_AFTER = 5_000;
/** How many revisions are sent at once. */
const AT_ONCE = 4;
/** How often the index is compared with the register, in milliseconds. */
const CHECK_EVERY = 24 * 3_600_000;

const NONE: ReadonlySet<string> = new Set();

/** What a comparison with the register found. */
export interface IndexDrift {
  /** That the index must have. */
  readonly revisions: number;
  /** Those that lack sections, or have too many: all of theirs are sent again. */
  readonly wrong: readonly string[];
}

export interface IndexerDeps {
  readonly index: Pick<OpenSearchIndex, "name" | "claim" | "send" | "refresh" | "remove" | "sizes">;
  readonly register: IndexRegister;
  readonly source: Pick<IndexSource, "texts">;
  /** Makes what is sent of a text, or tells why its text cannot be searched. */
  readonly split: (text: RevisionText, claimed_at: number) => Promise<BulkAnswer | Problem>;
  /** null: another instance indexes. */
  readonly takeTurn: () => Promise<(() => Promise<void>) | null>;
  readonly now: () => number;
  readonly logger: Pick<Logger, "warn" | "error">;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  /** Told how many revisions were sent and noted, each time. */
  readonly onSent?: (revisions: number) => void;
}

/**
 * Brings the published revisions into an index outside the process, and takes the others out. Of all instances, one at
 * a time does it. It may be killed at any moment: what it did not note is done again, with the same result.
 *
 * @throws UnavailableError while the database or OpenSearch is away
 * @throws IndexLostError if the index is gone, or belongs to another history of the database
 */
export class Indexer {
  readonly #runs = new FreshRuns(() => this.#inTurn(() => this.#run()));
  /** Until it tries again, a run fails as the one before. */
  #failure: UnavailableError | null = null;
  #checkedAt: number | null = null;

  constructor(private readonly deps: IndexerDeps) {}

  /**
   * Indexes all that is missing now, unless another instance does. After a failure it tries again by itself.
   *
   * @returns whether this instance had the turn
   */
  async run(): Promise<boolean> {
    if (this.#failure !== null) throw this.#failure;
    try {
      return await this.#runs.run();
    } catch (error) {
      if (error instanceof UnavailableError) this.#tryAgain(error);
      throw error;
    }
  }

  #tryAgain(error: UnavailableError): void {
    const { stopping } = this.deps;
    if (this.#failure !== null || stopping.aborted) return;
    this.#failure = error;
    setTimeout(() => {
      this.#failure = null;
      if (!stopping.aborted) this.run().catch(() => undefined);
    }, AGAIN_AFTER).unref();
  }

  /** Removes what search does not need any more, and once a day looks whether the index has what it must have. */
  async keep(): Promise<void> {
    await this.#inTurn(async () => {
      const { now } = this.deps;
      if (this.#checkedAt === null || now() - this.#checkedAt >= CHECK_EVERY) {
        await this.#check();
        this.#checkedAt = now();
      }
      await this.#run();
    });
  }

  /**
   * Compares how many sections each revision has and must have. What is wrong comes with the next {@link run}.
   *
   * @returns null if another instance indexes now
   */
  async check(): Promise<IndexDrift | null> {
    let drift: IndexDrift | null = null;
    await this.#inTurn(async () => {
      drift = await this.#check();
    });
    return drift;
  }

  async #check(): Promise<IndexDrift> {
    const { index, register, logger } = this.deps;
    await index.refresh(this.#until());
    const { revisions, lacking, surplus, unknown } = await differences(
      register.sizes(index.name),
      index.sizes(() => this.#until()),
    );
    if (unknown.length > 0) await this.#leave();
    if (surplus.length > 0) await index.remove(surplus, this.#until());
    const wrong = [...lacking, ...surplus].map(String);
    if (wrong.length === 0) return { revisions, wrong };
    logger.warn({ index: index.name, revisions: wrong }, "the index in OpenSearch differed, and is mended");
    await register.distrust(index.name, wrong);
    return { revisions, wrong };
  }

  /** @returns whether this instance had the turn */
  async #inTurn(work: () => Promise<void>): Promise<boolean> {
    const giveBack = await this.deps.takeTurn();
    if (giveBack === null) return false;
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof MissingIndexError) throw new IndexLostError("OpenSearch does not have it any more");
      throw error;
    } finally {
      await giveBack();
    }
  }

  async #run(): Promise<void> {
    const { index, register, source } = this.deps;
    // Claimed, and not in force any more when their texts were read.
    for (const left = new Set<string>(); ; ) {
      const claimed = await register.claim(index.name, left);
      if (claimed.length === 0) break;
      const claims = claimed.map(({ claim, ...revision }) => ({ number: numberOf(revision), claim }));
      if (!(await index.claim(claims, this.#until()))) await this.#leave();
      for (const { revision_id } of claimed) left.add(revision_id);
      const claimed_at = new Map(claimed.map((one) => [one.revision_id, one.claimed_at]));
      for await (const texts of source.texts(claimed, NONE))
        for (const { revision_id } of await this.#send(texts, claimed_at)) left.delete(revision_id);
    }
    await this.#removePast();
  }

  /** The index has sections that this database knows nothing of. It is not deleted: another service may use it. */
  async #leave(): Promise<never> {
    const { index, register, logger } = this.deps;
    logger.error({ index: index.name }, "the index in OpenSearch has sections of another database; a new one is made");
    await register.forget(index.name);
    throw new IndexLostError("the database was restored, or another one uses its index in OpenSearch");
  }

  /** What was sent is noted also if something fails. */
  async #send(
    texts: readonly RevisionText[],
    claimed_at: ReadonlyMap<string, number>,
  ): Promise<readonly SentRevision[]> {
    const { index, register, onSent } = this.deps;
    const sent: SentRevision[] = [];
    const waiting = [...texts];
    const sender = async () => {
      for (let text = waiting.pop(); text !== undefined; text = waiting.pop())
        sent.push(await this.#sendOne(text, claimed_at.get(text.revision_id) ?? 0));
    };
    const ends = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () =>
        sender().catch((error) => {
          waiting.length = 0;
          throw error;
        }),
      ),
    );
    await index.refresh(this.#until());
    await register.note(index.name, sent);
    onSent?.(sent.length);
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    return sent;
  }

  /** One document must not keep all others from being found. */
  async #sendOne(text: RevisionText, claimed_at: number): Promise<SentRevision> {
    const { document_id, revision_id, unsearchable } = text;
    const { index, split, logger } = this.deps;
    const meaning = text.meaning !== null;
    const titleOnly = (reason: string) => {
      logger.error({ document_id, reason }, "search finds only the title of a document");
      return { revision_id, totals: NO_TOTALS, sections: 0, meaning };
    };
    if (unsearchable !== undefined) return titleOnly(unsearchable);
    const made = await split(text, claimed_at).catch((error) => ({ code: String(error) }));
    if ("code" in made) {
      if (made.code === "file.server_busy") throw new UnavailableError("this server is too busy to index a document");
      return titleOnly(made.code);
    }
    try {
      for (const request of made.requests) await index.send(request, this.#until());
      return { revision_id, totals: made.totals, sections: made.sections, meaning };
    } catch (error) {
      if (!(error instanceof RefusedRequestError)) throw error;
      await index.remove([numberOf(text)], this.#until());
      return titleOnly(error.message);
    }
  }

  async #removePast(): Promise<void> {
    const { index, register } = this.deps;
    for (;;) {
      const past = await register.past(index.name);
      if (past.length === 0) return;
      // One that comes into force again meanwhile is sent again.
      await register.distrust(index.name, past);
      const numbers = past.map((revision_id) => numberOf({ revision_id }));
      await index.remove(numbers, this.#until());
      await register.drop(index.name, past);
    }
  }

  #until(): AbortSignal {
    return AbortSignal.any([this.deps.stopping, AbortSignal.timeout(STEP_WITHIN)]);
  }
}

/** @param wanted and found: in the order of their numbers; null: it is being sent */
async function differences(
  wanted: AsyncIterable<readonly [number, number | null]>,
  found: AsyncIterable<readonly [number, number]>,
) {
  const [lacking, surplus, unknown]: [number[], number[], number[]] = [[], [], []];
  let revisions = 0;
  const there = found[Symbol.asyncIterator]();
  let next = await there.next();
  for await (const [number, sections] of wanted) {
    for (; !next.done && next.value[0] < number; next = await there.next()) unknown.push(next.value[0]);
    const has = !next.done && next.value[0] === number ? next.value[1] : 0;
    if (!next.done && next.value[0] === number) next = await there.next();
    if (sections === null) continue;
    revisions += 1;
    if (has < sections) lacking.push(number);
    else if (has > sections) surplus.push(number);
  }
  for (; !next.done; next = await there.next()) unknown.push(next.value[0]);
  return { revisions, lacking, surplus, unknown };
}
