import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import { ServiceProcess } from "../test/process/service-process.js";
import { type Answered, ask, report, statusCounts } from "./instances.js";
import { Random } from "./random.js";

/** The company has 60,000 chunks. */
const DOCUMENTS = 20;
const CHUNKS = 3_000;
/** How many requests the greedy reader runs at once, and how many in all: the default of RATE_LIMIT_READS. */
const AT_ONCE = [20, 40, 128];
const A_MINUTE = 600;
/** Searches of the other reader. */
const SEARCHES = 30;
const TIMES = 5;
/** A median below this is noise. In milliseconds. */
const FLOOR_MS = 50;

let database: TestDatabase;
let service: ServiceProcess;
const tokens = new Map<string, string>();
beforeAll(async () => {
  database = await createTestDatabase();
  service = await ServiceProcess.serve(database.url, { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者" });
  const admin = await service.signIn("000001");
  for (const id of ["calm", ...AT_ONCE.map((count) => `greedy-${count}`)]) {
    await ask(service, admin, "PUT", `/api/manage/users/${id}`, { display_name: id });
    tokens.set(id, await service.signIn(id));
  }
  const random = new Random(1);
  for (let d = 0; d < DOCUMENTS; d += 1) {
    const content = (n: number) => `第${n + 1}条 ${Array.from({ length: 3 }, () => sentence(random)).join("")}`;
    const chunks = Array.from({ length: CHUNKS }, (_, n) => ({ text_type: "paragraph", content: content(n) }));
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

interface Timed {
  readonly status: number;
  readonly ms: number;
}

/** Makes searches one after the other, like a reader, until it is stopped. */
async function searches(count: number, goesOn = () => true): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (let n = 0; n < count && goesOn(); n += 1) {
    const began = performance.now();
    const query = QUESTIONS[n % QUESTIONS.length] as string;
    const { status } = await ask(service, tokens.get("calm") as string, "POST", "/api/search", { query });
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
    let cursor: string | null = null;
    let query = "";
    while (!this.#stopped && this.#left > 0) {
      this.#left -= 1;
      if (cursor === null || random.chance(0.5)) [query, cursor] = [random.pick(EXPENSIVE), null];
      const body: object = { query, limit: 50, cursor: cursor ?? (random.chance(0.3) ? forgedCursor(query) : null) };
      this.underWay += 1;
      const answer: Answered<{ next_cursor?: string | null }> = await ask(
        service,
        this.token,
        "POST",
        "/api/search",
        body,
      );
      this.underWay -= 1;
      this.#answers.push(answer);
      cursor = answer.body.next_cursor ?? null;
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
/** A reader may find fifty of these at once. */
const COSTLY_TEXTS = {
  ligatures: `呪文${LIGATURE.repeat(3_900)}`,
  references: `魔法${"第一条の二".repeat(4_000)}`,
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

/** An unsigned cursor, as older versions wrote it, that makes every term select candidates. */
function forgedCursor(query: string): string {
  const of = createHash("sha256")
    .update(JSON.stringify([query, null, null]), "utf8")
    .digest("hex")
    .slice(0, 16);
  const all = Array.from({ length: 64 }, (_, n) => n);
  const cursor = [of, all.map((n) => 1 + n), 1, all, false, 1e12 - 1, "d0", 0];
  return Buffer.from(`1:${JSON.stringify(cursor)}`, "utf8").toString("base64url");
}
