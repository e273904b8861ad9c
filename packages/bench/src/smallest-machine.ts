import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { realDataDir } from "@retrieval/contract/real-data-dir";
import { mediaTypeOf } from "@retrieval/core/limits";
import { documentsToEmbed } from "./embedding-speed.js";
import { Connection } from "./http/keep-alive-connection.js";
import { openLargeCompany } from "./http/large-company.js";
import { MeasuredServer } from "./http/measured-server.js";
import { fillCorpus } from "./large-corpus.js";
import { fillMeaning, readPatterns } from "./meaning-corpus.js";
import { beforeOthers, commandOf, descendants, memoryOf } from "./process-tree.js";
import type { Report } from "./report.js";
import { milliseconds, QUESTIONS, quantiles, searchBytes } from "./search-speed.js";

const CHUNKS = 10_000;
/** Of 1,600 users, as docs/scale.md assumes: five searches an hour each, and four more calls while they type. */
const SEARCHES_PER_SECOND = 8.9;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const MEMORY_MAX = 2_000;
const LOOK_EVERY = 500;
const START_WITHIN = 600_000;
const MEGABYTE = 1024 * 1024;

const samples = fileURLToPath(new URL("../../demo/sample/documents", import.meta.url));
const published = [`${realDataDir}/pdf/model-work-rules-ja.pdf`, `${realDataDir}/handbook-ja/001_就業規則.md`];

/**
 * A company of 1,600 users on one small machine: PostgreSQL, the service with meaning, searches at their rate, and
 * documents that are read and embedded meanwhile. What all processes together take of memory.
 */
export async function smallestMachine(report: Report): Promise<void> {
  const patterns = await readPatterns();
  const company = await openLargeCompany((database) => fillCorpus(database, CHUNKS, "as written"));
  try {
    await (await MeasuredServer.start("service", company.env, { within: START_WITHIN })).stop();
    await fillMeaning(company.database, patterns);
    const watch = new MemoryWatch();
    const server = await MeasuredServer.start("service", { ...company.env, MEANING: "on" }, { within: START_WITHIN });
    try {
      const admin = await company.signInAdmin(server.port);
      const many = await company.signInMany(server.port);
      const over = AbortSignal.timeout(SECONDS * 1_000);
      const [taken, uploads] = await beforeOthers(() =>
        Promise.all([searches(server.port, many, over), upload(server.port, admin, over)]),
      );
      const left = await documentsToEmbed(server.port, admin);
      const { median, late } = quantiles(taken);
      report.text(
        `${taken.length} searches by ${many.length} readers in ${CHUNKS.toLocaleString("en")} chunks in ${SECONDS} s: median ${milliseconds(median)} ms, 95th percentile ${milliseconds(late)} ms. Meanwhile ${uploads} documents were read, of which ${left} are still to be embedded.`,
      );
    } finally {
      watch.stop(report);
      await server.stop();
    }
  } finally {
    await company.close();
  }
}

/** At the rate of the users, whether or not the one before is answered. @returns milliseconds */
async function searches(port: number, many: readonly string[], over: AbortSignal): Promise<readonly number[]> {
  const taken: number[] = [];
  const open = new Set<Promise<void>>();
  const begun = performance.now();
  for (let i = 0; !over.aborted; i += 1) {
    await sleep(Math.max(0, begun + (i * 1_000) / SEARCHES_PER_SECOND - performance.now()));
    const question = QUESTIONS[i % QUESTIONS.length] as string;
    const one = search(port, question, many[i % many.length] as string).then((time) => void taken.push(time));
    open.add(one.finally(() => open.delete(one)));
  }
  await Promise.all(open);
  return taken;
}

async function search(port: number, question: string, token: string): Promise<number> {
  const connection = Connection.open(port);
  const begun = performance.now();
  try {
    const { status, body } = await connection.ask(searchBytes(question, token));
    if (status !== 200) throw new Error(`a search was answered ${status}: ${body()}`);
    return performance.now() - begun;
  } finally {
    connection.close();
  }
}

/** The sample documents and the published ones, one after the other. @returns how many were read */
async function upload(port: number, admin: string, over: AbortSignal): Promise<number> {
  const paths = [...readdirSync(samples).map((name) => `${samples}/${name}`), ...published].filter(
    (path) => mediaTypeOf(path) !== null && existsSync(path),
  );
  let count = 0;
  for (const path of paths) {
    if (over.aborted) break;
    const answer = await fetch(`http://127.0.0.1:${port}/api/manage/documents/upload-${count}?wait=true`, {
      method: "PUT",
      headers: {
        authorization: `Bearer ${admin}`,
        "content-type": mediaTypeOf(path) as string,
        "x-forwarded-proto": "https",
        "x-forwarded-for": "203.0.113.7",
      },
      body: readFileSync(path),
    });
    if (answer.status !== 200) throw new Error(`an upload was answered ${answer.status}: ${await answer.text()}`);
    count += 1;
  }
  return count;
}

/** What the processes that this one has started take of memory, together. */
class MemoryWatch {
  #most = { all: 0, service: 0, child: 0, postgres: 0 };
  readonly #timer = setInterval(() => this.#look(), LOOK_EVERY);

  #look(): void {
    const now = { all: 0, service: 0, child: 0, postgres: 0 };
    for (const pid of descendants(process.pid)) {
      const memory = memoryOf(pid) / MEGABYTE;
      now.all += memory;
      now[kindOf(pid)] += memory;
    }
    const most = this.#most;
    this.#most = {
      all: Math.max(most.all, now.all),
      service: Math.max(most.service, now.service),
      child: Math.max(most.child, now.child),
      postgres: Math.max(most.postgres, now.postgres),
    };
  }

  stop(report: Report): void {
    clearInterval(this.#timer);
    const { all, service, child, postgres } = this.#most;
    report.table(
      ["at most", "MB"],
      [
        ["the service", service.toFixed(0)],
        ["the process that embeds documents", child.toFixed(0)],
        ["PostgreSQL, all processes", postgres.toFixed(0)],
        ["all at the same moment", all.toFixed(0)],
      ],
    );
    report.claim({
      what: `memory of PostgreSQL and the service with meaning for 1,600 users and ${CHUNKS.toLocaleString("en")} chunks, while documents are read and embedded`,
      target: `under ${MEMORY_MAX.toLocaleString("en")} MB`,
      measured: `${all.toFixed(0)} MB at most`,
      met: all < MEMORY_MAX,
    });
  }
}

function kindOf(pid: number): "service" | "child" | "postgres" {
  const command = commandOf(pid);
  if (command.includes("encoding-script")) return "child";
  return command.includes("retrieval.js") ? "service" : "postgres";
}
