import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { signedRequest } from "../test/harness.js";
import { ADMIN, type Answered, ask, type Instances, report, startInstances, statusCounts } from "./instances.js";

/** How often to add new jobs while an instance has done none of them. */
const SHARINGS = 5;
/** How often to ask again for a text that is late, once a second. */
const LATE = 10;
const EVERYONE = { allow_all: true, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };

describe.each([2, 4])("%i instances on one database", (count) => {
  let instances: Instances;
  let database: pg.Pool;
  let token: string;
  beforeAll(async () => {
    instances = await startInstances(count, { SSO_SINGLE_USE: "true" });
    database = new pg.Pool({ connectionString: instances.database.url, max: 2 });
    token = await instances.nth(0).signIn(ADMIN);
  });
  afterAll(async () => {
    await database.end();
    await instances.stop();
  });

  /** Makes the calls concurrently, each to the next instance. */
  const atOnce = <Body = Record<string, unknown>>(
    calls: number,
    call: (n: number) => [method: string, path: string, body?: object | string, headers?: Record<string, string>],
  ): Promise<Answered<Body>[]> =>
    Promise.all(Array.from({ length: calls }, (_, n) => ask<Body>(instances.nth(n), token, ...call(n))));
  const one = async (sql: string) => (await database.query(sql)).rows[0];

  it("start together on an empty database: one migration, one first admin", async () => {
    for (const { url } of instances.all) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const migrations = await one("SELECT count(*)::int AS all, count(DISTINCT name)::int AS different FROM migrations");
    expect(migrations.all).toBe(migrations.different);
    expect(await one("SELECT count(*)::int AS count FROM users WHERE role = 'admin'")).toEqual({ count: 1 });
    const created = instances.all.flatMap(({ log }) => log.match(/created the first admin/g) ?? []);
    report(`${count} instances: ${migrations.all} migrations, the first admin was created ${created.length} time(s)`);
    expect(created).toHaveLength(1);
  });

  it("import the same users in opposite orders at once: all answers and sums are right", async () => {
    const calls = 8 * count;
    // Overlapping hundreds: call n begins 25 users after call n - 1.
    const hundred = (n: number) =>
      Array.from({ length: 100 }, (_, i) => String(100_000 + 25 * Math.floor(n / 2) + i)).map((user_id) => ({
        user_id,
        display_name: `氏名 ${n}`,
      }));
    const answers = await atOnce<{ created: number; updated: number; skipped: number; errors: unknown[] }>(
      calls,
      (n) => [
        "POST",
        "/api/manage/users/bulk",
        { users: n % 2 ? hundred(n).reverse() : hundred(n), update_existing: true },
      ],
    );
    const different = new Set(Array.from({ length: calls }, (_, n) => hundred(n).map((user) => user.user_id)).flat());
    const sum = (field: "created" | "updated" | "skipped") =>
      answers.reduce((total, { body }) => total + body[field], 0);
    report(
      `${count} instances: ${calls} imports at once: ${statusCounts(answers)}; created ${sum("created")}, updated ${sum("updated")}`,
    );
    expect(statusCounts(answers)).toBe(`200 × ${calls}`);
    expect(sum("created")).toBe(different.size);
    expect(sum("created") + sum("updated") + sum("skipped")).toBe(100 * calls);
    const stored = await one("SELECT count(*)::int AS count FROM users WHERE user_id BETWEEN '100000' AND '199999'");
    expect(stored).toEqual({ count: different.size });
  });

  it("accept one edit of a rule for each ETag, and keep each version once", async () => {
    await ask(instances.nth(0), token, "PUT", "/api/manage/documents/rule?wait=true", {
      access_rules: EVERYONE,
      chunks: [{ text_type: "paragraph", content: "規程" }],
    });
    const rules = "/api/manage/documents/rule/access-rules";
    const rounds = 6;
    const won: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const etag = (await ask(instances.nth(round), token, "GET", rules)).headers.get("etag") ?? "";
      const edits = await atOnce<{ access_rules: { allowed_groups: string[] } }>(4 * count, (n) => [
        "PUT",
        rules,
        { allow_all: false, allowed_groups: [`${round}-${n}`] },
        { "If-Match": etag },
      ]);
      expect(statusCounts(edits)).toBe(`200 × 1, 412 × ${4 * count - 1}`);
      const winner = edits.findIndex(({ status }) => status === 200);
      won.push(`${round}-${winner}`);
      const now = await ask<{ access_rules: object }>(instances.nth(round + 1), token, "GET", rules);
      expect(now.body.access_rules).toMatchObject({ allowed_groups: [`${round}-${winner}`] });
    }
    const { body } = await ask<{ items: { rules_version: number; before: { allowed_groups: string[] } | null }[] }>(
      instances.nth(0),
      token,
      "GET",
      `${rules}/history?limit=200`,
    );
    const versions = body.items.map(({ rules_version }) => rules_version);
    report(`${count} instances: ${rounds} ETags, ${rounds * 4 * count} edits, ${won.length} won; versions ${versions}`);
    expect(versions).toEqual(Array.from({ length: rounds + 1 }, (_, i) => rounds + 1 - i));
    // Each version replaced the one before it.
    const replaced = body.items.slice(0, rounds).map(({ before }) => before?.allowed_groups[0] ?? "everyone");
    expect(replaced).toEqual(["everyone", ...won.slice(0, -1)].reverse());
  });

  it("apply a file once, however many callers send it with the ETag of one check", async () => {
    const lines: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const rows = Array.from({ length: 250 }, (_, i) => `${300_000 + 1_000 * n + i},氏名,部署,`);
      const csv = ["社員番号,氏名,部署,メールアドレス", ...rows].join("\r\n");
      const type = { "Content-Type": "text/csv" };
      const path = "/api/manage/imports?mode=import&update=true";
      const checked = await ask(instances.nth(n), token, "POST", `${path}&dry_run=true`, csv, type);
      const headers = { ...type, "If-Match": checked.headers.get("etag") ?? "" };
      const applied = await atOnce<{ counts: object }>(3 * count, () => ["POST", path, csv, headers]);
      expect(statusCounts(applied)).toBe(`200 × 1, 412 × ${3 * count - 1}`);
      const winner = applied.find(({ status }) => status === 200);
      expect(winner?.body.counts).toMatchObject({ new: 250, refused: 0, unchanged: 0 });
      const stored = await one(`SELECT count(*)::int AS count FROM user_states WHERE user_id LIKE '${300 + n}%'`);
      expect(stored).toEqual({ count: 250 });
      lines.push(statusCounts(applied));
    }
    report(`${count} instances: applied at once: ${lines.join("; ")}`);
  });

  it("keep exactly one of many concurrent versions of a document: the one accepted last", async () => {
    const uploads = 4 * count;
    const answers = await atOnce<{ job_id: string }>(uploads, (n) => [
      "PUT",
      "/api/manage/documents/raced",
      { title: `版 ${n}`, chunks: Array.from({ length: 20 }, (_, i) => paragraph(`版 ${n} 段落 ${i}`)) },
    ]);
    expect(statusCounts(answers)).toBe(`202 × ${uploads}`);
    for (const { body } of answers) {
      const ended = await jobEnded<{ state: string }>(`/api/manage/jobs/${body.job_id}`);
      expect(ended.state).toBe("done");
    }
    const last = await one("SELECT job_id FROM jobs WHERE document_id = 'raced' ORDER BY accepted DESC LIMIT 1");
    const winner = answers.findIndex(({ body }) => body.job_id === last.job_id);
    const { body } = await ask<{ items: { content: string }[] }>(
      instances.nth(1),
      token,
      "GET",
      "/api/manage/documents/raced/chunks?limit=200",
    );
    expect(body.items.map(({ content }) => content)).toEqual(
      Array.from({ length: 20 }, (_, i) => `版 ${winner} 段落 ${i}`),
    );
    const search = () =>
      ask<{ results: { chunk: { content: string } }[]; total: number }>(
        instances.nth(0),
        token,
        "POST",
        "/api/search",
        { query: "段落", filters: { doc_ids: ["raced"] }, answer: false },
      );
    // On a busy machine a text comes late: until then its document is missing, and no old version is found.
    let found = await search();
    for (let late = 0; late < LATE && found.body.total === 0; late += 1) {
      await sleep(1_000);
      found = await search();
    }
    expect(found.body.total).toBe(1);
    const shown = found.body.results.map(({ chunk }) => chunk.content.replace(/\d+$/, "n"));
    expect(shown).toEqual([`版 ${winner} 段落 n`]);
    report(`${count} instances: ${uploads} uploads of one document, the chunks are all of upload ${winner}`);
  });

  it("run each job once, and share the jobs", async () => {
    const ids = new Set<string>();
    const doneBy = () => instances.all.map(({ log }) => jobsDone(log).filter((id) => ids.has(id)));
    // A free instance takes the next job; one that the machine left waiting may come too late for the first ones.
    for (let sharing = 0; sharing < SHARINGS && doneBy().some(({ length }) => length === 0); sharing += 1) {
      const answers = await atOnce<{ job_id: string }>(10 * count, (n) => [
        "PUT",
        `/api/manage/documents/job-${n}`,
        { chunks: Array.from({ length: 50 }, (_, i) => paragraph(`文書 ${n} 段落 ${sharing} ${i}`)) },
      ]);
      for (const { body } of answers) {
        ids.add(body.job_id);
        expect((await jobEnded(`/api/manage/jobs/${body.job_id}`)).state).toBe("done");
      }
      // The log gets the end of a job after the API shows it.
      for (let looks = 0; looks < 500 && doneBy().flat().length < ids.size; looks += 1) await sleep(20);
    }
    report(
      `${count} instances: ${ids.size} jobs, done by each: ${doneBy()
        .map(({ length }) => length)
        .join(", ")}`,
    );
    expect(doneBy().flat().sort()).toEqual([...ids].sort());
    for (const done of doneBy()) expect(done.length).toBeGreaterThan(0);
    const attempts = await one("SELECT max(attempt)::int AS most FROM jobs");
    expect(attempts.most).toBe(1);
  });

  it("issue one token for one signed request with SSO_SINGLE_USE, at whichever instances", async () => {
    const rounds = 5 * count;
    const winners = new Map<number, number>();
    for (let round = 0; round < rounds; round += 1) {
      // An imported user, who has not signed in: an earlier request of the same second would be the same one.
      const body = signedRequest(String(100_000 + round), Math.floor(Date.now() / 1000));
      const answers = await atOnce<{ error?: { code: string } }>(50, () => ["POST", "/api/auth/sso-token", body]);
      expect(statusCounts(answers)).toBe("200 × 1, 401 × 49");
      for (const answer of answers) {
        if (answer.status === 401) expect(answer.body.error?.code).toBe("EXPIRED_TIMESTAMP");
      }
      const winner = answers.findIndex(({ status }) => status === 200) % count;
      winners.set(winner, (winners.get(winner) ?? 0) + 1);
    }
    report(`${count} instances: ${rounds} × 50 identical requests, one token each; given by ${[...winners.values()]}`);
  });

  it("answered none of these requests with 5xx", async () => {
    const failed = instances.all.flatMap(({ log }) => log.match(/"status":5\d\d/g) ?? []);
    expect(failed).toEqual([]);
  });

  async function jobEnded<Job extends { state: string } = { state: string }>(path: string): Promise<Job> {
    for (let n = 0; ; n += 1) {
      const { body } = await ask<Job>(instances.nth(n), token, "GET", path);
      if (body.state === "done" || body.state === "failed") return body;
      await sleep(20);
    }
  }
});

const paragraph = (content: string) => ({ text_type: "paragraph", content });

/** The jobs that a log says were done. */
function jobsDone(log: string): string[] {
  return log
    .split("\n")
    .filter((line) => line.includes('"msg":"job done"'))
    .map((line) => (JSON.parse(line) as { job_id: string }).job_id);
}
