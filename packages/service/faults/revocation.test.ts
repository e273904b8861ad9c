import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { ServiceProcess } from "../test/process/service-process.js";
import { ADMIN, ask, type Instances, report, startInstances } from "./instances.js";

const EVERYONE = { allow_all: true, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
const NOBODY = { ...EVERYONE, allow_all: false };
const BOARD = { ...NOBODY, allowed_groups: ["board"] };
const INSTANCES = 4;
const ROUNDS = 10;

/** One route that may show a document. @returns whether it showed it */
type RouteCheck = (instance: ServiceProcess, token: string) => Promise<boolean>;

interface Right {
  /** The document's rule during the test of this right. */
  readonly rules: object;
  /** Grants or revokes the user's right at one instance. */
  readonly change: (instance: ServiceProcess, given: boolean) => Promise<{ status: number }>;
  readonly routes: readonly (keyof typeof ROUTES)[];
}

const RULES = "/api/manage/documents/secret/access-rules";
const USER = "/api/manage/users/reader";
const LIFE = [
  "facts",
  "history",
  "asOf",
  "version",
  "comparison",
  "word",
  "csv",
  "notices",
  "confirmation",
  "noticeRead",
] as const;
const READING = ["reference", "search", "documents", "outline", "explanation", "whoCouldRead", ...LIFE] as const;
/** Who sees every document is told of a version, and not asked to confirm it. */
const TOLD = READING.filter((route) => route !== "confirmation");
let admin: string;
let chunkId: string;

const ROUTES = {
  reference: async (at, token) =>
    (await ask(at, token, "POST", "/api/reference", { docId: "secret", chunkId })).status === 200,
  search: async (at, token) =>
    shows<{ results: object[] }>(
      await ask(at, token, "POST", "/api/search", { query: "極秘" }),
      ({ results }) => results,
    ),
  documents: async (at, token) =>
    shows<{ items: object[] }>(await ask(at, token, "GET", "/api/documents"), ({ items }) => items),
  outline: async (at, token) => (await ask(at, token, "GET", "/api/documents/secret/outline")).status === 200,
  facts: (at, token) => isOpen(at, token, ""),
  history: (at, token) => isOpen(at, token, "/history"),
  asOf: (at, token) => isOpen(at, token, `/chunks?as_of=${new Date().toISOString().slice(0, 10)}`),
  version: (at, token) => isOpen(at, token, "/chunks?version=2"),
  comparison: (at, token) => isOpen(at, token, "/comparison"),
  word: (at, token) => isOpen(at, token, "/comparison?format=docx"),
  csv: (at, token) => isOpen(at, token, "/comparison?format=csv"),
  notices: async (at, token) =>
    shows<{ items: object[] }>(await ask(at, token, "GET", "/api/notices"), ({ items }) => items),
  confirmation: (at, token) => isOpen(at, token, "/confirmation", { version: 2 }),
  noticeRead: (at, token) => isOpen(at, token, "/notice-read", { version: 2 }),
  /** What administrators see of who confirmed. */
  confirmations: async (at, token) =>
    (await ask(at, token, "GET", "/api/manage/documents/secret/confirmations")).status === 200,
  certificate: async (at, token) =>
    (await ask(at, token, "GET", "/api/manage/documents/secret/versions/2/certificate")).status === 200,
  noticesOf: async (at, token) => (await ask(at, token, "GET", "/api/manage/notices?user_id=reader")).status === 200,
  session: async (at, token) => (await ask(at, token, "GET", "/api/session")).status === 200,
  principals: async (at, token) =>
    JSON.stringify((await ask(at, token, "GET", "/api/session?principals=true")).body).includes("board"),
  role: async (at, token) => (await ask(at, token, "GET", "/api/session")).body.role === "admin",
  users: async (at, token) => (await ask(at, token, "GET", "/api/manage/users")).status === 200,
  auditLog: async (at, token) => (await ask(at, token, "GET", "/api/manage/audit")).status === 200,
  /** An administrator asks who may read the document. */
  explanation: async (at) =>
    (await ask(at, admin, "GET", "/api/manage/documents/secret/access?user_id=reader")).body.allowed === true,
  /** An administrator asks the audit log who can read the document now. */
  whoCouldRead: async (at) => {
    // The audit log has microseconds, the query only milliseconds. A timer may fire up to a millisecond early.
    await sleep(3);
    const path = `/api/manage/audit/who-could-read?document_id=secret&at=${new Date().toISOString()}`;
    const { body } = await ask<{ readers: { user_id: string }[] }>(at, admin, "GET", path);
    return body.readers.some(({ user_id }) => user_id === "reader");
  },
} satisfies Record<string, RouteCheck>;

const RIGHTS: Record<string, Right> = {
  "a rule that names the user": {
    rules: NOBODY,
    change: (at, given) => ask(at, admin, "PUT", RULES, given ? EVERYONE : NOBODY, { "If-Match": "*" }),
    routes: READING,
  },
  "being active": {
    rules: EVERYONE,
    change: (at, is_active) => ask(at, admin, "PUT", USER, { display_name: "人", is_active }),
    routes: [...READING.filter((route) => route !== "explanation"), "session"],
  },
  "the role admin": {
    rules: NOBODY,
    change: (at, given) => ask(at, admin, "PUT", USER, { display_name: "人", role: given ? "admin" : "user" }),
    routes: [...TOLD, "role", "users", "auditLog", "confirmations", "certificate", "noticesOf"],
  },
  "the role developer": {
    rules: NOBODY,
    change: (at, given) => ask(at, admin, "PUT", USER, { display_name: "人", role: given ? "developer" : "user" }),
    routes: TOLD,
  },
  "a group, by a bulk import": {
    rules: BOARD,
    change: (at, given) =>
      ask(at, admin, "POST", "/api/manage/users/bulk", {
        users: [{ user_id: "reader", display_name: "人", permission_groups: given ? ["board"] : [] }],
        update_existing: true,
      }),
    routes: [...READING, "principals"],
  },
};

describe("a right that is revoked at one instance", () => {
  let instances: Instances;
  let token: string;
  const delays: number[] = [];
  const load = { over: false, clients: [] as Promise<void>[], requests: 0, failed: [] as number[] };
  beforeAll(async () => {
    instances = await startInstances(INSTANCES);
    const first = instances.nth(0);
    admin = await first.signIn(ADMIN);
    await ask(first, admin, "PUT", USER, { display_name: "人" });
    token = await first.signIn("reader");
    for (const [document_id, content] of [
      ["secret", "手当"],
      ["secret", "極秘の手当"],
      ["open", "通勤手当"],
    ]) {
      const upload = { access_rules: EVERYONE, notice: "confirm", chunks: [{ text_type: "paragraph", content }] };
      await ask(first, admin, "PUT", `/api/manage/documents/${document_id}?wait=true`, upload);
    }
    const { body } = await ask<{ items: { chunk_id: string }[] }>(
      first,
      admin,
      "GET",
      "/api/manage/documents/secret/chunks",
    );
    chunkId = body.items[0]?.chunk_id ?? "";
    load.clients = Array.from({ length: 6 }, (_, n) => background(n));
  });
  afterAll(async () => {
    load.over = true;
    await Promise.all(load.clients);
    await instances.stop();
  });

  it.each(Object.entries(RIGHTS))("ends at once on every route of all other instances: %s", async (name, right) => {
    const [here, ...others] = instances.all as [ServiceProcess, ...ServiceProcess[]];
    await ask(here, admin, "PUT", RULES, right.rules, { "If-Match": "*" });
    let probes = 0;
    const late: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      expect((await right.change(here, true)).status).toBe(200);
      // An earlier deactivation has ended the sessions.
      token = await here.signIn("reader");
      for (const route of right.routes) {
        const shown = await Promise.all(others.map((there) => ROUTES[route](there, token)));
        expect([route, shown]).toEqual([route, others.map(() => true)]);
      }

      // Readers who request it continuously, from before the change until after it.
      const seen: { route: string; began: number; shown: boolean }[] = [];
      let over = false;
      const look = async (at: ServiceProcess, route: keyof typeof ROUTES) => {
        const began = performance.now();
        const shown = await ROUTES[route](at, token);
        seen.push({ route, began, shown });
        return shown;
      };
      const watching = right.routes.map(async (route, n) => {
        for (let i = n; !over; i += 1) await look(instances.nth(i), route);
      });
      await sleep(3 * round);
      expect((await right.change(here, false)).status).toBe(200);
      const acknowledged = performance.now();
      await Promise.all(
        others.map(async (there) => {
          await Promise.any(
            right.routes.map(async (route) => {
              if (await look(there, route)) throw new Error(route);
            }),
          );
          delays.push(performance.now() - acknowledged);
        }),
      );
      for (const route of right.routes) await Promise.all(instances.all.map((at) => look(at, route)));
      over = true;
      await Promise.all(watching);
      const after = seen.filter(({ began }) => began >= acknowledged);
      probes += after.length;
      late.push(...after.filter(({ shown }) => shown).map(({ route }) => route));
    }
    report(`${name}: revoked ${ROUNDS} times, ${probes} requests began afterwards, ${late.length} showed it`);
    expect(late).toEqual([]);
    // The user keeps the rights of the next test.
    await ask(here, admin, "PUT", USER, { display_name: "人", is_active: true, role: "user" });
  });

  it("and the first refusal comes as fast as an answer", () => {
    const sorted = [...delays].sort((one, other) => one - other);
    const [median, most] = [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0];
    report(
      `from acknowledgement to the first refusal at each of the ${INSTANCES - 1} others: median ${median.toFixed(0)} ms, max ${most.toFixed(0)} ms (${delays.length} times, under ${load.requests} other requests)`,
    );
    expect(delays).toHaveLength(ROUNDS * Object.keys(RIGHTS).length * (INSTANCES - 1));
    expect(load.failed).toEqual([]);
  });

  /** Other users' reads and writes, at every instance. */
  async function background(n: number): Promise<void> {
    for (let i = n; !load.over; i += 1) {
      const at = instances.nth(i);
      const { status } =
        i % 3 === 0
          ? await ask(at, admin, "PUT", `/api/manage/users/other-${n}`, { display_name: `人 ${i}` })
          : await ask(at, admin, "POST", "/api/search", { query: "手当" });
      load.requests += 1;
      if (status !== 200 && status !== 201) load.failed.push(status);
    }
  }
});

/** Whether a door of the secret document is open; with a body, it is posted to. */
async function isOpen(at: ServiceProcess, token: string, door: string, body?: object): Promise<boolean> {
  const path = `/api/documents/secret${door}`;
  return (await ask(at, token, body === undefined ? "GET" : "POST", path, body)).status === 200;
}

/** Whether a list in the answer names the secret document, whatever its status. */
function shows<Body>({ status, body }: { status: number; body: unknown }, list: (body: Body) => object[]): boolean {
  return status === 200 && JSON.stringify(list(body as Body)).includes('"secret"');
}
