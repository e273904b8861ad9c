import { statfs } from "node:fs/promises";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { UnavailableError } from "@retrieval/core/errors";
import pg from "pg";
import { MortalPGlite } from "./mortal-pglite.js";

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: pg.PoolClient["release"]) => void;

/** The write-ahead log grows by 16 MiB, and a clean shutdown may need one more. */
const ROOM = 32 * 1024 * 1024;

/** A pool of one connection to an embedded database, which is reopened after it died. */
export class EmbeddedPool extends pg.Pool {
  readonly #directory: string;
  #pglite: MortalPGlite;
  #opening: Promise<void> | undefined;

  /** @throws Error with a sentence for the operator where it does not open and the disk is full */
  static async open(directory: string, options: pg.PoolConfig): Promise<EmbeddedPool> {
    const pglite = await MortalPGlite.open(directory).catch(async (cause: Error) => {
      const problem = await problemWithRoom(directory);
      throw problem === null ? cause : new Error(problem, { cause });
    });
    return new EmbeddedPool(directory, pglite, options);
  }

  private constructor(directory: string, pglite: MortalPGlite, options: pg.PoolConfig) {
    const current = () => this.#pglite;
    super({
      ...options,
      max: 1,
      idleTimeoutMillis: 0,
      Client: class extends EmbeddedClient {
        constructor() {
          super(options, current());
        }
      },
    });
    this.#directory = directory;
    this.#pglite = pglite;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connected = this.#live().then(() => super.connect());
    if (callback === undefined) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  /** Closes the database too. */
  async close(): Promise<void> {
    if (!this.ending) await this.end();
    await this.#opening?.catch(() => undefined);
    if (this.#pglite.death === null) await this.#pglite.close();
  }

  async #live(): Promise<void> {
    if (this.#pglite.death === null || this.ending) return;
    this.#opening ??= this.#openAgain().finally(() => {
      this.#opening = undefined;
    });
    await this.#opening;
  }

  async #openAgain(): Promise<void> {
    const problem = await problemWithRoom(this.#directory);
    if (problem !== null) throw new UnavailableError(problem);
    try {
      this.#pglite = await MortalPGlite.open(this.#directory);
    } catch (cause) {
      throw new UnavailableError("The embedded database cannot be opened again.", { cause });
    }
  }
}

class EmbeddedClient extends pg.Client {
  constructor(
    config: pg.ClientConfig,
    private readonly pglite: MortalPGlite,
  ) {
    super({ ...config, ...createPgConfig(pglite) });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    // The database may have died while a caller waited for the one connection.
    const connected = this.pglite.death === null ? super.connect() : Promise.reject(this.pglite.death);
    if (callback === undefined) return connected;
    connected.then(
      () => callback(null),
      (error) => callback(error),
    );
    return undefined;
  }
}

/** @returns a sentence for the operator where the disk is too full for the database to open */
export async function problemWithRoom(directory: string): Promise<string | null> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= ROOM) return null;
  const mebibytes = Math.floor((bavail * bsize) / 1024 / 1024);
  return `The disk is full: ${mebibytes} MiB are free for the embedded database, which needs ${ROOM / 1024 / 1024} MiB to open.`;
}
