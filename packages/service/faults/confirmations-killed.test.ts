import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import pg from "pg";
import { ServiceProcess } from "../test/process/service-process.js";
import { ADMIN } from "./load.js";
import { Random } from "./random.js";
import { WatchedCalls } from "./watched-calls.js";

/** FAULTS_READERS=1600 is a company's morning. */
const READERS = Number(process.env.FAULTS_READERS ?? 200);
const KILLS = 3;
const CONFIRMING_AT_ONCE = 16;
const SEARCHING = 4;
const WITHIN = 30_000;
/** How long a client pauses after a call without an answer, in milliseconds. */
const PAUSE = 50;

const DOCUMENT = "/api/manage/documents/work-rules";
const idOf = (n: number) => `r${String(n).padStart(5, "0")}`;

let database: TestDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await ServiceProcess.serve(database.url, ADMIN);
});
afterAll(async () => {
  await service.end("SIGKILL");
  await database.drop();
});

it(`no acknowledged confirmation is lost when ${READERS} readers confirm while others search and the service is killed`, async () => {
  const random = Random.seeded();
  const calls = new WatchedCalls(() => service, WITHIN, [200, 201, 0]);
  const admin = await service.signIn(ADMIN.ADMIN_USER_ID);
  const readers = Array.from({ length: READERS }, (_, n) => idOf(n));
  for (let from = 0; from < READERS; from += 100) {
    const users = readers.slice(from, from + 100).map((user_id) => ({ user_id, display_name: user_id }));
    await calls.call("POST", "/api/manage/users/bulk", { token: admin, body: { users } });
  }
  const chunks = [{ text_type: "paragraph", content: "従業員の休暇は、この規程による。" }];
  const version = { title: "就業規則", notice: "confirm", chunks };
  await calls.call("PUT", `${DOCUMENT}?wait=true`, { token: admin, body: version });
  const tokens = new Map<string, string>();
  await each(readers, async (user_id) => void tokens.set(user_id, await service.signIn(user_id)));

  const acknowledged = new Map<string, number>();
  let isOver = false;
  const search = async () => {
    while (!isOver) {
      const token = tokens.get(random.pick(readers)) as string;
      const { status } = await calls.call("POST", "/api/search", { token, body: { query: "休暇" } });
      await sleep(status === 200 ? random.whole(5, 35) : PAUSE);
    }
  };
  const confirm = async (user_id: string) => {
    const call = { token: tokens.get(user_id) as string, body: { version: 1 } };
    for (;;) {
      const { status, body } = await calls.call("POST", "/api/documents/work-rules/confirmation", call);
      if (status === 200) return void acknowledged.set(user_id, Date.parse(body.confirmed_at));
      await sleep(PAUSE);
    }
  };
  const killed = (async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      while (acknowledged.size < (kill * READERS) / (KILLS + 1)) await sleep(1);
      await service.end("SIGKILL");
      service = await ServiceProcess.serve(database.url, ADMIN);
    }
  })();
  const searching = Array.from({ length: SEARCHING }, search);
  await each(readers, confirm);
  await killed;
  isOver = true;
  await Promise.all(searching);

  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ user_id: string; at: Date }>("SELECT user_id, at FROM confirmations");
  await client.end();
  expect(new Map(rows.map(({ user_id, at }) => [user_id, at.getTime()]))).toEqual(acknowledged);
  const { body } = await calls.call("GET", `${DOCUMENT}/confirmations`, { token: admin });
  expect(body).toMatchObject({ of: READERS, confirmed: READERS });
  process.stdout.write(`confirmations: ${READERS}, killed ${KILLS} times; ${calls}\n`);
  expect(calls.broken).toEqual([]);
  expect(calls.counts.get(0)).toBeGreaterThan(0);
});

/** A few at once. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: CONFIRMING_AT_ONCE }, worker));
}
