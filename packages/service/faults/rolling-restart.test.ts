import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import { signedRequest } from "../test/harness.js";
import { ServiceProcess } from "../test/process/service-process.js";
import { LONG_DOWNLOAD, publishLongDownload } from "./long-download.js";
import { ReadyProxy } from "./ready-proxy.js";

const ADMIN = {
  ADMIN_USER_ID: "000001",
  ADMIN_DISPLAY_NAME: "管理者",
  RATE_LIMIT_READS: "1000000",
  // On a busy machine a search takes longer than usual.
  SEARCH_TIMEOUT_MS: "30000",
};
/** Many times the proxy's polling interval, also on a busy machine. */
const DRAINED = { ...ADMIN, DRAIN_SECONDS: "5" };
describe("two instances behind a proxy, restarted one after the other under load", () => {
  let database: TestDatabase;
  const proxy = new ReadyProxy();
  let url: string;
  let running: ServiceProcess[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    running = [await ServiceProcess.serve(database.url, DRAINED), await ServiceProcess.serve(database.url, DRAINED)];
    url = await proxy.start();
    for (const instance of running) await proxy.add(instance.url);
  });
  afterAll(async () => {
    await proxy.stop();
    for (const instance of running) await instance.end("SIGTERM");
    await database.drop();
  });

  it("answer every request", async () => {
    const token = (await running[0]?.signIn("000001")) ?? "";
    const call = async (method: string, path: string, body?: object) => {
      const headers = { Authorization: `Bearer ${token}`, ...(body ? { "Content-Type": "application/json" } : {}) };
      const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      return { status: answer.status, text: await answer.text() };
    };
    /** Begins at once, and is read so slowly that most of it arrives after the instance was told to stop. */
    const downloading = async (instance: ServiceProcess) => {
      const answer = await instance.fetch(LONG_DOWNLOAD.path, { token });
      const read = async () => {
        let bytes = 0;
        for await (const part of answer.body ?? []) {
          bytes += part.length;
          await sleep(1);
        }
        return { status: answer.status, bytes };
      };
      return { whole: read().catch((error: Error) => String(error.cause ?? error)) };
    };
    await publishLongDownload(running[0] as ServiceProcess, token);
    const document = {
      title: "就業規則",
      version: "1",
      access_rules: { allow_all: true, allowed_department_codes: [], allowed_groups: [], allowed_users: [] },
      chunks: [{ text_type: "paragraph", content: "通勤手当を支給する。" }],
    };
    const ways: ((n: string) => Promise<{ status: number; text: string }>)[] = [
      () => call("POST", "/api/auth/sso-token", signedRequest("000001", Math.floor(Date.now() / 1000))),
      () => call("GET", "/api/session"),
      () => call("POST", "/api/search", { query: "通勤手当" }),
      () => call("GET", "/api/documents"),
      (n) => call("PUT", `/api/manage/users/${n}`, { display_name: `Name of ${n}` }),
      (n) => call("PUT", `/api/manage/documents/d-${n.split("-")[0]}?wait=true`, document),
    ];
    const written: string[] = [];
    const ofFirst = () => written.filter((id) => id.startsWith("a4-"));
    const failed: string[] = [];
    let answered = 0;
    let over = false;
    const client = async (name: string, way: (n: string) => Promise<{ status: number; text: string }>) => {
      for (let n = 0; !over; n += 1) {
        const id = `${name}-${n}`;
        const outcome = await way(id).catch((error: Error) => ({ status: 0, text: String(error.cause ?? error) }));
        answered += 1;
        if (outcome.status !== 200 && outcome.status !== 201) failed.push(`${outcome.status} ${outcome.text}`);
        else if (way === ways[4]) written.push(id);
        await sleep(10);
      }
    };
    const clients = ways.flatMap((way, w) => [client(`a${w}`, way), client(`b${w}`, way)]);

    try {
      await sleep(500);
      for (const old of [...running]) {
        // As in an unattended update: the new instance is ready before the old one is told to stop.
        const before = answered;
        const fresh = await ServiceProcess.serve(database.url, DRAINED);
        running.push(fresh);
        await proxy.add(fresh.url);
        const { whole } = await downloading(old);
        expect(await old.end("SIGTERM")).toBe(0);
        expect(await whole).toEqual({ status: 200, bytes: LONG_DOWNLOAD.bytes });
        proxy.remove(old.url);
        running = running.filter((instance) => instance !== old);
        // Without requests, the restart would have tested nothing.
        while (answered <= before + 20) await sleep(10);
      }
      while (ofFirst().length <= 10 && failed.length === 0) await sleep(10);
    } finally {
      over = true;
      await Promise.all(clients);
    }
    expect(failed).toEqual([]);
    const users = await call("GET", "/api/manage/users?query=a4-&limit=200");
    expect(users.status).toBe(200);
    for (const id of ofFirst().slice(0, 50)) expect((await call("GET", `/api/manage/users/${id}`)).status).toBe(200);
  });
});
