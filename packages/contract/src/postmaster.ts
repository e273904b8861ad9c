import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { ServerAccount } from "./postgres-binaries.js";

/** The environment of a server's processes. */
export interface PostmasterOptions {
  /** The account's own folder, which will hold the data. */
  readonly folder: string;
  readonly binaries: string;
  readonly account: ServerAccount | null;
  readonly settings: Readonly<Record<string, string>>;
}

/** The processes of one PostgreSQL server, and its data. */
export class Postmaster {
  readonly #options: PostmasterOptions;
  readonly #data: string;
  #child: ChildProcess | null = null;

  constructor(options: PostmasterOptions) {
    this.#options = options;
    this.#data = join(options.folder, "data");
  }

  async initialise(password: string): Promise<void> {
    const { folder, binaries } = this.#options;
    const passwordFile = join(folder, "password");
    await writeFile(passwordFile, password, { mode: 0o644 });
    const flags = ["--username=postgres", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"];
    await promisify(execFile)(
      join(binaries, "bin", "initdb"),
      [`--pgdata=${this.#data}`, `--pwfile=${passwordFile}`, ...flags],
      this.#asAccount(),
    );
    await rm(passwordFile);
  }

  /** Resolves when it accepts connections. @throws Error with its log when it ends before */
  async start(port: number): Promise<void> {
    const settings = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...this.#options.settings, port };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const child = spawn(join(this.#options.binaries, "bin", "postgres"), ["-D", this.#data, ...flags], {
      ...this.#asAccount(),
      stdio: ["ignore", "ignore", "pipe"],
    });
    let log: string | null = "";
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`The PostgreSQL server for the tests did not start:\n${log}`)));
      child.stderr.on("data", (data) => {
        // Read to the end, because a server blocks when its output is not read.
        if (log === null) return;
        log += data;
        if (!log.includes("database system is ready to accept connections")) return;
        log = null;
        resolve();
      });
    });
    this.#child = child;
  }

  async pid(): Promise<number> {
    return Number((await readFile(join(this.#data, "postmaster.pid"), "utf8")).split("\n")[0]);
  }

  /** @param signal SIGINT is a fast shutdown that writes everything to the disk; SIGQUIT ends it immediately */
  async stop(signal: "SIGINT" | "SIGQUIT"): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
  }

  /** Resolves when no server process is left. */
  async kill9(): Promise<void> {
    if (this.#child === null) return;
    this.#child = null;
    const postmaster = await this.pid();
    const group = await childrenOf(postmaster);
    process.kill(postmaster, "SIGKILL");
    // The other server processes notice the postmaster's end and exit by themselves.
    await allGone([postmaster, ...group]);
  }

  /** For the end of this process, which waits for nothing. */
  killNow(): void {
    this.#child?.kill("SIGQUIT");
  }

  #asAccount() {
    const { account, folder } = this.#options;
    // The folder of the checkout may be closed to the account. Messages are in English, whatever the machine's locale.
    return { ...account, cwd: folder, env: { ...process.env, LC_ALL: "C" } };
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  // Linux only; elsewhere we wait only for the postmaster.
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return children.split(" ").filter(Boolean).map(Number);
}

async function allGone(pids: number[]): Promise<void> {
  while (pids.some(isAlive)) await sleep(20);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
