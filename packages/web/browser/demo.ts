import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../service/bin/retrieval.js", import.meta.url));

/** A demo for one test file, with its portal: real processes, a real database, a DATA_DIR of its own. */
export interface Demo {
  readonly url: string;
  readonly portalUrl: string;
  readonly dataDir: string;
  /** Everything that the service has written to its terminal and its log. */
  log(): string;
  /** Resolves when the log has this text. The log comes through a pipe, after the answer that it describes. */
  logged(text: string): Promise<void>;
  /** A session token, requested as the portal does. */
  token(user_id: string): Promise<string>;
  /** A call of the API with a user's token. */
  call(user_id: string, path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

export async function startDemo(env: Record<string, string> = {}): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), "retrieval-browser-"));
  await cp(process.env.RETRIEVAL_TEST_DEMO as string, dataDir, { recursive: true });
  const process_ = spawn(process.execPath, [command, "demo"], {
    env: {
      PATH: process.env.PATH ?? "",
      DATA_DIR: dataDir,
      PORT: "0",
      PORTAL_PORT: "0",
      LOG_LEVEL: "info",
      MEANING: "off",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [process_.stdout, process_.stderr])
    stream?.setEncoding("utf8").on("data", (text) => {
      log += text;
    });
  await untilPrinted(process_, () => log);

  const connection = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8"));
  const { url, portal_url: portalUrl } = connection as { url: string; portal_url: string };
  const secret = (await readFile(join(dataDir, "sso-shared-secret"), "utf8")).trim();
  const token = (user_id: string) => signIn(url, secret, user_id);
  return {
    url,
    portalUrl,
    dataDir,
    log: () => log,
    async logged(text) {
      while (!log.includes(text)) await sleep(20);
    },
    token,
    async call(user_id, path, init = {}) {
      const headers = { Authorization: `Bearer ${await token(user_id)}`, ...(init.headers as Record<string, string>) };
      return fetch(url + path, { ...init, headers });
    },
    async stop() {
      process_.kill("SIGTERM");
      if (process_.exitCode === null) await once(process_, "exit");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilPrinted(process_: ChildProcess, log: () => string): Promise<void> {
  while (!log().includes("Try it in another terminal")) {
    if (process_.exitCode !== null) throw new Error(`The demo ended:\n${log()}`);
    await sleep(50);
  }
}

async function signIn(url: string, secret: string, user_id: string): Promise<string> {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", secret).update(`${user_id}:${timestamp}`).digest("hex");
  const response = await fetch(`${url}/api/auth/sso-token`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ user_id, timestamp, signature }),
  });
  const { token } = (await response.json()) as { token?: string };
  if (token === undefined) throw new Error(`${user_id} was not signed in: ${response.status}`);
  return token;
}
