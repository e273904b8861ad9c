import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { installNode, installSecurity, type NodeVersion } from "./installation.js";

export { NODE_VERSIONS, type NodeVersion, whyNoNode } from "./installation.js";

export interface OpenSearchNodeOptions {
  readonly version: NodeVersion;
  /** Whether it has the k-NN plugin; default false. Only 2.19 can. */
  readonly knn?: boolean;
  /**
   * Whether it has the security plugin, and files of its config folder by their names there, as paths; default none. Only
   * 2.19 can. It refuses requests for a moment after it has started, while it makes its users.
   */
  readonly security?: Readonly<Record<string, string>>;
  /** Nodes of a cluster that this one joins; default none: it is the first of a cluster. */
  readonly cluster?: readonly OpenSearchNode[];
  /** Of opensearch.yml: `{ "cluster.routing.allocation.disk.threshold_enabled": "true" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Of the JVM, in place of a small heap and what makes it start soon: for measurements. */
  readonly flags?: readonly string[];
}

export interface OpenSearchNode {
  /** `http://127.0.0.1:port`, without a user; `https://localhost:port` with security. It stays the same across restarts. */
  readonly url: string;
  /** `127.0.0.1:port` for other nodes of its cluster. */
  readonly transport: string;
  /** Process id of the current JVM. */
  readonly pid: number;
  /** The folder of its data. */
  readonly data: string;
  /** Halts it as it is, by SIGSTOP: it keeps its connections and answers nothing. */
  pause(): void;
  resume(): void;
  /** Kills it as a power cut would, by SIGKILL. Resolves when it has ended. */
  kill(): Promise<void>;
  /** Kills it unless it has ended, and starts it on the same data and ports. Resolves when it answers. */
  restart(): Promise<void>;
  /** Kills it and removes its data. Calling it twice is harmless. */
  stop(): Promise<void>;
}

const QUICK = ["-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];
/** Of util-linux: ends the JVM with the process that started it, even a JVM that is paused. */
const SETPRIV = "/usr/bin/setpriv";
/** An error of the start is at the end. */
const LOG_LENGTH = 8_000;

/** Starts a real node of OpenSearch with empty data on free ports of 127.0.0.1. Resolves when it answers. */
export async function startNode(options: OpenSearchNodeOptions): Promise<OpenSearchNode> {
  const { version, knn = false, security, cluster = [], settings = {}, flags = QUICK } = options;
  const installation = await installNode(version);
  const home = await mkdtemp(join(tmpdir(), "retrieval-opensearch-"));
  await Promise.all(["config", "plugins"].map((name) => mkdir(join(home, name))));
  if (knn) {
    if (installation.knn === null) throw new Error(`OpenSearch ${version} has no k-NN plugin here`);
    await symlink(installation.knn, join(home, "plugins/opensearch-knn"));
  }
  if (security !== undefined) {
    const plugin = await installSecurity();
    await symlink(plugin, join(home, "plugins/opensearch-security"));
    await cp(join(plugin, "config"), join(home, "config/opensearch-security"), { recursive: true });
    for (const [name, path] of Object.entries(security)) await cp(path, join(home, "config", name));
  }
  const name = `node-${cluster.length}`;
  const given = {
    "path.home": home,
    "cluster.name": "tests",
    "node.name": name,
    "network.host": "127.0.0.1",
    "discovery.seed_hosts": cluster.map(({ transport }) => transport).join(),
    ...(cluster.length === 0 ? { "cluster.initial_cluster_manager_nodes": name } : {}),
    "action.auto_create_index": "false",
    // The disk of a machine for tests may be nearly full.
    "cluster.routing.allocation.disk.threshold_enabled": "false",
    ...settings,
  };
  let ports: Ports = { http: "0", transport: "0" };
  let child: ChildProcess;

  async function start() {
    const all = { ...given, "http.port": ports.http, "transport.port": ports.transport };
    const node = [
      installation.java,
      ...[...flags, `-Dlog4j2.configurationFile=${installation.logging}`, "-cp", installation.classPath, "TestNode"],
      ...Object.entries(all).map(([setting, value]) => `${setting}=${value}`),
    ];
    const [command = "", ...args] = existsSync(SETPRIV) ? [SETPRIV, "--pdeathsig", "KILL", ...node] : node;
    child = spawn(command, args, { cwd: home, stdio: ["pipe", "pipe", "pipe"] });
    ports = await portsOf(child);
  }
  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }
  async function stop() {
    await kill();
    await rm(home, { recursive: true, force: true });
  }

  try {
    await start();
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
  return {
    url: security === undefined ? `http://127.0.0.1:${ports.http}` : `https://localhost:${ports.http}`,
    transport: `127.0.0.1:${ports.transport}`,
    get pid() {
      return child.pid as number;
    },
    data: join(home, "data"),
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    kill,
    restart: async () => {
      await kill();
      await start();
    },
    stop,
  };
}

interface Ports {
  readonly http: string;
  readonly transport: string;
}

/** @throws Error with the end of its log when it ends before it answers */
function portsOf(child: ChildProcess): Promise<Ports> {
  let log = "";
  // Read to the end, because a process blocks when its output is not read.
  child.stderr?.on("data", (data) => {
    log = `${log}${data}`.slice(-LOG_LENGTH);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`The OpenSearch node for the tests did not start:\n${log}`)));
    createInterface({ input: child.stdout as Readable }).once("line", (line) => {
      const [http = "", transport = ""] = line.split(" ");
      resolve({ http, transport });
    });
  });
}
