import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@retrieval/postgres";
import { documentsToEmbed } from "./embedding-speed.js";
import { ask } from "./http/keep-alive-connection.js";
import { type LargeCompany, openLargeCompany } from "./http/large-company.js";
import { MeasuredServer } from "./http/measured-server.js";
import { requestBytes } from "./http/prepared-requests.js";
import { fillCorpus } from "./large-corpus.js";
import { fillMeaning, readPatterns } from "./meaning-corpus.js";
import { commandOf, cpuWithEnded, descendants, memoryOf, privateMemoryOf } from "./process-tree.js";
import type { Report } from "./report.js";

const DEPLOYMENTS = 10;
/** Of each. */
const CHUNKS = 2_500;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 180);
/** After the last request, in milliseconds: the process that embeds documents ends after 30 seconds without a part. */
const SETTLES_IN = 60_000;
const START_WITHIN = 600_000;
const EMBEDDED_WITHIN = 300_000;
const LOOK_EVERY = 200;
/** Of one processor core, for one deployment. */
const CORE_SHARE_MAX = 0.01;
const MEGABYTE = 1024 * 1024;

/** Deployments with a database each on one PostgreSQL server, after one upload and one search: what they take while idle. */
export async function idleDeployments(report: Report): Promise<void> {
  const patterns = await readPatterns();
  const company = await openLargeCompany((database) => fillCorpus(database, CHUNKS, "as written"));
  try {
    // The first start makes the term vectors.
    await (await MeasuredServer.start("service", company.env, { within: START_WITHIN })).stop();
    await fillMeaning(company.database, patterns);
    const urls = await copies(company);
    const off = await measure(company, urls, "off");
    const on = await measure(company, urls, "on");
    report.text(
      `${DEPLOYMENTS} deployments of ${CHUNKS.toLocaleString("en")} chunks, one PostgreSQL server with a database each. Each published a document and answered a search; a minute later they were measured for ${SECONDS} s without a request. PostgreSQL has all its processes. Memory is in MB, with each process's share of what several have in common; time is of processors, in milliseconds a minute.`,
    );
    report.table(
      ["", "MEANING=off", "MEANING=on"],
      ROWS.map(([title, figure]) => [title, figure(off), figure(on)]),
    );
    const share = (on.service.cpu + on.postgres.cpu / DEPLOYMENTS) / 60_000;
    report.claim({
      what: "processor time of an idle deployment with meaning, and its share of PostgreSQL's",
      target: `at most ${CORE_SHARE_MAX * 100} % of a core, without a process that embeds`,
      measured: `${(share * 100).toFixed(2)} %, ${on.children} such processes`,
      met: share <= CORE_SHARE_MAX && on.children === 0,
    });
  } finally {
    await company.close();
  }
}

interface Idle {
  /** Of one, in the mean. */
  readonly service: Taken & { readonly private: number };
  readonly postgres: Taken & { readonly connections: number };
  /** Processes that the services have started and that have not ended. */
  readonly children: number;
}

interface Taken {
  /** Bytes. */
  readonly memory: number;
  /** Milliseconds a minute. */
  readonly cpu: number;
}

const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(0);

const ROWS: readonly (readonly [title: string, figure: (idle: Idle) => string])[] = [
  ["memory of a service", ({ service }) => megabytes(service.memory)],
  ["of this its own alone", ({ service }) => megabytes(service.private)],
  ["memory of PostgreSQL", ({ postgres }) => megabytes(postgres.memory)],
  ["memory of all", ({ service, postgres }) => megabytes(DEPLOYMENTS * service.memory + postgres.memory)],
  ["connections of a service", ({ postgres }) => (postgres.connections / DEPLOYMENTS).toFixed(1)],
  ["time of a service", ({ service }) => service.cpu.toFixed(0)],
  ["time of PostgreSQL", ({ postgres }) => postgres.cpu.toFixed(0)],
  ["time of all", ({ service, postgres }) => (DEPLOYMENTS * service.cpu + postgres.cpu).toFixed(0)],
];

/** @returns the URLs of databases that have what the company's has */
async function copies({ env }: LargeCompany): Promise<readonly string[]> {
  const named = (name: string) => String(env.DATABASE_URL).replace(/postgres$/, name);
  const onConnectionError = () => undefined;
  const other = await openDatabase({ kind: "server", url: named("template1"), poolSize: 1, onConnectionError });
  const names = Array.from({ length: DEPLOYMENTS }, (_, i) => `company_${i}`);
  try {
    for (const name of names) {
      // A database with connections cannot be copied; the pool opens others.
      await other.pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'postgres'");
      await other.pool.query(`CREATE DATABASE ${name} TEMPLATE postgres`);
    }
  } finally {
    await other.close();
  }
  return names.map(named);
}

async function measure(company: LargeCompany, urls: readonly string[], MEANING: string): Promise<Idle> {
  const servers: MeasuredServer[] = [];
  try {
    for (const DATABASE_URL of urls)
      servers.push(
        await MeasuredServer.start("service", { ...company.env, DATABASE_URL, MEANING }, { within: START_WITHIN }),
      );
    for (const { port } of servers) await use(company, port, MEANING);
    await sleep(SETTLES_IN);
    const pids = servers.map(({ pid }) => pid);
    const postgres = () => descendants(process.pid).filter((pid) => commandOf(pid).includes("postgres"));
    const cpu = () => ({ services: sum(pids, cpuWithEnded), postgres: sum(postgres(), cpuWithEnded) });
    const before = cpu();
    await sleep(SECONDS * 1_000);
    const after = cpu();
    const aMinute = (of: "services" | "postgres") => ((after[of] - before[of]) * 60) / SECONDS;
    return {
      service: {
        memory: sum(pids, memoryOf) / DEPLOYMENTS,
        private: sum(pids, privateMemoryOf) / DEPLOYMENTS,
        cpu: aMinute("services") / DEPLOYMENTS,
      },
      postgres: {
        memory: sum(postgres(), memoryOf),
        cpu: aMinute("postgres"),
        connections: postgres().filter((pid) => commandOf(pid).includes("company_")).length,
      },
      children: pids.flatMap(descendants).length,
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Publishes a document, waits until it is embedded, and searches. */
async function use(company: LargeCompany, port: number, MEANING: string): Promise<void> {
  const admin = await company.signInAdmin(port);
  const document = {
    title: `Published with meaning ${MEANING}`,
    chunks: [{ text_type: "paragraph", content: "退職金" }],
  };
  const requests = [
    requestBytes("/api/manage/documents/published?wait=true", document, admin, { method: "PUT" }),
    requestBytes("/api/search", { query: "退職金" }, admin),
  ];
  for (const request of requests) {
    const { status, body } = await ask(port, request);
    if (status !== 200) throw new Error(`a request was answered ${status}: ${body()}`);
  }
  if (MEANING === "off") return;
  const begun = performance.now();
  while ((await documentsToEmbed(port, admin)) > 0) {
    if (performance.now() - begun > EMBEDDED_WITHIN) throw new Error("a document was not embedded");
    await sleep(LOOK_EVERY);
  }
}

const sum = (pids: readonly number[], of: (pid: number) => number) => pids.reduce((all, pid) => all + of(pid), 0);
