import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PORTAL, SECRET, signedRequest } from "../harness.js";

const COMMAND = fileURLToPath(new URL("../../bin/retrieval.js", import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Only the given variables: the test machine's own settings must not affect the tests. The embedded model costs a second
 * of each start.
 */
function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  const meaning = "EMBEDDING_URL" in env ? "on" : "off";
  return { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", MEANING: meaning, ...env };
}

function collect(child: ChildProcess) {
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (data) => {
    output.stdout += data;
  });
  child.stderr?.on("data", (data) => {
    output.stderr += data;
  });
  return output;
}

/** Runs the built command, or another version's, until it exits. */
export async function run(
  args: readonly string[],
  env: Record<string, string> = {},
  command = COMMAND,
): Promise<Finished> {
  const child = spawn(process.execPath, [command, ...args], {
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(child);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}

/** The built command, running. */
export class ServiceProcess {
  private constructor(
    readonly child: ChildProcess,
    private readonly output: { stdout: string; stderr: string },
    readonly url: string,
  ) {}

  /**
   * `retrieval serve` on a database, with the test in the role of the proxy, as soon as it is ready.
   */
  static async serve(databaseUrl: string, env: Record<string, string> = {}, command?: string): Promise<ServiceProcess> {
    const settings = {
      SSO_SHARED_SECRET: SECRET,
      PORTAL_DOMAIN: PORTAL,
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: "loopback",
    };
    const listening = /"port":(\d+),"tls":/;
    const urlIn = ({ stderr }: { stderr: string }) => {
      const port = stderr.match(listening)?.[1];
      return port === undefined ? null : `http://127.0.0.1:${port}`;
    };
    const service = await ServiceProcess.#start(["serve"], { ...settings, PORT: "0", ...env }, urlIn, command);
    // Without questions to /readyz, each of which it would log.
    await service.logged("the search index is ready");
    return service;
  }

  static demo(dataDir: string, env: Record<string, string> = {}): Promise<ServiceProcess> {
    return ServiceProcess.#start(["demo"], { DATA_DIR: dataDir, PORT: "0", PORTAL_PORT: "0", ...env }, ({ stdout }) =>
      // The last line that it prints.
      stdout.includes("departments import") ? (stdout.match(/listens at (\S+)/)?.[1] ?? null) : null,
    );
  }

  static async #start(
    args: string[],
    env: Record<string, string>,
    urlIn: (output: { stdout: string; stderr: string }) => string | null,
    command = COMMAND,
  ): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [command, ...args], {
      env: environment(env),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = collect(child);
    for (;;) {
      const url = urlIn(output);
      if (url !== null) return new ServiceProcess(child, output, url);
      if (child.exitCode !== null)
        throw new Error(`retrieval ${args.join(" ")} ended:\n${output.stdout}${output.stderr}`);
      await Promise.race([
        once(child.stdout as NodeJS.ReadableStream, "data"),
        once(child.stderr as NodeJS.ReadableStream, "data"),
        once(child, "exit"),
      ]);
    }
  }

  get stdout(): string {
    return this.output.stdout;
  }

  get log(): string {
    return this.output.stderr;
  }

  /** Resolves when the log has this text: a line comes through a pipe, later than its answer. */
  async logged(text: string | RegExp): Promise<void> {
    while (this.log.match(text) === null) {
      if (this.child.exitCode !== null) throw new Error(`The service ended and did not log ${text}:\n${this.log}`);
      await sleep(10);
    }
  }

  async ready(): Promise<void> {
    while ((await this.fetch("/readyz")).status !== 200) await sleep(20);
  }

  /** A request as the proxy forwards it. */
  fetch(path: string, { token, ...init }: RequestInit & { token?: string } = {}): Promise<Response> {
    const headers: Record<string, string> = {
      "X-Forwarded-Proto": "https",
      ...(init.headers as Record<string, string> | undefined),
    };
    if (token) headers.Authorization = `Bearer ${token}`;
    if (typeof init.body === "string") headers["Content-Type"] ??= "application/json";
    return fetch(this.url + path, { ...init, headers });
  }

  async signIn(user_id: string, secret = SECRET): Promise<string> {
    const body = JSON.stringify(signedRequest(user_id, Math.floor(Date.now() / 1000), secret));
    const response = await this.fetch("/api/auth/sso-token", { method: "POST", body });
    if (response.status !== 200) throw new Error(`no session for ${user_id}: ${await response.text()}`);
    return ((await response.json()) as { token: string }).token;
  }

  /** Ends the process by a signal, and reads its last output. @returns its exit code; null if the signal ended it */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    // The pipes can still have output after "exit".
    const closed = once(this.child, "close") as Promise<[number | null]>;
    this.child.kill(signal);
    return (await closed)[0];
  }
}
