import { setTimeout as sleep } from "node:timers/promises";
import type { BuildTurns } from "@retrieval/core/ports";
import type { Database } from "../connection/database.js";
import { tryHeldTurn } from "../sql/held-turn.js";
import { query } from "../sql/run-statements.js";

/** How often a waiting instance tries, in milliseconds, and how many times before it builds without its turn. */
const TRY_EVERY = 500;
const TRIES = 120;

export class PostgresBuildTurns implements BuildTurns {
  constructor(
    private readonly database: Pick<Database, "db" | "pool">,
    private readonly tryEvery = TRY_EVERY,
  ) {}

  async take(stopping: AbortSignal): Promise<() => Promise<void>> {
    for (let tries = 1; tries <= TRIES && !stopping.aborted; tries++) {
      const release = await query(() => tryHeldTurn(this.database, "builds"));
      if (release !== null) return release;
      await sleep(this.tryEvery, undefined, { signal: stopping }).catch(() => undefined);
    }
    return async () => undefined;
  }
}
