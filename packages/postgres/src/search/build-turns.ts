import { setTimeout as sleep } from "node:timers/promises";
import type { TakeBuildTurn } from "@retrieval/core/ports";
import type { Database } from "../connection/database.js";
import { type Release, tryHeldTurn } from "../sql/held-turn.js";
import { query } from "../sql/run-statements.js";

/** How often a waiting instance tries, in milliseconds, and how many times before it builds without its turn. */
const TRY_EVERY = 500;
const TRIES = 120;

export function buildTurns(database: Pick<Database, "db" | "pool">, tryEvery = TRY_EVERY): TakeBuildTurn {
  return async (stopping) => {
    for (let tries = 1; tries <= TRIES && !stopping.aborted; tries++) {
      const release = await query(() => tryHeldTurn(database, "builds"));
      if (release !== null) return release;
      await sleep(tryEvery, undefined, { signal: stopping }).catch(() => undefined);
    }
    return async () => undefined;
  };
}

/** The turn to write into the index outside the process: null if another instance has it. */
export const indexingTurn = (database: Pick<Database, "db" | "pool">) => (): Promise<Release | null> =>
  query(() => tryHeldTurn(database, "sections"));
