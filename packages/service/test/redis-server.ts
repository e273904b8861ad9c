import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@retrieval/contract/free-port";

const program = process.env.REDIS_SERVER ?? "/usr/bin/redis-server";

/** Why tests that need Redis are skipped, or null. */
export const NO_REDIS = existsSync(program) ? null : `there is no ${program} (apt-get install redis-server)`;

/** A real, empty Redis on a free port of 127.0.0.1 that can be stopped, paused and restarted. */
export class RedisServer {
  #process: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    private readonly folder: string,
  ) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), await mkdtemp(join(tmpdir(), "redis-")));
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = ["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.folder, "--save", ""];
    this.#process = spawn(program, options, { stdio: "ignore" });
    while (!(await answers(this.port))) await sleep(20);
  }

  async kill(): Promise<void> {
    if (this.#process === null) return;
    this.#process.kill("SIGKILL");
    await once(this.#process, "exit");
    this.#process = null;
  }

  hang(): void {
    this.#process?.kill("SIGSTOP");
  }

  goOn(): void {
    this.#process?.kill("SIGCONT");
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
