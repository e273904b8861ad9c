import type { ServerSettings } from "@retrieval/postgres";
import { type Spread, spread } from "./interleaved.js";

type Log = Extract<NonNullable<ServerSettings["log"]>, (...args: never) => unknown>;

/** Each part of an import, by a pattern of its statement; the rest of the time is the process's own. */
const STATEMENTS = {
  begin: /^begin$/,
  "its turn": /pg_advisory_xact_lock/,
  "read and lock": /FOR UPDATE/,
  write: /INSERT INTO users/,
  commit: /^commit$/,
} as const;
const OWN = "check, plan and make the statements";

type Part = keyof typeof STATEMENTS | typeof OWN;

/** The time of each part of an import, round by round. */
export class ImportParts {
  readonly #rounds: Map<Part, number>[] = [];
  #current: Map<Part, number> | undefined;

  /** For the database of the import. */
  readonly log: Log = ({ query, queryDurationMillis }) => {
    const found = Object.entries(STATEMENTS).find(([, pattern]) => pattern.test(query.sql));
    if (found !== undefined) this.#current?.set(found[0] as Part, queryDurationMillis);
  };

  async of(run: () => Promise<void>): Promise<void> {
    const parts = new Map<Part, number>();
    this.#current = parts;
    const begun = performance.now();
    await run();
    const took = performance.now() - begun;
    this.#current = undefined;
    parts.set(OWN, took - [...parts.values()].reduce((sum, ms) => sum + ms, 0));
    this.#rounds.push(parts);
  }

  /** In the order of an import; the first round was a warm-up. */
  spreads(): readonly (readonly [Part, Spread])[] {
    const rounds = this.#rounds.slice(1);
    const parts = [...Object.keys(STATEMENTS), OWN] as Part[];
    return parts.map((part) => [part, spread(rounds.map((round) => round.get(part) ?? 0))]);
  }
}
