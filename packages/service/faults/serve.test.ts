import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import pg from "pg";
import { PAGES_NOT_BUILT } from "../src/wiring/built-pages.js";
import { SECRET } from "../test/harness.js";
import { run, ServiceProcess } from "../test/process/service-process.js";

const REQUIRED = { SSO_SHARED_SECRET: SECRET, PORTAL_DOMAIN: "portal.example.com" };
const ADMIN = { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者" };

describe("retrieval serve", () => {
  describe("on a PostgreSQL", () => {
    let database: TestDatabase;
    let folder: string;
    beforeAll(async () => {
      database = await createTestDatabase();
      folder = await mkdtemp(join(tmpdir(), "retrieval-serve-"));
    });
    afterAll(async () => {
      await database.drop();
      await rm(folder, { recursive: true });
    });

    it("warns of missing HTTPS and of a missing administrator, in a line each, and the doctor reports both too", async () => {
      const env = { TRUST_PROXY: "" };
      const service = await ServiceProcess.serve(database.url, env);
      try {
        const lines = service.log.split("\n").filter((line) => line.includes('"level":40'));
        // The pages may not be built here.
        const warnings = lines.filter((line) => !line.includes(PAGES_NOT_BUILT.what));
        expect(warnings).toEqual([
          expect.stringMatching(/403 HTTPS_REQUIRED.*TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY/),
          expect.stringMatching(/there is no active admin, so no user can .*Set ADMIN_USER_ID/),
        ]);
        expect((await service.fetch("/healthz")).status).toBe(200);
        expect((await service.fetch("/api/config")).status).toBe(403);
      } finally {
        await service.end("SIGTERM");
      }
      const { code, stdout } = await run(["doctor"], {
        SSO_SHARED_SECRET: SECRET,
        PORTAL_DOMAIN: "portal.example.com",
        DATABASE_URL: database.url,
        ...env,
      });
      expect(code).toBe(1);
      expect(stdout).toMatch(/^WRONG {2}nothing provides HTTPS: .*403 HTTPS_REQUIRED/m);
      expect(stdout).toMatch(/^WRONG {2}there is no active admin\n +-> Set ADMIN_USER_ID and ADMIN_DISPLAY_NAME/m);
      expect(stdout).toMatch(
        /^(ok {5}the pages are built|note {3}the pages are not built: .*\n +-> Run npm run build.*)$/m,
      );
    });

    it("is migrated by a command that needs only the database's settings", async () => {
      const empty = await createTestDatabase();
      try {
        const first = await run(["migrate"], { DATABASE_URL: empty.url });
        expect(first).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^applied /) });
        const harden = await run(["migrate", "--harden", "no_such_role"], { DATABASE_URL: empty.url });
        expect(harden.stderr).toContain('There is no role "no_such_role"');
        expect((await run(["migrate"])).stderr).toContain("DATABASE_URL is required");
        const away = await run(["migrate"], { DATABASE_URL: "postgres://somebody:hunter2@127.0.0.1:1/none" });
        expect(away).toMatchObject({ code: 1, stdout: "" });
        expect(away.stderr).toMatch(/^The database of DATABASE_URL cannot be reached at 127\.0\.0\.1:1: .+\n$/);
        expect(away.stderr).not.toMatch(/hunter2|somebody/);
      } finally {
        await empty.drop();
      }
    });

    it("logs in one line that it cannot listen at HOST and PORT", async () => {
      const env = { ...REQUIRED, DATABASE_URL: database.url, TRUST_PROXY: "1" };
      for (const [HOST, PORT, reason] of [
        ["nowhere.invalid", "3000", /^(ENOTFOUND|EAI_AGAIN)$/],
        ["192.0.2.1", "3000", /^EADDRNOTAVAIL$/],
      ] as const) {
        const { code, stderr } = await run(["serve"], { ...env, HOST, PORT });
        expect(code).toBe(1);
        const last = JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "");
        expect(last).toMatchObject({ level: 60, host: HOST, port: 3000, reason: expect.stringMatching(reason) });
        expect(last.msg).toContain("HOST");
      }
    });

    it("creates nothing if the port is taken, neither in a database nor in DATA_DIR", async () => {
      const empty = await createTestDatabase();
      const DATA_DIR = join(folder, "untouched");
      const neighbour = createServer().listen(0, "127.0.0.1");
      await once(neighbour, "listening");
      const { port } = neighbour.address() as AddressInfo;
      try {
        for (const DATABASE_URL of [empty.url, "embedded"]) {
          const env = { ...REQUIRED, ...ADMIN, DATABASE_URL, DATA_DIR, PORT: String(port), TRUST_PROXY: "1" };
          const { code, stderr } = await run(["serve"], env);
          expect(code).toBe(1);
          const last = JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "");
          expect(last).toMatchObject({ level: 60, host: "127.0.0.1", port, reason: "EADDRINUSE" });
        }
        expect(existsSync(DATA_DIR)).toBe(false);
        expect((await run(["migrate"], { DATABASE_URL: empty.url })).stdout).toContain("applied 0029");
      } finally {
        neighbour.close();
        await empty.drop();
      }
    });

    it("starts three times at once on an empty database, with the secret in a file, and creates the first admin once", async () => {
      const secretFile = join(folder, "secret");
      await writeFile(secretFile, `${SECRET}\n`);
      const instances = await Promise.all(
        Array.from({ length: 3 }, () =>
          ServiceProcess.serve(database.url, { ...ADMIN, SSO_SHARED_SECRET: "", SSO_SHARED_SECRET_FILE: secretFile }),
        ),
      );
      try {
        for (const instance of instances) {
          expect((await instance.fetch("/readyz")).status).toBe(200);
          const token = await instance.signIn("000001");
          // Every instance accepts the tokens of all.
          for (const other of instances) expect((await other.fetch("/api/session", { token })).status).toBe(200);
        }
        const plain = await fetch(`${instances[0]?.url}/api/config`);
        expect(plain.status).toBe(403);
      } finally {
        await Promise.all(instances.map((instance) => instance.end("SIGTERM")));
      }
      for (const { log } of instances) expect(log).not.toContain(SECRET);
      expect(instances.flatMap(({ log }) => log.match(/created the first admin/g) ?? [])).toHaveLength(1);
    });

    it("finishes accepted requests when it is told to stop under load, and then ends with 0", async () => {
      const METRICS_TOKEN = "metrics-token-of-this-test";
      const service = await ServiceProcess.serve(database.url, { ...ADMIN, METRICS_TOKEN });
      const token = await service.signIn("000001");
      let stopping = false;
      const outcomes: string[] = [];
      const client = async (n: number) => {
        for (let i = 0; !stopping; i += 1) {
          const users = Array.from({ length: 50 }, (_, k) => ({ user_id: `t${n}-${i}-${k}`, display_name: "T" }));
          const response = await service.fetch("/api/manage/users/bulk", {
            method: "POST",
            token,
            body: JSON.stringify({ users }),
          });
          outcomes.push(`${response.status} ${((await response.json()) as { created: number }).created}`);
        }
      };
      const CLIENTS = 8;
      const clients = Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
      while (outcomes.length <= 10) await sleep(10);
      // A lock holds the database, so that each client has one open request when the service stops.
      const holder = new pg.Client({ connectionString: database.url });
      await holder.connect();
      await holder.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
      const waiting = `SELECT count(*)::int AS sessions FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      // Four of one sender's requests run, and the others wait for their turn.
      while ((await holder.query(waiting)).rows[0].sessions < 4) await sleep(10);
      const turns = /^retrieval_http_requests_waiting_for_turn 4$/m;
      while (!turns.test(await (await service.fetch("/metrics", { token: METRICS_TOKEN })).text())) await sleep(10);
      stopping = true;
      const before = outcomes.length;
      const code = service.end("SIGTERM");
      await service.logged("stopping");
      expect(outcomes.length).toBe(before);
      await holder.end();
      await clients;
      expect(await code).toBe(0);
      expect(service.log).toContain("stopped");
      expect(outcomes.length).toBe(before + CLIENTS);
      expect(outcomes.filter((outcome) => outcome !== "200 50")).toEqual([]);
    });

    it("keeps every acknowledged entry and no partial batch when it is killed during imports", async () => {
      const first = await ServiceProcess.serve(database.url, ADMIN);
      const token = await first.signIn("000001");
      const acknowledged: string[] = [];
      const sent: string[] = [];
      const client = async (n: number) => {
        for (let i = 0; ; i += 1) {
          const batch = `k${n}-${i}`;
          const users = Array.from({ length: 100 }, (_, k) => ({
            user_id: `${batch}-${k}`,
            display_name: "K",
            password: i % 5 ? undefined : "p",
          }));
          sent.push(batch);
          const response = await first
            .fetch("/api/manage/users/bulk", { method: "POST", token, body: JSON.stringify({ users }) })
            .catch(() => null);
          if (response?.status !== 200) return;
          acknowledged.push(batch);
        }
      };
      const clients = Array.from({ length: 4 }, (_, n) => client(n));
      while (acknowledged.length < 20) await sleep(10);
      await first.end("SIGKILL");
      await Promise.all(clients);

      const second = await ServiceProcess.serve(database.url, ADMIN);
      try {
        const there = await countByBatch(second, await second.signIn("000001"));
        for (const batch of acknowledged) expect({ batch, users: there.get(batch) }).toEqual({ batch, users: 100 });
        for (const batch of sent) expect([0, 100]).toContain(there.get(batch) ?? 0);
      } finally {
        await second.end("SIGTERM");
      }
    });

    it("keeps all users of a file or none after a kill in the middle of its import", async () => {
      const lines = Array.from(
        { length: 10_000 },
        (_, i) => `f${String(i).padStart(5, "0")},人 ${i},総務部,f${i}@aoba.example`,
      );
      const file = {
        method: "POST",
        headers: { "Content-Type": "text/csv", "If-Match": "*" },
        body: ["社員番号,氏名,部署,メールアドレス", ...lines].join("\r\n"),
      };
      const first = await ServiceProcess.serve(database.url, ADMIN);
      const token = await first.signIn("000001");
      const answer = first.fetch("/api/manage/imports", { ...file, token }).catch(() => null);
      const looking = new pg.Client({ connectionString: database.url });
      await looking.connect();
      const working = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 1381258073 AND objid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      while ((await looking.query(working)).rowCount === 0) await sleep(5);
      await looking.end();
      await first.end("SIGKILL");
      expect((await answer)?.status ?? null).toBeNull();

      const second = await ServiceProcess.serve(database.url, ADMIN);
      try {
        const again = await second.signIn("000001");
        expect((await countByBatch(second, again, "f")).size).toBe(0);
        expect((await second.fetch("/api/manage/imports", { ...file, token: again })).status).toBe(200);
        expect((await countByBatch(second, again, "f")).size).toBe(10_000);
      } finally {
        await second.end("SIGTERM");
      }
    });
  });
});

/** The number of users of each batch `k0-3` (in `k0-3-17`), or of each id with another prefix. */
async function countByBatch(service: ServiceProcess, token: string, prefix = "k"): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let cursor: string | null = ""; cursor !== null; ) {
    const response = await service.fetch(
      `/api/manage/users?limit=200&query=${prefix}${cursor ? `&cursor=${cursor}` : ""}`,
      { token },
    );
    const page = (await response.json()) as { items: { user_id: string }[]; next_cursor: string | null };
    for (const { user_id } of page.items) {
      if (!user_id.startsWith(prefix)) continue;
      const batch = prefix === "k" ? user_id.slice(0, user_id.lastIndexOf("-")) : user_id;
      counts.set(batch, (counts.get(batch) ?? 0) + 1);
    }
    cursor = page.next_cursor;
  }
  return counts;
}
