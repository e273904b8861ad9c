import { setTimeout as sleep } from "node:timers/promises";
import { figure, times } from "./figures.js";
import { Connection } from "./http/keep-alive-connection.js";
import { type LargeCompany, METRICS_TOKEN, openLargeCompany } from "./http/large-company.js";
import { forMilliseconds, load } from "./http/load.js";
import { MeasuredServer } from "./http/measured-server.js";
import { requestBytes } from "./http/prepared-requests.js";
import { spread } from "./interleaved.js";
import { fillCorpus, fillLongDocument, GROUP_NAMES, GROUPS } from "./large-corpus.js";
import { readQuestions } from "./question-set.js";
import type { Report } from "./report.js";

/** In chunks. */
const SIZES = [10_000, 100_000, 1_000_000];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
/** Searches of one kind of reader in a round. */
const IN_A_ROUND = 40;
/** Milliseconds, from a request's first byte to its answer's last, by size. */
const TARGETS: Readonly<Record<number, { readonly median: number; readonly late: number }>> = {
  10000: { median: 4, late: 10 },
  100000: { median: 6, late: 15 },
  1000000: { median: 25, late: 60 },
};
const STALL_MAX = 10;
const WAITED =
  "the thread itself worked for no longer than that at a time; in the rest it waited for one of the machine's processors, on which the index, PostgreSQL and the client worked";
/** The size for which there are targets of starts, searches a second, rules and publications. */
const MIDDLE = 100_000;
const READY_WITHIN = 3_000;
const RATE_MIN = 300;
const RATE_SECONDS = 5;
const BESIDE_PUBLICATION_MAX = 2;
const RULE = { entries: 9_000, chunks: MIDDLE, within: 200 };
/** The first start makes the term vectors of every document. */
const FIRST_START_WITHIN = 3_600_000;

export const QUESTIONS = readQuestions("questions.json").map(({ question }) => question);

/** Search over HTTP in small and large services: by what its reader sees, beside changes, and what the index takes. */
export async function searchSpeed(report: Report, sizes: readonly number[] = SIZES): Promise<void> {
  for (const chunks of sizes) {
    const company = await openLargeCompany((database) => fillCorpus(database, chunks));
    try {
      report.heading(`${chunks.toLocaleString("en")} chunks`);
      await measureSize(chunks, company, report);
      if (chunks === MIDDLE) await measureLongRule(company, report);
    } finally {
      await company.close();
    }
  }
}

const LONG = "long-document";

async function measureSize(chunks: number, company: LargeCompany, report: Report): Promise<void> {
  const first = await MeasuredServer.start("service", company.env, { within: FIRST_START_WITHIN });
  await first.stop();
  const server = await MeasuredServer.start("service", company.env, { within: FIRST_START_WITHIN });
  try {
    printStart(chunks, first, server, report);
    const { port } = server;
    const admin = await company.signInAdmin(port);
    const groups: [string, string][] = [["sees all", admin]];
    for (const group of GROUP_NAMES)
      groups.push([`sees ${GROUPS[group] * 100} %`, await company.signInGroup(port, group)]);
    const many = await company.signInMany(port);
    await server.usage();
    printReaders(chunks, await byReader(port, groups), report);
    await printManyReaders(chunks, { server, admin, many }, report);
    await printIndexMemory(server, report);
    if (chunks !== MIDDLE) return;
    printRate(await ratesOf(port, many), report);
    await printBesidePublications({ server, admin, many }, report);
  } finally {
    await server.stop();
  }
}

async function measureLongRule(company: LargeCompany, report: Report): Promise<void> {
  await fillLongDocument(company.database, LONG, RULE.chunks);
  const server = await MeasuredServer.start("service", company.env, { within: FIRST_START_WITHIN });
  try {
    await printLongRule(server, await company.signInAdmin(server.port), report);
  } finally {
    await server.stop();
  }
}

function printStart(chunks: number, first: MeasuredServer, again: MeasuredServer, report: Report): void {
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
  report.text(
    `The first start, which makes all term vectors, takes ${seconds(first.startTime)} s until /readyz says 200; a start that reads them ${seconds(again.startTime)} s.`,
  );
  if (chunks !== MIDDLE) return;
  report.claim({
    what: `start with the stored term vectors of ${chunks.toLocaleString("en")} chunks`,
    target: `at most ${READY_WITHIN / 1000} s`,
    measured: `${seconds(again.startTime)} s`,
    met: again.startTime <= READY_WITHIN,
  });
}

/** The times of searches one after the other, in milliseconds: each kind of reader in turn, round by round. */
export async function byReader(port: number, readers: readonly [string, string][]): Promise<[string, number[]][]> {
  const timed = readers.map(([title, token]): [string, number[], string] => [title, [], token]);
  const connection = Connection.open(port);
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [, into, token] of round % 2 === 0 ? timed : timed.toReversed()) {
        for (let i = 0; i < IN_A_ROUND; i += 1) {
          const taken = await searchTime(
            connection,
            QUESTIONS[(round * IN_A_ROUND + i) % QUESTIONS.length] as string,
            token,
          );
          // The first round warms up.
          if (round > 0) into.push(taken);
        }
      }
    }
  } finally {
    connection.close();
  }
  return timed.map(([title, into]) => [title, into]);
}

async function searchTime(connection: Connection, query: string, token: string): Promise<number> {
  const request = searchBytes(query, token);
  const begun = performance.now();
  const { status, body } = await connection.ask(request);
  const taken = performance.now() - begun;
  if (status !== 200) throw new Error(`a search was answered ${status}: ${body()}`);
  return taken;
}

export const searchBytes = (query: string, token: string) => requestBytes("/api/search", { query, limit: 10 }, token);

/** The median, and the time that 95 of 100 keep. */
export function quantiles(taken: readonly number[]) {
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
  return { median: at(0.5), late: at(0.95) };
}

export const milliseconds = (value: number) => value.toFixed(value < 10 ? 1 : 0);

function printReaders(chunks: number, timed: readonly [string, number[]][], report: Report): void {
  report.table(
    ["reader", "median, ms", "95th percentile, ms"],
    timed.map(([title, taken]) => {
      const { median, late } = quantiles(taken);
      return [title, milliseconds(median), milliseconds(late)];
    }),
  );
  const target = TARGETS[chunks];
  if (target === undefined) return;
  for (const [title, taken] of timed)
    claimTimes(`search in ${chunks.toLocaleString("en")} chunks, ${title}`, taken, target, report);
}

function claimTimes(
  what: string,
  taken: readonly number[],
  target: { readonly median: number; readonly late: number },
  report: Report,
): void {
  const { median, late } = quantiles(taken);
  report.claim({
    what,
    target: `median at most ${target.median} ms, 95th percentile ${target.late} ms`,
    measured: `${milliseconds(median)} and ${milliseconds(late)} ms`,
    met: median <= target.median && late <= target.late,
  });
}

interface Running {
  readonly server: MeasuredServer;
  readonly admin: string;
  readonly many: readonly string[];
}

/** Each search by another reader, while a rule changes each second. */
async function printManyReaders(chunks: number, { server, admin, many }: Running, report: Report): Promise<void> {
  const warmUp = Connection.open(server.port);
  await changeRule(warmUp, admin, "d1", {}).finally(() => warmUp.close());
  await server.usage();
  const changing = new AbortController();
  const changes = changeRules(server.port, admin, changing.signal);
  const taken: number[] = [];
  const connection = Connection.open(server.port);
  try {
    for (let i = 0; i < many.length * 3; i += 1)
      taken.push(
        await searchTime(connection, QUESTIONS[i % QUESTIONS.length] as string, many[i % many.length] as string),
      );
  } finally {
    connection.close();
    changing.abort();
    await changes;
  }
  const { stall, ownStall } = await server.usage();
  const { median, late } = quantiles(taken);
  const stalled = `${milliseconds(stall)} ms${ownStall === null ? "" : `, ${milliseconds(ownStall)} ms of its own work`}`;
  report.text(
    `${many.length} readers with different rights in turn, while a rule changes each second: median ${milliseconds(median)} ms, 95th percentile ${milliseconds(late)} ms; the event loop stalled for at most ${stalled}.`,
  );
  const target = TARGETS[chunks];
  if (target === undefined) return;
  claimTimes(
    `search in ${chunks.toLocaleString("en")} chunks, ${many.length} readers in turn beside changes of rules`,
    taken,
    target,
    report,
  );
  report.claim({
    what: `longest stall of the event loop meanwhile, with ${chunks.toLocaleString("en")} chunks`,
    target: `at most ${STALL_MAX} ms`,
    measured: stalled,
    met: stall <= STALL_MAX,
    ...(stall > STALL_MAX && ownStall !== null && ownStall <= STALL_MAX ? { cause: WAITED } : {}),
  });
}

async function changeRules(port: number, admin: string, until: AbortSignal): Promise<void> {
  const connection = Connection.open(port);
  try {
    for (let i = 0; !until.aborted; i += 1) {
      await changeRule(connection, admin, `d${1 + (i % 100)}`, { allowed_groups: [`changed-${i}`] });
      await sleep(1_000, undefined, { signal: until }).catch(() => undefined);
    }
  } finally {
    connection.close();
  }
}

async function changeRule(connection: Connection, admin: string, document_id: string, rule: object): Promise<void> {
  const access_rules = {
    allow_all: false,
    allowed_department_codes: [],
    allowed_groups: [],
    allowed_users: [],
    ...rule,
  };
  const { status, body } = await connection.ask(
    requestBytes(`/api/manage/documents/${document_id}/access-rules`, access_rules, admin, {
      method: "PUT",
      headers: ["If-Match: *"],
    }),
  );
  if (status !== 200) throw new Error(`a change of a rule was answered ${status}: ${body()}`);
}

export async function printIndexMemory(server: MeasuredServer, report: Report): Promise<void> {
  const connection = Connection.open(server.port);
  const { body } = await connection.ask(requestBytes("/metrics", null, METRICS_TOKEN));
  connection.close();
  const metric = (name: string) => Number(new RegExp(`^retrieval_index_${name} (\\S+)$`, "m").exec(body())?.[1]);
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
  const peak = server.peak();
  report.text(
    `The index says that it takes ${megabytes(metric("bytes"))} (${(metric("bytes") / metric("chunks")).toFixed(0)} bytes a chunk); the process has ${megabytes((await server.usage()).rss)}${peak === null ? "" : `, and had ${megabytes(peak)} at most, while it was built`}.`,
  );
}

/** As many searches a second as the machine can do, by many readers. */
export async function ratesOf(port: number, many: readonly string[]): Promise<readonly number[]> {
  const requests = many.map((token, i) => searchBytes(QUESTIONS[i % QUESTIONS.length] as string, token));
  await load(port, requests, forMilliseconds(2_000));
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    const answered = await load(port, requests, forMilliseconds(RATE_SECONDS * 1000));
    rates.push((answered * 1000) / (performance.now() - begun));
  }
  return rates;
}

function printRate(rates: readonly number[], report: Report): void {
  const rate = spread(rates);
  report.claim({
    what: `searches a second in ${MIDDLE.toLocaleString("en")} chunks, with PostgreSQL and the client on the same machine`,
    target: `at least ${RATE_MIN}`,
    measured: figure(rate),
    met: rate.median >= RATE_MIN,
  });
}

/** Searches alone and while a document of a thousand chunks is published, in turn. */
async function printBesidePublications({ server, admin, many }: Running, report: Report): Promise<void> {
  const connection = Connection.open(server.port);
  const publishing = Connection.open(server.port);
  const search = (i: number) =>
    searchTime(connection, QUESTIONS[i % QUESTIONS.length] as string, many[i % many.length] as string);
  const ratios: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone: number[] = [];
      const beside: number[] = [];
      for (let i = 0; i < IN_A_ROUND; i += 1) alone.push(await search(round * IN_A_ROUND + i));
      let isOver = false;
      const published = publishing.ask(uploadBytes(admin, round)).then(({ status, body }) => {
        isOver = true;
        if (status !== 200) throw new Error(`an upload was answered ${status}: ${body()}`);
      });
      for (let i = 0; !isOver; i += 1) beside.push(await search(round * IN_A_ROUND + i));
      await published;
      ratios.push(quantiles(beside).median / quantiles(alone).median);
    }
  } finally {
    connection.close();
    publishing.close();
  }
  const ratio = spread(ratios);
  report.claim({
    what: "searches of others while 1,000 chunks are published, beside searches alone",
    target: `at most ${BESIDE_PUBLICATION_MAX} times`,
    measured: times(ratio),
    met: ratio.median <= BESIDE_PUBLICATION_MAX,
  });
}

function uploadBytes(admin: string, round: number): Buffer {
  const chunks = Array.from({ length: 1_000 }, (_, i) => ({
    text_type: "paragraph",
    content: `第${i + 1}項　${QUESTIONS[i % QUESTIONS.length]} ${round}`,
  }));
  return requestBytes("/api/manage/documents/published-meanwhile?wait=true", { title: "published", chunks }, admin, {
    method: "PUT",
  });
}

/** From the change of a long rule of a long document to the first search by the rule. */
async function printLongRule(server: MeasuredServer, admin: string, report: Report): Promise<void> {
  const connection = Connection.open(server.port);
  const changed: number[] = [];
  const inEffect: number[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const entries = (list: string) => Array.from({ length: RULE.entries / 2 }, (_, i) => `${list}-${round}-${i}`);
      const rule = { allowed_users: entries("employee"), allowed_groups: entries("group") };
      const begun = performance.now();
      await changeRule(connection, admin, LONG, rule);
      const answered = performance.now() - begun;
      await searchTime(connection, "休暇", admin);
      if (round === 0) continue;
      changed.push(answered);
      inEffect.push(performance.now() - begun);
    }
  } finally {
    connection.close();
  }
  const [answer, effect] = [spread(changed), spread(inEffect)];
  report.claim({
    what: `a rule of ${RULE.entries.toLocaleString("en")} entries on ${RULE.chunks.toLocaleString("en")} chunks, answered`,
    target: `under ${RULE.within} ms`,
    measured: `${figure(answer)} ms; ${figure(effect)} ms with the first search by it`,
    met: answer.median < RULE.within,
  });
}
