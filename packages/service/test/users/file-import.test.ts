import { createSecretKey } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { aUser, DATABASE_KINDS, useMigratedDatabase } from "@retrieval/contract";
import { isRefusal, SenderNotAdminError } from "@retrieval/core/errors";
import type { UserDirectory } from "@retrieval/core/ports";
import { applyFileImport, type FileImport, planFileImport } from "@retrieval/core/use-cases";
import type { User } from "@retrieval/core/users";
import { readUsersCsv } from "@retrieval/portal";
import { PostgresAuditLog, PostgresDocumentCatalog, PostgresUserDirectory } from "@retrieval/postgres";
import { sql } from "kysely";

/** Two batches. */
const PEOPLE = Array.from({ length: 150 }, (_, n) => String(n + 1).padStart(6, "0"));
const ENTIRELY = { new: 150, changed: 0, unchanged: 0, reactivated: 0, deactivated: 0, skipped: 0, refused: 0 };

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));

describe.each(DATABASE_KINDS)("an import from a file, on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  let users: PostgresUserDirectory;
  let audit: PostgresAuditLog;
  beforeEach(async () => {
    await database().empty();
    users = new PostgresUserDirectory(database().db);
    audit = new PostgresAuditLog(database().db);
    await write(...["admin-a", "admin-b"].map((user_id) => aUser({ user_id, role: "admin" })));
  });
  const write = (...records: User[]) =>
    users.change(
      records.map(({ user_id }) => user_id),
      () => ({ records, kept: null }),
    );
  const written = async () => (await users.list({ query: "さん", limit: 200 })).length;

  const deps = (directory: UserDirectory = users, fingerprintKey = keyOf(1)) => ({
    users: directory,
    documents: new PostgresDocumentCatalog(database().db),
    readUserFile: async (given: Uint8Array) => readUsersCsv(given),
    fingerprintKey,
  });
  const request = (caller_id = "admin-a", people = PEOPLE, mode: "import" | "sync" = "sync") => ({
    bytes: Buffer.from(["社員番号,氏名", ...people.map((id) => `${id},${id} さん`)].join("\n")),
    mode,
    update: true,
    caller_id,
  });
  const check = async (sent = request()) => (await planFileImport(sent, deps())) as FileImport;
  const apply = (plan: string | null, sent = request(), yes_deactivate = 0, directory = users as UserDirectory) =>
    applyFileImport(sent, { plan, yes_deactivate }, deps(directory));

  it("does what its check said, all in one transaction, for whoever applies it", async () => {
    const { plan, report } = await check();
    expect(report.counts).toEqual(ENTIRELY);
    expect(await written()).toBe(0);
    expect(await apply(plan, request("admin-b"))).toMatchObject({ report: { counts: ENTIRELY } });
    expect(await written()).toBe(150);
    const entries = await audit.list({ limit: 200 });
    expect(new Set(entries.map(({ by_user }) => by_user))).toEqual(new Set(["admin-b"]));
    const { rows } = await sql<{ n: number }>`SELECT count(DISTINCT xmin::text)::int AS n FROM users
      WHERE display_name LIKE '% さん'`.execute(database().db);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it("lets the event loop turn between its batches", async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => String(n + 1).padStart(6, "0"));
    for (const work of [() => check(request("admin-a", many)), () => apply(null, request("admin-a", many))]) {
      let turns = 0;
      let isDone = false;
      const count = () => {
        turns += 1;
        if (!isDone) setImmediate(count);
      };
      setImmediate(count);
      await work();
      isDone = true;
      expect(turns).toBeGreaterThanOrEqual(10);
    }
  });

  it("writes nothing if a user whom it would write has changed since the check", async () => {
    const before = aUser({ user_id: "000140", display_name: "前", email: "a@b.example" });
    await write(before);
    const { plan } = await check();
    await write({ ...before, email: "new@b.example" });
    expect(await apply(plan)).toMatchObject({
      code: "PRECONDITION_FAILED",
      problems: [{ code: "import.plan_changed" }],
    });
    expect(await written()).toBe(0);
    expect(await audit.list({ limit: 10 })).toEqual([]);
    expect(await users.find("000140")).toMatchObject({ display_name: "前", email: "new@b.example" });
  });

  it("has a plan that tells nothing without its key: few departments could be tried", async () => {
    const [{ plan }, again, other] = [
      await check(),
      await check(),
      (await planFileImport(request(), deps(users, keyOf(2)))) as FileImport,
    ];
    expect(again.plan).toBe(plan);
    expect(other.report).toEqual(again.report);
    expect(other.plan).not.toBe(plan);
  });

  it("is not stopped by changes that it would keep", async () => {
    await write(aUser({ user_id: "000140", display_name: "000140 さん" }));
    const { plan } = await check();
    await write(aUser({ user_id: "000140", display_name: "000140 さん", permission_groups: ["pilots"] }));
    expect(await apply(plan)).toMatchObject({ report: { counts: { new: 149, unchanged: 1 } } });
    expect(await users.find("000140")).toMatchObject({ permission_groups: ["pilots"] });
  });

  it("writes nothing if its second batch fails", async () => {
    const { plan } = await check();
    let batches = 0;
    const failing = {
      together: <T>(work: (users: UserDirectory) => Promise<T>) =>
        users.together((inside) =>
          work(
            new Proxy(inside, {
              get: (directory, name: keyof UserDirectory) => {
                const method = directory[name] as (...args: unknown[]) => unknown;
                return (...args: unknown[]) => {
                  if (name === "change" && ++batches === 2) throw new Error("the second batch");
                  return method.apply(directory, args);
                };
              },
            }),
          ),
        ),
    } as UserDirectory;
    await expect(apply(plan, request(), 0, failing)).rejects.toThrow("the second batch");
    expect(await written()).toBe(0);
    expect(await audit.list({ limit: 10 })).toEqual([]);
  });

  it.each([{ role: "user" }, { is_active: false }] as const)(
    "changes nothing for an administrator who is none any more: %j",
    async (change) => {
      const { plan } = await check();
      await write(aUser({ user_id: "admin-a", role: "admin", ...change }));
      await expect(apply(plan)).rejects.toThrow(SenderNotAdminError);
      expect(await written()).toBe(0);
    },
  );

  it("reports a user whom the database refuses, and writes the others", async () => {
    const { plan } = await check();
    await sql`ALTER TABLE users ADD CONSTRAINT of_the_site CHECK (user_id <> '000120')`.execute(database().db);
    try {
      const { report } = (await apply(plan)) as FileImport;
      expect(report.counts).toEqual({ ...ENTIRELY, new: 149, refused: 1 });
      expect(report.refused).toMatchObject([
        { line: 121, user_id: "000120", problems: [{ code: "storage.not_allowed", constraint: "of_the_site" }] },
      ]);
      expect(await written()).toBe(149);
    } finally {
      await sql`ALTER TABLE users DROP CONSTRAINT of_the_site`.execute(database().db);
    }
  });

  it("deactivates over several batches no more than agreed, and counts what was agreed once", async () => {
    await apply(null);
    const few = request("admin-a", PEOPLE.slice(0, 10));
    const { plan, report } = await check(few);
    expect(report).toMatchObject({ counts: { deactivated: 140 }, max_deactivated: 30 });
    for (const agreed of [0, 139]) {
      const refused = await apply(plan, few, agreed);
      expect(isRefusal(refused) && refused.problems).toMatchObject([
        { code: "import.too_many_deactivated", deactivated: 140, active: 150, max: 30 },
      ]);
    }
    expect(await apply(plan, few, 140)).toMatchObject({ report: { counts: { deactivated: 140 } } });
    const { deactivations } = await users.look([], { deactivations: true });
    expect(deactivations).toEqual({ active: 10, recent: 140, unagreed: 0 });
  });
});
