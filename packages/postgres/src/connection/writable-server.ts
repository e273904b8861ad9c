import { UnavailableError } from "@retrieval/core";
import type pg from "pg";
import { lookAtServer } from "./server-state.js";

/**
 * Which of several servers takes writes. It is kept to until a connection to it is lost, or is refused, or says that
 * it takes no more writes; then all are asked again.
 *
 * Whether the old primary is really stopped before a standby is promoted is for whoever promotes it. Where two take
 * writes all the same, the one that was promoted last is chosen.
 */
export class WritableServer {
  #current: pg.ClientConfig | undefined;
  #looking: Promise<void> | undefined;

  /** @param servers in the order in which they are preferred */
  constructor(private readonly servers: readonly [pg.ClientConfig, ...pg.ClientConfig[]]) {}

  /** undefined while nobody knows. */
  get current(): pg.ClientConfig | undefined {
    return this.#current;
  }

  /** For a connection that has to be made to some server: the current one, or a guess, which its check will tell. */
  get likely(): pg.ClientConfig {
    return this.#current ?? this.servers[0];
  }

  /** A connection to this server was lost, or did not come about, or took no writes. */
  doubt(server: pg.ClientConfig): void {
    // Late news of a server that has been left already is no news.
    if (server === this.#current) this.#current = undefined;
  }

  /** Resolves once the current one is known. @throws UnavailableError where none takes writes, in bounded time */
  async find(): Promise<void> {
    if (this.#current !== undefined) return;
    this.#looking ??= this.#look();
    await this.#looking;
  }

  /** One look for all who wait; where it was in vain, its answer holds for a moment, so that they do not storm. */
  async #look(): Promise<void> {
    try {
      const states = await Promise.all(
        this.servers.map(async (server) => ({ server, ...(await lookAtServer(server)) })),
      );
      const [writer] = states
        .filter(({ role }) => role === "writer")
        .sort((one, other) => other.timeline - one.timeline);
      if (writer === undefined) {
        const said = states.map(({ address, role, reason }) => `${address} ${reason ?? role}`).join(", ");
        throw new UnavailableError(`No server of DATABASE_URL takes writes (${said}).`);
      }
      this.#current = writer.server;
      this.#looking = undefined;
    } catch (error) {
      setTimeout(() => {
        this.#looking = undefined;
      }, PAUSE_MS).unref();
      throw error;
    }
  }
}

const PAUSE_MS = 200;
