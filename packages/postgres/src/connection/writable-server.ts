import { UnavailableError } from "@retrieval/core/errors";
import type pg from "pg";
import { lookAtServer } from "./server-state.js";

/**
 * Finds which of several servers takes writes. It keeps that server until a connection to it is lost, is refused, or
 * reports that it takes no more writes; then it asks all servers again.
 *
 * The operator must stop the old primary before promoting a standby. Where two servers take writes anyway, it chooses
 * the one promoted last.
 */
export class WritableServer {
  #current: pg.ClientConfig | undefined;
  #looking: Promise<void> | undefined;

  /** @param servers in the order of preference */
  constructor(private readonly servers: readonly [pg.ClientConfig, ...pg.ClientConfig[]]) {}

  /** undefined until it is known. */
  get current(): pg.ClientConfig | undefined {
    return this.#current;
  }

  /**
   * The server for a connection that must be made to some server: the current one, or a guess, which its check will
   * test.
   */
  get likely(): pg.ClientConfig {
    return this.#current ?? this.servers[0];
  }

  /** A connection to this server was lost, failed, or took no writes. */
  doubt(server: pg.ClientConfig): void {
    // Ignores a late report about a server that is no longer used.
    if (server === this.#current) this.#current = undefined;
  }

  /** Resolves once the current one is known. @throws UnavailableError where none takes writes, in bounded time */
  async find(): Promise<void> {
    if (this.#current !== undefined) return;
    this.#looking ??= this.#look();
    await this.#looking;
  }

  /** One check for all waiting callers; a failed check is reused for a moment, so that callers do not flood the servers. */
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
