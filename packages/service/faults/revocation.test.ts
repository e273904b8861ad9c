import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { ServiceProcess } from "../test/process/service-process.js";
import { ADMIN, ask, type Instances, report, startInstances } from "./instances.js";

const EVERYONE = { allow_all: true, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
const NOBODY = { ...EVERYONE, allow_all: false };
const BOARD = { ...NOBODY, allowed_groups: ["board"] };
const INSTANCES = 4;
const ROUNDS = 10;

/** One way to what somebody may see. @returns whether it showed it */
type Door = (instance: ServiceProcess, token: string) => Promise<boolean>;

interface Right {
  /** The rule of the document while this right is tested. */
  readonly rules: object;
  /** Gives the person the right, or takes it from them, at one instance. */
  readonly change: (instance: ServiceProcess, given: boolean) => Promise<{ status: number }>;
  readonly doors: readonly (keyof typeof DOORS)[];
}

const RULES = "/api/manage/documents/secret/access-rules";
const PERSON = "/api/manage/users/person";
const READING = ["reference", "search", "documents", "outline", "explanation", "whoCouldRead"] as const;
let admin: string;
let chunkId: string;

const DOORS = {
  reference: async (at, token) =>
    (await ask(at, token, "POST", "/api/reference", { docId: "secret", chunkId })).status === 200,
  search: async (at, token) =>
    shows<{ results: object[] }>(
      await ask(at, token, "POST", "/api/search", { query: "極秘" }),
      ({ results }) => results,
    ),
  documents: async (at, token) =>
    shows<{ documents: object[] }>(await ask(at, token, "GET", "/api/documents"), ({ documents }) => documents),
  outline: async (at, token) => (await ask(at, token, "GET", "/api/documents/secret/outline")).status === 200,
  session: async (at, token) => (await ask(at, token, "GET", "/api/session")).status === 200,
  principals: async (at, token) =>
    JSON.stringify((await ask(at, token, "GET", "/api/session?principals=true")).body).includes("board"),
  role: async (at, token) => (await ask(at, token, "GET", "/api/session")).body.role === "admin",
  people: async (at, token) => (await ask(at, token, "GET", "/api/manage/users")).status === 200,
  record: async (at, token) => (await ask(at, token, "GET", "/api/manage/audit")).status === 200,
  /** Asked by an administrator: who may read this? */
  explanation: async (at) =>
    (await ask(at, admin, "GET", "/api/manage/documents/secret/access?user_id=person")).body.allowed === true,
  /** Asked by an administrator: who can read it at this moment, by the record? */
  whoCouldRead: async (at) => {
    // The record has microseconds, and the time that is asked for has none. A timer may come up to a millisecond early.
    await sleep(3);
    const path = `/api/manage/audit/who-could-read?document_id=secret&at=${new Date().toISOString()}`;
    const { body } = await ask<{ readers: { user_id: string }[] }>(at, admin, "GET", path);
    return body.readers.some(({ user_id }) => user_id === "person");
  },
} satisfies Record<string, Door>;

const RIGHTS: Record<string, Right> = {
  "a rule that lets the person in": {
    rules: NOBODY,
    change: (at, given) => ask(at, admin, "PUT", RULES, given ? EVERYONE : NOBODY, { "If-Match": "*" }),
    doors: READING,
  },
  "being active": {
    rules: EVERYONE,
    change: (at, is_active) => ask(at, admin, "PUT", PERSON, { display_name: "人", is_active }),
    doors: [...READING.filter((door) => door !== "explanation"), "session"],
  },
  "the role admin": {
    rules: NOBODY,
    change: (at, given) => ask(at, admin, "PUT", PERSON, { display_name: "人", role: given ? "admin" : "user" }),
    doors: [...READING, "role", "people", "record"],
  },
  "the role developer": {
    rules: NOBODY,
    change: (at, given) => ask(at, admin, "PUT", PERSON, { display_name: "人", role: given ? "developer" : "user" }),
    doors: READING,
  },
  "a group, by a bulk import": {
    rules: BOARD,
    change: (at, given) =>
      ask(at, admin, "POST", "/api/manage/users/bulk", {
        users: [{ user_id: "person", display_name: "人", permission_groups: given ? ["board"] : [] }],
        update_existing: true,
      }),
    doors: [...READING, "principals"],
  },
};

describe("what is taken from somebody at one instance", () => {
  let instances: Instances;
  let person: string;
  const delays: number[] = [];
  const load = { over: false, clients: [] as Promise<void>[], requests: 0, failed: [] as number[] };
  beforeAll(async () => {
    instances = await startInstances(INSTANCES);
    const first = instances.nth(0);
    admin = await first.signIn(ADMIN);
    await ask(first, admin, "PUT", PERSON, { display_name: "人" });
    person = await first.signIn("person");
    for (const [document_id, content] of Object.entries({ secret: "極秘の手当", open: "通勤手当" })) {
      const upload = { access_rules: EVERYONE, chunks: [{ text_type: "paragraph", content }] };
      await ask(first, admin, "PUT", `/api/manage/documents/${document_id}?wait=true`, upload);
    }
    const { body } = await ask<{ chunks: { chunk_id: string }[] }>(
      first,
      admin,
      "GET",
      "/api/manage/documents/secret/chunks",
    );
    chunkId = body.chunks[0]?.chunk_id ?? "";
    load.clients = Array.from({ length: 6 }, (_, n) => background(n));
  });
  afterAll(async () => {
    load.over = true;
    await Promise.all(load.clients);
    await instances.stop();
  });

  it.each(Object.entries(RIGHTS))("is gone at once at every door of each of the others: %s", async (name, right) => {
    const [here, ...others] = instances.all as [ServiceProcess, ...ServiceProcess[]];
    await ask(here, admin, "PUT", RULES, right.rules, { "If-Match": "*" });
    let probes = 0;
    const late: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      expect((await right.change(here, true)).status).toBe(200);
      // Deactivation has ended the sessions before.
      person = await here.signIn("person");
      for (const door of right.doors) {
        const shown = await Promise.all(others.map((there) => DOORS[door](there, person)));
        expect([door, shown]).toEqual([door, others.map(() => true)]);
      }

      // Those who ask all the time, from before the change until after it.
      const seen: { door: string; began: number; shown: boolean }[] = [];
      let over = false;
      const look = async (at: ServiceProcess, door: keyof typeof DOORS) => {
        const began = performance.now();
        const shown = await DOORS[door](at, person);
        seen.push({ door, began, shown });
        return shown;
      };
      const watching = right.doors.map(async (door, n) => {
        for (let i = n; !over; i += 1) await look(instances.nth(i), door);
      });
      await sleep(3 * round);
      expect((await right.change(here, false)).status).toBe(200);
      const acknowledged = performance.now();
      await Promise.all(
        others.map(async (there) => {
          await Promise.any(
            right.doors.map(async (door) => {
              if (await look(there, door)) throw new Error(door);
            }),
          );
          delays.push(performance.now() - acknowledged);
        }),
      );
      for (const door of right.doors) await Promise.all(instances.all.map((at) => look(at, door)));
      over = true;
      await Promise.all(watching);
      const after = seen.filter(({ began }) => began >= acknowledged);
      probes += after.length;
      late.push(...after.filter(({ shown }) => shown).map(({ door }) => door));
    }
    report(`${name}: taken ${ROUNDS} times, ${probes} requests began afterwards, ${late.length} showed it`);
    expect(late).toEqual([]);
    // What else is left to the person is theirs for the next right.
    await ask(here, admin, "PUT", PERSON, { display_name: "人", is_active: true, role: "user" });
  });

  it("and the first refusal comes as fast as an answer does", () => {
    const sorted = [...delays].sort((one, other) => one - other);
    const [median, most] = [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0];
    report(
      `from acknowledgement to the first refusal at each of the ${INSTANCES - 1} others: median ${median.toFixed(0)} ms, max ${most.toFixed(0)} ms (${delays.length} times, under ${load.requests} other requests)`,
    );
    expect(delays).toHaveLength(ROUNDS * Object.keys(RIGHTS).length * (INSTANCES - 1));
    expect(load.failed).toEqual([]);
  });

  /** Other people's reading and writing, at every instance. */
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

/** Whether a list of an answer names the secret document, whatever it was answered with. */
function shows<Body>({ status, body }: { status: number; body: unknown }, list: (body: Body) => object[]): boolean {
  return status === 200 && JSON.stringify(list(body as Body)).includes('"secret"');
}
