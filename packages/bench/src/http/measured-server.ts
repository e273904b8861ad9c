import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "@retrieval/contract/free-port";

export interface Usage {
  /** Milliseconds of processor time since the start, of all threads. */
  readonly cpu: number;
  /** Bytes. */
  readonly rss: number;
  readonly heapUsed: number;
  /** The longest stall of the event loop since the question before, in milliseconds. */
  readonly stall: number;
  /** The most that the main thread itself worked in one of them; null where the system does not tell. */
  readonly ownStall: number | null;
}

const USAGE = new URL("usage-over-ipc.js", import.meta.url).href;
const SERVICE = fileURLToPath(new URL("../../../service/bin/retrieval.js", import.meta.url));
const peer = (name: string) => fileURLToPath(new URL(`peers/${name}.js`, import.meta.url));

/**
 * The programs: our service as its users start it, or one of the peers, written by hand or with the service's own way
 * of using the database.
 */
export const SERVERS = {
  service: { program: [SERVICE, "serve"], env: {} },
  express: { program: [peer("express-peer")], env: {} },
  bare: { program: [peer("bare-peer")], env: {} },
  "express-alike": { program: [peer("express-peer")], env: { PEER_ALIKE: "yes" } },
  "bare-alike": { program: [peer("bare-peer")], env: { PEER_ALIKE: "yes" } },
} as const;
export type ServerName = keyof typeof SERVERS;

const START_WITHIN = 60_000;
/** Milliseconds; each question takes time from a server that starts. */
const ASK_AGAIN_AFTER = 10;

/** A server in a separate process that reports its usage. Its log is written, but not kept. */
export class MeasuredServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    /** From the spawn to the first 200 of /readyz, in milliseconds. */
    readonly startTime: number,
  ) {}

  /** @param within milliseconds */
  static async start(
    name: ServerName,
    env: NodeJS.ProcessEnv,
    { nodeOptions = [] as readonly string[], within = START_WITHIN } = {},
  ) {
    const port = await freePort();
    const begun = performance.now();
    const child = spawn(process.execPath, [...nodeOptions, "--import", USAGE, ...SERVERS[name].program], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        MEANING: "off",
        ...env,
        ...SERVERS[name].env,
        PORT: String(port),
      },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    while (!(await isReady(port))) {
      if (child.exitCode !== null || performance.now() - begun > within) {
        child.kill("SIGKILL");
        throw new Error(`the server ${name} did not start`);
      }
      await sleep(ASK_AGAIN_AFTER);
    }
    return new MeasuredServer(child, port, performance.now() - begun);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** The most memory that it ever had, in bytes; null where the system does not tell. */
  peak(): number | null {
    const status = `/proc/${this.child.pid}/status`;
    const kilobytes = existsSync(status) ? /VmHWM:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1] : undefined;
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  }

  async usage(): Promise<Usage> {
    const answer = once(this.child, "message");
    this.child.send("usage");
    return (await answer)[0] as Usage;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exit = once(this.child, "exit");
    this.child.kill("SIGTERM");
    await exit;
  }
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path: "/readyz", agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("error", () => resolve(false));
  });
}
