import { UnavailableError } from "@retrieval/core/errors";
import type { ClaimedRevision, IndexRegister, IndexSource, RevisionText, SentRevision } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { NO_TOTALS, numberOf } from "@retrieval/core/search";
import { type OpenSearchIndex, RefusedRequestError } from "@retrieval/opensearch";
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
  readonly revisions: number;
  /** Those that lack sections: they are sent again. */
  readonly lacking: readonly string[];
  /** The numbers of those that the register does not have: they are removed. */
  readonly extra: readonly number[];
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
}

/**
 * Brings the published revisions into an index outside the process, and takes the others out. Of all instances, one at
 * a time does it. It may be killed at any moment: what it did not note is done again, with the same result.
 */
export class Indexer {
  readonly #runs = new FreshRuns(() => this.#inTurn(() => this.#run()));
  #again: NodeJS.Timeout | null = null;
  #checkedAt: number | null = null;
  #hadTurn = false;

  constructor(private readonly deps: IndexerDeps) {
    deps.stopping.addEventListener("abort", () => clearTimeout(this.#again ?? undefined), { once: true });
  }

  /**
   * Indexes all that is missing now, unless another instance does. After a failure it tries again by itself.
   *
   * @returns whether this instance had the turn
   * @throws UnavailableError while the database or OpenSearch is away
   * @throws IndexLostError if the index belongs to another history of the database
   */
  async run(): Promise<boolean> {
    const run = this.#runs.run();
    run.catch((error) => {
      if (this.deps.stopping.aborted || this.#again !== null || !(error instanceof UnavailableError)) return;
      this.#again = setTimeout(() => {
        this.#again = null;
        this.run().catch(() => undefined);
      }, AGAIN_AFTER).unref();
    });
    await run;
    return this.#hadTurn;
  }

  /** Removes what search does not need any more, and once a day looks whether the index has what it must have. */
  keep(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#removePast();
      const { now } = this.deps;
      if (this.#checkedAt !== null && now() - this.#checkedAt < CHECK_EVERY) return;
      this.#checkedAt = now();
      await this.check();
    });
  }

  /** Compares how many sections each revision has and must have. What is lacking comes with the next {@link run}. */
  async check(): Promise<IndexDrift> {
    const { index, register, logger } = this.deps;
    await index.refresh(this.#until());
    const drift = await differences(register.sizes(index.name), index.sizes(this.#until()));
    const { lacking, extra } = drift;
    if (lacking.length > 0) await register.distrust(index.name, lacking);
    if (extra.length > 0) await index.remove(extra, this.#until());
    if (lacking.length + extra.length > 0)
      logger.warn({ index: index.name, lacking, extra }, "the index in OpenSearch differed, and is mended");
    return drift;
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const giveBack = await this.deps.takeTurn();
    this.#hadTurn = giveBack !== null;
    if (giveBack === null) return;
    try {
      await work();
    } finally {
      await giveBack();
    }
  }

  async #run(): Promise<void> {
    const { index, register, source } = this.deps;
    await this.#removePast();
    for (const done = new Set<string>(); ; ) {
      const claimed = await register.claim(index.name, done);
      if (claimed.length === 0) return;
      await this.#claim(claimed);
      const claims = new Map(claimed.map((one) => [one.revision_id, one]));
      for await (const texts of source.texts(claimed, NONE)) await this.#send(texts, claims);
      for (const { revision_id } of claimed) done.add(revision_id);
    }
  }

  async #claim(claimed: readonly ClaimedRevision[]): Promise<void> {
    const { index, logger } = this.deps;
    const claims = claimed.map(({ claim, ...revision }) => ({ number: numberOf(revision), claim }));
    if (await index.claim(claims, this.#until())) return;
    logger.error({ index: index.name }, "the index in OpenSearch has sections of another database; a new one is made");
    await this.deps.register.forget(index.name);
    throw new IndexLostError("the database was restored, or another one uses its index in OpenSearch");
  }

  async #send(texts: readonly RevisionText[], claims: ReadonlyMap<string, ClaimedRevision>): Promise<void> {
    const { index, register } = this.deps;
    const sent: SentRevision[] = [];
    const waiting = [...texts];
    const sender = async () => {
      for (let text = waiting.pop(); text !== undefined; text = waiting.pop())
        sent.push(await this.#sendOne(text, claims.get(text.revision_id)?.claimed_at ?? 0));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    await index.refresh(this.#until());
    await register.note(index.name, sent);
  }

  async #sendOne(text: RevisionText, claimed_at: number): Promise<SentRevision> {
    const { document_id, revision_id, unsearchable } = text;
    const meaning = text.meaning !== null;
    const titleOnly = (reason: string | undefined) => {
      this.deps.logger.error({ document_id, reason }, "search finds only the title of a document");
      return { revision_id, totals: NO_TOTALS, sections: 0, meaning };
    };
    if (unsearchable !== undefined) return titleOnly(unsearchable);
    const made = await this.deps.split(text, claimed_at);
    if ("code" in made) {
      if (made.code === "file.server_busy") throw new UnavailableError("this server is too busy to index a document");
      return titleOnly(made.code);
    }
    try {
      for (const request of made.requests) await this.deps.index.send(request, this.#until());
      return { revision_id, totals: made.totals, sections: made.sections, meaning };
    } catch (error) {
      // One document must not keep all others from being found.
      if (error instanceof RefusedRequestError) return titleOnly(error.message);
      throw error;
    }
  }

  async #removePast(): Promise<void> {
    const { index, register } = this.deps;
    for (;;) {
      const past = await register.past(index.name);
      if (past.length === 0) return;
      const numbers = past.map((revision_id) => numberOf({ revision_id }));
      await index.remove(numbers, this.#until());
      await register.drop(index.name, past);
    }
  }

  #until(): AbortSignal {
    return AbortSignal.any([this.deps.stopping, AbortSignal.timeout(STEP_WITHIN)]);
  }
}

/** Both in the order of their numbers. */
async function differences(
  wanted: AsyncIterable<readonly [number, number]>,
  found: AsyncIterable<readonly [number, number]>,
): Promise<IndexDrift> {
  const there = found[Symbol.asyncIterator]();
  const [lacking, extra]: [string[], number[]] = [[], []];
  let revisions = 0;
  let next = await there.next();
  for await (const [number, sections] of wanted) {
    revisions += 1;
    for (; !next.done && next.value[0] < number; next = await there.next()) extra.push(next.value[0]);
    const has = !next.done && next.value[0] === number ? next.value[1] : 0;
    if (has !== sections) lacking.push(String(number));
    if (!next.done && next.value[0] === number) next = await there.next();
  }
  for (; !next.done; next = await there.next()) extra.push(next.value[0]);
  return { revisions, lacking, extra };
}
