import type { TokenOwners } from "@retrieval/core/ports";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";

/** How many tokens are known at most: some megabytes. The first to come are forgotten first. */
const KNOWN_MOST = 50_000;

interface OwnerRow {
  readonly hash: Buffer;
  readonly user_id: string;
}

export class PostgresTokenOwners implements TokenOwners {
  readonly #known = new Map<string, string>();
  /** The hashes of the next statement. */
  #asked: Buffer[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly db: Kysely<Schema>) {}

  known(hash: Uint8Array): string | null {
    return this.#known.get(keyOf(hash)) ?? null;
  }

  /** What is asked while a statement runs goes into the next one: unknown tokens take one connection at most. */
  async find(hash: Uint8Array): Promise<string | null> {
    this.#asked.push(Buffer.from(hash));
    if (this.#asked.length === 1) this.#last = this.#last.catch(() => undefined).then(() => this.#findAsked());
    await this.#last;
    return this.known(hash);
  }

  learnAll(): Promise<void> {
    return this.#read(sql`ORDER BY last_used_at DESC NULLS LAST LIMIT ${KNOWN_MOST}`);
  }

  learn(rows: readonly OwnerRow[]): void {
    for (const { hash, user_id } of rows) {
      this.#known.set(keyOf(hash), user_id);
      if (this.#known.size > KNOWN_MOST) this.#known.delete(this.#known.keys().next().value as string);
    }
  }

  forget(hash: Uint8Array): void {
    this.#known.delete(keyOf(hash));
  }

  #findAsked(): Promise<void> {
    const hashes = this.#asked;
    this.#asked = [];
    return this.#read(sql`WHERE hash = ANY(${hashes}::bytea[])`);
  }

  async #read(which: RawBuilder<unknown>): Promise<void> {
    const statement = sql<OwnerRow>`SELECT hash, user_id FROM access_tokens ${which}`;
    this.learn((await query(() => statement.execute(this.db))).rows);
  }
}

const keyOf = (hash: Uint8Array) => Buffer.from(hash).toString("base64");
