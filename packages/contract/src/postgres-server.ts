import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { chown, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "./free-port.js";
import { binariesFor, serverAccount, temporaryFolderFor } from "./postgres-binaries.js";
import { Postmaster } from "./postmaster.js";

export interface PostgresServer {
  /** Connection URL of the superuser, database `postgres`. It stays the same across restarts. */
  readonly url: string;
  readonly port: number;
  /** The folder with its `bin`, `lib` and `share`. A copy is removed with the data. */
  readonly binaries: string;
  /** Process id of the current postmaster. */
  pid(): Promise<number>;
  /** Kills the postmaster as a power cut would: SIGKILL, no checkpoint. Resolves when no server process is left. */
  kill9(): Promise<void>;
  /** Starts the server again on the same data, after a clean shutdown if it is still running. */
  restart(): Promise<void>;
  /** Stops it and removes the data. Calling it twice is harmless. */
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Replaces the default settings, which are durable. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The package with PostgreSQL for this platform; default the installed one. */
  readonly packageFolder?: string;
}

const STARTS = 3;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Starts a real PostgreSQL server with empty data on a free port of 127.0.0.1. */
export async function startPostgresServer(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const { settings = {}, packageFolder } = options;
  const account = await serverAccount();
  const folder = await mkdtemp(join(await temporaryFolderFor(account), "retrieval-postgres-"));
  if (account !== null) await chown(folder, account.uid, account.gid);
  // A stopping server keeps its folder's files open, and writes the last ones late.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 });
  try {
    // A copy that the run has already made serves every server of the run.
    const binaries =
      (packageFolder === undefined ? process.env.RETRIEVAL_TEST_POSTGRES : undefined) ??
      (await binariesFor(account, join(folder, "native"), packageFolder));
    const postmaster = new Postmaster({ folder, binaries, account, settings });
    const password = randomBytes(16).toString("hex");
    await postmaster.initialise(password);
    const port = await startOnFreePort(postmaster);
    const forget = whenThisProcessEnds(() => {
      postmaster.killNow();
      remove();
    });
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      port,
      binaries,
      pid: () => postmaster.pid(),
      kill9: () => postmaster.kill9(),
      async restart() {
        await postmaster.stop("SIGINT");
        await postmaster.start(port);
      },
      async stop() {
        await postmaster.stop("SIGQUIT");
        forget();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Another process can take the port between our check and the server's bind. */
async function startOnFreePort(postmaster: Postmaster): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      await postmaster.start(port);
      return port;
    } catch (error) {
      if (attempt === STARTS || !String(error).includes("could not bind")) throw error;
    }
  }
}

/** Calls this when the process ends without having stopped its server: Ctrl-C. @returns a function that undoes this */
function whenThisProcessEnds(act: () => void): () => void {
  const bySignal = (signal: NodeJS.Signals) => {
    forget();
    act();
    process.kill(process.pid, signal);
  };
  const forget = () => {
    process.off("exit", act);
    for (const signal of SIGNALS) process.off(signal, bySignal);
  };
  process.once("exit", act);
  for (const signal of SIGNALS) process.once(signal, bySignal);
  return forget;
}
