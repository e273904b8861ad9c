import { UnavailableError } from "@retrieval/core/errors";
import pg from "pg";
import { codeOf } from "../sql/run-statements.js";
import { roleOf } from "./server-state.js";
import { WritableServer } from "./writable-server.js";

type Servers = readonly [pg.ClientConfig, ...pg.ClientConfig[]];
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: pg.PoolClient["release"]) => void;

/**
 * A pool on the one of several servers that takes writes, which `pg` itself does not have. It checks a connection once,
 * when it is made. After the promotion of a standby the pool switches to that one by itself and drops its connections
 * to the other.
 */
export class WritablePool extends pg.Pool {
  readonly #writable: WritableServer;

  constructor(servers: Servers, options: pg.PoolConfig) {
    const writable = new WritableServer(servers);
    super({
      ...options,
      Client: class extends WriterClient {
        constructor() {
          super(writable);
        }
      },
    });
    this.#writable = writable;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect();
    if (callback === undefined) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    for (let failures = 0; ; ) {
      if (!this.ending) await this.#writable.find();
      try {
        const client = await super.connect();
        if (serverOf(client) === this.#writable.current) return client;
        client.release(true);
      } catch (error) {
        failures += 1;
        // A full pool is no sign of a problem with the server.
        if (failures === ATTEMPTS || this.#writable.current !== undefined) throw error;
      }
    }
  }
}

/** The second attempt is for a writer that has just changed. */
const ATTEMPTS = 2;

/** The server that a connection of a {@link WritablePool} was made to; undefined for any other connection. */
export function serverOf(client: pg.ClientBase): pg.ClientConfig | undefined {
  return client instanceof WriterClient ? client.server : undefined;
}

/** A connection to the server that takes writes; connecting fails where the server takes none. */
class WriterClient extends pg.Client {
  readonly server: pg.ClientConfig;

  constructor(private readonly writable: WritableServer) {
    const server = writable.likely;
    super(server);
    this.server = server;
    this.on("error", () => writable.doubt(server));
    this.#watch();
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    const connected = this.#connect();
    if (callback === undefined) return connected;
    connected.then(
      () => callback(null),
      (error) => callback(error),
    );
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    try {
      await super.connect();
      const role = await roleOf(this);
      if (role !== "writer")
        throw new UnavailableError(`The server is ${role === "standby" ? "a standby" : "read-only"}.`);
      return this;
    } catch (error) {
      this.writable.doubt(this.server);
      void this.end().catch(() => undefined);
      throw error;
    }
  }

  /** A server can stop taking writes and keep its connections. */
  #watch(): void {
    const send = this.query.bind(this) as (...args: unknown[]) => unknown;
    const watched = (...args: unknown[]): unknown => {
      const answer = send(...args);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error) => {
        if (codeOf(error) === READ_ONLY) this.writable.doubt(this.server);
        throw error;
      });
    };
    this.query = watched as typeof this.query;
  }
}

/** SQLSTATE read_only_sql_transaction. */
const READ_ONLY = "25006";
