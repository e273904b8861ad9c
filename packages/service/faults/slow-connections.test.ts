import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import { signedRequest } from "../test/harness.js";
import { ServiceProcess } from "../test/process/service-process.js";
import { ChildProgram } from "./child-program.js";
import { residentMegabytes } from "./process-usage.js";
import type { AllOpen, SlowResult, SlowTask } from "./slow-program.js";

/** Slow connections, open at the same time; and a tenth as many of callers without a token. */
const CONNECTIONS = 10_000;
const STRANGERS = CONNECTIONS / 10;
const SECONDS = 40;
/** How long an ordinary request may take meanwhile: waiting for the end of a slow one would take 15 s. */
const ORDINARY_WITHIN_MS = 12_000;
const MEMORY_MB = 1_024;
/** The share of connections that the kernel's accept queue may lose. */
const LOST = 0.01;
/** The service's own files and its connections to the database. */
const OWN_FILES = 500;

let database: TestDatabase;
let service: ServiceProcess;
let slow: ChildProgram<SlowTask, Readonly<Record<"headers" | "bodies" | "strangers", SlowResult>>>;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await ServiceProcess.serve(database.url, {
    ADMIN_USER_ID: "000001",
    ADMIN_DISPLAY_NAME: "管理者",
    RATE_LIMIT_READS: "1000000",
  });
  slow = new ChildProgram("slow-program.ts");
});
afterAll(async () => {
  slow.remove();
  await service.end("SIGTERM");
  await database.drop();
});

const pid = () => service.child.pid as number;
const openFiles = () => readdirSync(`/proc/${pid()}/fd`).length;
const mostFiles = () => Number(readFileSync(`/proc/${pid()}/limits`, "utf8").match(/^Max open files\s+(\d+)/m)?.[1]);

it("ten thousand slow connections do not stop the others; those with slow headers or without a token are closed", async () => {
  // Node has already raised its limit to the hard limit.
  const needed = CONNECTIONS + STRANGERS + OWN_FILES;
  if (mostFiles() < needed)
    throw new Error(`${needed} open files are needed, and a process may have ${mostFiles()}: raise ulimit -Hn.`);
  const before = { memory: residentMegabytes(pid()), files: openFiles() };
  const token = await service.signIn("000001");
  const signIn = JSON.stringify(signedRequest("000001", Math.floor(Date.now() / 1000)));

  let over = false;
  let [ordinary, slowest, memory, files, openAfter] = [0, 0, 0, 0, 0];
  const failed: string[] = [];
  const others = (async () => {
    while (!over) {
      const began = performance.now();
      const answers = await Promise.all([
        service.fetch("/api/session", { token }),
        service.fetch("/api/auth/sso-token", { method: "POST", body: signIn }),
        service.fetch("/readyz"),
      ]);
      slowest = Math.max(slowest, performance.now() - began);
      ordinary += answers.length;
      for (const answer of answers) if (answer.status !== 200) failed.push(`${answer.status} ${await answer.text()}`);
      memory = Math.max(memory, residentMegabytes(pid()));
      files = Math.max(files, openFiles());
      await sleep(100);
    }
  })();
  const task = {
    port: Number(new URL(service.url).port),
    connections: CONNECTIONS,
    strangers: STRANGERS,
    seconds: SECONDS,
  };
  const { headers, bodies, strangers } = await slow.run(task, (word) => {
    files = Math.max(files, openFiles());
    ({ openAfter } = word as AllOpen);
  });
  over = true;
  await others;

  process.stderr.write(
    `slow-connections: headers ${shown(headers)}; bodies ${shown(bodies)}; ` +
      `bodies of strangers ${shown(strangers)}; meanwhile ${ordinary} ordinary requests, the slowest ${Math.round(slowest)} ms; ` +
      `memory ${before.memory} to ${memory} MB, open files ${before.files}, at the peak ${files}, ` +
      `all open after ${openAfter.toFixed(1)} s\n`,
  );
  expect(failed).toEqual([]);
  expect(ordinary).toBeGreaterThan(50);
  expect(slowest).toBeLessThan(ORDINARY_WITHIN_MS);
  expect(memory).toBeLessThan(MEMORY_MB);
  expect(headers.opened + bodies.opened).toBeGreaterThan(CONNECTIONS * (1 - LOST));
  expect(strangers.opened).toBeGreaterThan(STRANGERS * (1 - LOST));
  // All open at the same time in the service, and not only in the kernel's queue.
  expect(files - before.files).toBeGreaterThan(CONNECTIONS * (1 - LOST));
  // A slow request gets 408.
  expect(headers.ended).toBe(headers.opened);
  expect(headers.statuses[408]).toBeGreaterThan(headers.opened * (1 - LOST));
  // A caller without access is refused at once.
  expect(strangers.ended).toBe(strangers.opened);
  expect(strangers.statuses[401]).toBeGreaterThan(strangers.opened * (1 - LOST));
  expect(strangers.lastEnded).toBeLessThan(headers.lastEnded);
  // A body may take longer than this test.
  expect(bodies.ended).toBeLessThan(bodies.opened * LOST);

  const left = async () => {
    for (let tries = 0; tries < 100 && openFiles() > before.files + 50; tries += 1) await sleep(100);
    return openFiles();
  };
  expect(await left()).toBeLessThanOrEqual(before.files + 50);
});

function shown({ opened, ended, statuses, lastEnded }: SlowResult): string {
  return `${ended} of ${opened} ended, the last after ${lastEnded.toFixed(1)} s, ${JSON.stringify(statuses)}`;
}
