import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import pg from "pg";
import { ServiceProcess } from "../test/process/service-process.js";
import { ChildProgram } from "./child-program.js";
import { ask, report, statusCounts } from "./instances.js";
import type { LoadResult, LoadTask } from "./load-program.js";
import { residentMegabytes } from "./process-usage.js";
import { Random } from "./random.js";

/** The company has 60,000 chunks in 20,000 sections. */
const DOCUMENTS = 20;
const CHUNKS = 3_000;
const CHUNKS_OF_A_SECTION = 3;
/** How many requests the greedy reader runs at once, and how many in all: the default of RATE_LIMIT_READS. */
const AT_ONCE = [20, 40, 128];
const A_MINUTE = 600;
/** Searches of the other reader. */
const SEARCHES = 30;
const TIMES = 5;
/** A median below this is noise. In milliseconds. */
const FLOOR_MS = 50;
/** How long a flood of requests lasts. */
const SECONDS = 10;
/** Readers who each open as many downloads as one may have, and the megabytes that all of these may take. */
const DOWNLOADERS = 188;
const DOWNLOADS_EACH = 8;
const DOWNLOADS_MB = 150;
/** The other reader, another one for each test: none reaches the rate limit. */
const CALM = numbered("calm-", 4);

let database: TestDatabase;
let service: ServiceProcess;
let load: ChildProgram<LoadTask, LoadResult>;
let apiToken: string;
const tokens = new Map<string, string>();
beforeAll(async () => {
  database = await createTestDatabase();
  load = new ChildProgram("load-program.ts");
  service = await ServiceProcess.serve(database.url, { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者" });
  const admin = await service.signIn("000001");
  const greedy = [...AT_ONCE.map((count) => `greedy-${count}`), ...numbered("twelve", 12)];
  for (const id of [...CALM, ...greedy, ...numbered("downloader", DOWNLOADERS)]) {
    await ask(service, admin, "PUT", `/api/manage/users/${id}`, { display_name: id });
    tokens.set(id, await service.signIn(id));
  }
  const created = { name: "assistant", audience: "api", days: 1 };
  apiToken = (await ask<{ token: string }>(service, tokens.get("calm-3") as string, "POST", "/api/tokens", created))
    .body.token;
  const random = new Random(1);
  for (let d = 0; d < DOCUMENTS; d += 1) {
    const content = (n: number) => `第${n + 1}条 ${Array.from({ length: 3 }, () => sentence(random)).join("")}`;
    const chunks = Array.from({ length: CHUNKS }, (_, n) => {
      const label = `第${Math.floor(n / CHUNKS_OF_A_SECTION) + 1}条`;
      const metadata = { section_path: [{ level: 1, type: "article", label, title: "手当" }] };
      return { text_type: "paragraph", content: content(n), metadata };
    });
    const path = `/api/manage/documents/d${d}?wait=true`;
    const { status, body } = await ask(service, admin, "PUT", path, { title: `規程 ${d}`, chunks });
    expect({ status, state: body.state }).toEqual({ status: 200, state: "done" });
  }
  for (const [id, text] of Object.entries(COSTLY_TEXTS)) {
    const chunks = Array.from({ length: 60 }, () => ({ text_type: "paragraph", content: text }));
    const path = `/api/manage/documents/${id}?wait=true`;
    const { status, body } = await ask(service, admin, "PUT", path, { title: id, chunks });
    expect({ status, state: body.state }).toEqual({ status: 200, state: "done" });
  }
});
afterAll(async () => {
  load.remove();
  await service.end("SIGTERM");
  await database.drop();
});

it("the most expensive queries of one reader hardly slow down another reader's searches", async () => {
  await searches(5);
  const usual = await searches(SEARCHES);
  expect(statusCounts(usual)).toBe(`200 × ${SEARCHES}`);
  report(`usual: median ${Math.round(median(usual))} ms`);
  const slowest = TIMES * Math.max(median(usual), FLOOR_MS);
  for (const count of AT_ONCE) {
    const greedy = new GreedyReader(tokens.get(`greedy-${count}`) as string, count);
    while (greedy.underWay < Math.min(count, 20)) await sleep(5);
    const meanwhile = await searches(SEARCHES, () => greedy.underWay > 0);
    const answers = await greedy.stop();
    report(
      `${count} at once: ${statusCounts(answers)}; the other reader's median of ${meanwhile.length}: ${Math.round(median(meanwhile))} ms`,
    );
    // The service did not refuse all of it, and the other reader's searches ran meanwhile.
    expect(answers.filter(({ status }) => status === 200 || status === 503).length).toBeGreaterThan(20);
    expect(meanwhile.length).toBeGreaterThanOrEqual(10);
    expect(statusCounts(meanwhile)).toBe(`200 × ${meanwhile.length}`);
    expect(median(meanwhile)).toBeLessThan(slowest);
  }
});

it("twelve readers with 20 connections each refuse no search of a thirteenth", async () => {
  const usual = await searches(SEARCHES, undefined, "calm-1");
  const pasted = JSON.stringify({ query: EXPENSIVE[0], limit: 50 });
  const requests = numbered("twelve", 12).map((id) => requestOf("POST /api/search", tokens.get(id) as string, pasted));
  const { result, beside } = await besideFlood({ requests, connections: 12 * 20 }, (goesOn) =>
    searches(1_000, goesOn, "calm-1"),
  );
  report(
    `twelve readers: ${JSON.stringify(result.statuses)}; the thirteenth: ${statusCounts(beside)}, ` +
      `median ${Math.round(median(usual))} → ${Math.round(median(beside))} ms`,
  );
  expect(result.statuses[200]).toBeGreaterThan(20);
  expect(beside.length).toBeGreaterThanOrEqual(10);
  expect(statusCounts(beside)).toBe(`200 × ${beside.length}`);
  expect(median(beside)).toBeLessThan(TIMES * Math.max(median(usual), FLOOR_MS));
});

it("made-up access tokens from six addresses refuse no search of a reader with a session", async () => {
  const usual = await searches(SEARCHES, undefined, "calm-2");
  const requests = numbered("203.0.113.", 6).map((address) => requestOf("GET /api/session", MADE_UP, "", address));
  const { result, beside } = await besideFlood({ requests, connections: 6 * 70 }, (goesOn) =>
    searches(1_000, goesOn, "calm-2"),
  );
  report(
    `made-up tokens: ${JSON.stringify(result.statuses)}; a reader: ${statusCounts(beside)}, ` +
      `median ${Math.round(median(usual))} → ${Math.round(median(beside))} ms`,
  );
  expect(result.statuses[401]).toBeGreaterThan(20);
  expect(statusCounts(beside)).toBe(`200 × ${beside.length}`);
  expect(median(beside)).toBeLessThan(TIMES * Math.max(median(usual), FLOOR_MS));
});

it("two hundred made-up access tokens refuse no good one from the same address", async () => {
  const address = "203.0.113.77";
  const opens = async (goesOn: () => boolean) => {
    const answers: { status: number }[] = [];
    while (goesOn()) {
      answers.push(await ask(service, apiToken, "GET", "/api/session", undefined, { "X-Forwarded-For": address }));
      await sleep(50);
    }
    return answers;
  };
  const requests = [requestOf("GET /api/session", MADE_UP, "", address)];
  const { result, beside } = await besideFlood({ requests, connections: 200 }, opens);
  report(`made-up tokens: ${JSON.stringify(result.statuses)}; the good one: ${statusCounts(beside)}`);
  expect(result.statuses[401]).toBeGreaterThan(20);
  expect(beside.length).toBeGreaterThan(20);
  expect(statusCounts(beside)).toBe(`200 × ${beside.length}`);
});

it("1,500 downloads that are not read take little memory, few are of one reader, and they end", async () => {
  await giveOriginal("d0", 20);
  const pid = service.child.pid as number;
  const before = residentMegabytes(pid);
  const downloads: Download[] = [];
  for (const id of numbered("downloader", DOWNLOADERS)) {
    const some = Array.from({ length: DOWNLOADS_EACH }, () => new Download(tokens.get(id) as string));
    await Promise.all(some.map(({ answered }) => answered));
    downloads.push(...some);
    if (downloads.length > DOWNLOADS_EACH) continue;
    const onceMore = new Download(tokens.get(id) as string);
    await onceMore.answered;
    expect(onceMore.status).toBe(429);
    onceMore.socket.destroy();
  }
  const more = residentMegabytes(pid) - before;
  report(`${downloads.length} unread downloads: ${statusCounts(downloads)}, ${more} MB more`);
  // On a busy machine the turn of a few does not come in time.
  expect(downloads.filter(({ status }) => status === 200).length).toBeGreaterThan(0.9 * downloads.length);
  expect(more).toBeLessThan(DOWNLOADS_MB);
  // Without a time limit the test would not end: none of them frees a place by itself.
  for (let status = 429; status !== 200; ) {
    await sleep(1_000);
    const again = new Download(tokens.get(`downloader${DOWNLOADERS - 1}`) as string);
    await again.answered;
    status = again.status;
    again.socket.destroy();
  }
  for (const { socket } of downloads) socket.destroy();
});

/** Has the form of an access token. */
const MADE_UP = `retrieval_api_${"B".repeat(43)}`;

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${name}${n}`);
}

/** A request in bytes, as a proxy passes it on. */
function requestOf(line: string, token: string, body = "", address = "198.51.100.1"): string {
  const content = body && `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  const from = `X-Forwarded-Proto: https\r\nX-Forwarded-For: ${address}\r\n`;
  return `${line} HTTP/1.1\r\nHost: x\r\n${from}Authorization: Bearer ${token}\r\n${content}\r\n${body}`;
}

/** Runs `work` while as many connections as given repeat one of the requests each. */
async function besideFlood<Result>(
  { requests, connections }: { requests: readonly string[]; connections: number },
  work: (goesOn: () => boolean) => Promise<Result>,
): Promise<{ result: LoadResult; beside: Result }> {
  let over = false;
  const port = Number(new URL(service.url).port);
  const flood = load.run({ port, requests, seconds: SECONDS, loop: { closed: connections } }).finally(() => {
    over = true;
  });
  // It has begun when its connections are open.
  await sleep(1_500);
  const beside = await work(() => !over);
  return { result: await flood, beside };
}

/** Gives a document a file that readers may download. */
async function giveOriginal(document_id: string, megabytes: number): Promise<void> {
  const sha256 = createHash("sha256").update(document_id).digest();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("INSERT INTO originals (sha256, bytes) VALUES ($1, $2)", [sha256, megabytes * 1024 * 1024]);
  await client.query(
    `INSERT INTO original_parts (sha256, part, content)
    SELECT $1, part, decode(repeat(md5(part::text), 65536), 'hex') FROM generate_series(0, $2::int - 1) AS part`,
    [sha256, megabytes],
  );
  await client.query(
    `UPDATE revisions SET original = $1, original_media_type = 'application/pdf', original_for = 'readers'
    FROM documents WHERE documents.revision_id = revisions.revision_id AND documents.document_id = $2`,
    [sha256, document_id],
  );
  await client.end();
}

/** Asks for a file, and reads no more than the beginning of the answer. */
class Download {
  readonly socket: Socket;
  readonly answered: Promise<unknown>;
  status = 0;

  constructor(token: string) {
    this.socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    this.socket.on("error", () => undefined);
    this.socket.write(requestOf("GET /api/documents/d0/original", token));
    this.answered = once(this.socket, "data").then(([data]) => {
      this.socket.pause();
      this.status = Number(String(data).match(/^HTTP\/1\.1 (\d+)/)?.[1]);
    });
  }
}

interface Timed {
  readonly status: number;
  readonly ms: number;
}

/** Makes searches one after the other, like a reader, until it is stopped. */
async function searches(count: number, goesOn = () => true, reader = "calm-0"): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (let n = 0; n < count && goesOn(); n += 1) {
    const began = performance.now();
    const query = QUESTIONS[n % QUESTIONS.length] as string;
    const { status } = await ask(service, tokens.get(reader) as string, "POST", "/api/search", { query });
    timed.push({ status, ms: performance.now() - began });
    await sleep(50);
  }
  return timed;
}

function median(timed: readonly Timed[]): number {
  const sorted = timed.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

/** Runs expensive requests concurrently until it is stopped or the rate limit would refuse it. */
class GreedyReader {
  underWay = 0;
  #left = A_MINUTE;
  #stopped = false;
  readonly #answers: { readonly status: number }[] = [];
  readonly #askers: Promise<void>[];

  constructor(
    private readonly token: string,
    private readonly atOnce: number,
  ) {
    const random = new Random(atOnce);
    this.#askers = Array.from({ length: atOnce }, () => this.#askOn(random));
  }

  async stop(): Promise<readonly { readonly status: number }[]> {
    this.#stopped = true;
    await Promise.all(this.#askers);
    return this.#answers;
  }

  async #askOn(random: Random): Promise<void> {
    while (!this.#stopped && this.#left > 0) {
      this.#left -= 1;
      const body = { query: random.pick(EXPENSIVE), limit: 100 };
      this.underWay += 1;
      const answer = await ask(service, this.token, "POST", "/api/search", body);
      this.underWay -= 1;
      this.#answers.push(answer);
      // Spends its minute on work rather than on refusals.
      if (answer.status === 429) await sleep(30 * this.atOnce);
    }
  }
}

const NOUNS = ["従業員", "休暇", "労働時間", "育児", "出張", "経費", "退職", "手当", "通勤", "届出", "所属長", "賃金"];
const VERBS = ["申請する", "届け出る", "支給する", "定める", "承認を受ける", "提出しなければならない"];
const ENGLISH = ["employee", "leave", "hours", "travel", "expenses", "allowance", "manager", "approval"];

function sentence(random: Random): string {
  const [a, b, c] = [random.pick(NOUNS), random.pick(NOUNS), random.pick(NOUNS)];
  const words = `${random.pick(ENGLISH)} ${random.pick(ENGLISH)} ${random.whole(1, 400)}`;
  return `${a}の${b}については、${c}の規程により${random.pick(VERBS)}(${words})。`;
}

const QUESTIONS = ["通勤手当", "育児休暇の届出", "退職する従業員の賃金", "travel expenses", "出張 経費 承認"];

/** NFKC expands it to 18 characters. */
const LIGATURE = "\uFDFA";
/** A reader may find a hundred of these at once. */
const COSTLY_TEXTS = {
  ligatures: `呪文${LIGATURE.repeat(3_900)}`,
  references: `魔法${"第一条の二".repeat(1_190)}`,
};

const ALL = [...NOUNS, ...VERBS, ...ENGLISH];
const EXPENSIVE = [
  // As many common terms as fit; joined by spaces they are keywords, which are searched twice.
  ALL.join("の").repeat(20).slice(0, 1_000),
  `${[...NOUNS, ...ENGLISH].join(" ")} ${Array.from({ length: 300 }, (_, n) => n + 1).join(" ")}`.slice(0, 1_000),
  [...NOUNS, ...ENGLISH, "存在語"].join(" "),
  // A rare term, whose results common terms must complete.
  `第2999条 ${ALL.join("、")}`,
  // Terms with the same first character.
  ...["の", "従", "第", "業", "手 休 届 退 通 賃 労 育 出 経"],
  // Phrases that nearly every chunk has.
  ["の規程により", "については、", "従業員の休暇については", "により承認を受ける"].map((p) => `"${p}"`).join(" "),
  NOUNS.slice(0, 4)
    .map((noun) => `"${`${noun}の規程により`.padEnd(64, "提出しなければならない")}"`)
    .join(""),
  // Texts whose characters are expensive, and a query of them.
  ...["呪文", "魔法 第16条", "第1条の2", LIGATURE.repeat(999)],
];
