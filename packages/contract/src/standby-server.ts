import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "./free-port.js";
import type { PostgresServer } from "./postgres-server.js";

export interface StandbyServer {
  /** Like the primary's, except for the port. */
  readonly url: string;
  /** Promotes it. Resolves when it takes writes. */
  promote(): Promise<void>;
  /** Stops it, and removes its data. */
  stop(): Promise<void>;
}

/** Starts a hot standby that streams from this server, with a copy of its data. Resolves when it streams. */
export async function startStandby(primary: PostgresServer): Promise<StandbyServer> {
  const folder = await mkdtemp(join(tmpdir(), "retrieval-standby-"));
  const data = join(folder, "data");
  const binaries = await copyData(primary.url, data);
  const { username, password } = new URL(primary.url);
  await writeFile(join(data, "standby.signal"), "");
  await appendFile(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${username} password=${password} application_name=standby'\n`,
  );
  // PostgreSQL refuses to run as root, so the copied data may belong to another account than the one that runs the
  // tests.
  const { uid, gid } = await stat(data);
  await promisify(execFile)("chown", ["-R", `${uid}:${gid}`, folder]);
  const port = await freePort();
  const flags = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="].flatMap((one) => [
    "-c",
    one,
  ]);
  const server = spawn(join(binaries, "postgres"), ["-D", data, ...flags], { uid, gid, stdio: "ignore" });
  const url = new URL(primary.url);
  url.port = String(port);
  const stop = async () => {
    await end(server);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until(primary.url, "SELECT count(*) = 1 AS yes FROM pg_stat_replication WHERE state = 'streaming'", server);
    return {
      url: url.href,
      stop,
      async promote() {
        await ask(url.href, "SELECT pg_promote()");
        await until(url.href, "SELECT NOT pg_is_in_recovery() AS yes", server);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Does the work of pg_basebackup, which the binaries from npm lack. @returns where the server's binaries are */
async function copyData(url: string, to: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "SELECT current_setting('data_directory') AS data, (SELECT setting FROM pg_config WHERE name = 'BINDIR') AS binaries",
    );
    await client.query("SELECT pg_backup_start('standby', fast => true)");
    // The log restores a file that disappears while it is copied.
    await promisify(execFile)("cp", ["-a", rows[0].data, to]).catch(() => undefined);
    const { rows: stopped } = await client.query("SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)");
    await rm(join(to, "postmaster.pid"));
    await writeFile(join(to, "backup_label"), stopped[0].labelfile);
    return rows[0].binaries;
  } finally {
    await client.end();
  }
}

async function until(url: string, question: string, server: ChildProcess): Promise<void> {
  for (;;) {
    const rows = await ask(url, question).catch(() => []);
    if (rows[0]?.yes === true) return;
    if (server.exitCode !== null) throw new Error(`The standby for the tests ended with ${server.exitCode}.`);
    await sleep(50);
  }
}

async function ask(url: string, question: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query(question)).rows;
  } finally {
    await client.end();
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, "exit");
  server.kill("SIGQUIT");
  await exit;
}
