import { describe, expect, it } from "@jest/globals";
import { DATABASE_KINDS, useMigratedDatabase } from "@retrieval/contract";
import { departmentLookup } from "@retrieval/core/users";
import { sql } from "kysely";
import { PostgresRequestLedger, PostgresUserDirectory } from "../src/index.js";
import { inTransaction } from "../src/sql/run-statements.js";

const request = (key: string, sent = "a", user_id = "000001") => ({ user_id, key, request: Buffer.from(sent) });

describe.each(DATABASE_KINDS)("the ledger of requests on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  const ledger = () => new PostgresRequestLedger(database().db);
  const keys = async () =>
    (await sql<{ key: string }>`SELECT key FROM keyed_requests ORDER BY key`.execute(database().db)).rows.map(
      ({ key }) => key,
    );

  it("gives a key to exactly one of many concurrent requests, on every instance", async () => {
    const { db, another } = database();
    const other = kind === "server" ? new PostgresRequestLedger((await another()).db) : new PostgresRequestLedger(db);
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? ledger() : other).claim(request("raced"))),
    );
    expect(claims.filter((claim) => claim === null)).toHaveLength(1);
    expect(claims.filter((claim) => claim?.answer === "begun")).toHaveLength(19);
  });

  it("knows the answer of the same request, and another request under its key", async () => {
    const one = request("kept");
    expect(await ledger().claim(one)).toBeNull();
    await ledger().keep(one, '{"status":200}');
    expect(await ledger().claim(one)).toEqual({ is_same: true, answer: { text: '{"status":200}' } });
    expect(await ledger().claim(request("kept", "b"))).toMatchObject({ is_same: false });
    // A key belongs to its sender.
    expect(await ledger().claim(request("kept", "a", "000002"))).toBeNull();
    expect(await ledger().claim(request("freed"))).toBeNull();
    await ledger().release(request("freed"));
    expect(await ledger().claim(request("freed"))).toBeNull();
  });

  it("keeps neither a secret nor a long answer, and says that it was done", async () => {
    for (const [key, answer] of [
      ["secret", null],
      ["long", "長".repeat(30_000)],
    ] as const) {
      await ledger().claim(request(key));
      await ledger().keep(request(key), answer);
      expect(await ledger().claim(request(key))).toEqual({ is_same: true, answer: "done" });
    }
  });

  it("frees the key of work that failed, unless a change of it was committed", async () => {
    const { db } = database();
    const users = new PostgresUserDirectory(db);
    const failing = (key: string, before: () => Promise<unknown>) =>
      ledger().run(request(key), async () => {
        await before();
        throw new Error("away");
      });
    for (const key of ["nothing", "changed", "looked"]) await ledger().claim(request(key));
    await expect(failing("nothing", async () => undefined)).rejects.toThrow("away");
    await expect(
      failing("looked", () => inTransaction(db, (trx) => trx.selectFrom("users").select("user_id").execute())),
    ).rejects.toThrow("away");
    await expect(
      failing("changed", () => users.replaceDepartments([{ code: "D1", name: "A" }], departmentLookup([]))),
    ).rejects.toThrow("away");
    expect(await ledger().claim(request("nothing"))).toBeNull();
    expect(await ledger().claim(request("looked"))).toBeNull();
    expect(await ledger().claim(request("changed"))).toEqual({ is_same: true, answer: "done" });
  });

  it("notes no change that work left behind when it ended", async () => {
    const { db } = database();
    await ledger().claim(request("ended"));
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let later: Promise<unknown> = Promise.resolve();
    await ledger().run(request("ended"), async () => {
      later = ended.then(() => new PostgresUserDirectory(db).replaceDepartments([], departmentLookup([])));
    });
    end();
    await later;
    expect(await ledger().claim(request("ended"))).toMatchObject({ answer: "begun" });
  });

  it("gives a key whose process has ended to the same request two minutes later", async () => {
    await ledger().claim(request("killed"));
    const age = (seconds: number) =>
      sql`UPDATE keyed_requests SET at = now() - ${seconds} * interval '1 second' WHERE key = 'killed'`.execute(
        database().db,
      );
    await age(110);
    expect(await ledger().claim(request("killed"))).toMatchObject({ answer: "begun" });
    await age(130);
    expect(await ledger().claim(request("killed", "b"))).toMatchObject({ is_same: false });
    expect(await ledger().claim(request("killed"))).toBeNull();
  });

  it("frees a key after a day, and forgets old keys and all but the last 1,000 of a user", async () => {
    const { db } = database();
    await sql`DELETE FROM keyed_requests`.execute(db);
    for (const key of ["old", "older", "oldest"]) await ledger().claim(request(key));
    await sql`UPDATE keyed_requests SET at = now() - interval '25 hours'`.execute(db);
    expect(await ledger().claim(request("old", "b"))).toBeNull();
    const yesterday = Date.now() - 24 * 3_600_000;
    expect([await ledger().forget(yesterday, 1), await ledger().forget(yesterday, 5)]).toEqual([1, 1]);
    expect(await keys()).toEqual(["old"]);
    await sql`INSERT INTO keyed_requests (user_id, key, request, at)
      SELECT '000001', 'n' || i, '', now() - i * interval '1 second' FROM generate_series(1, 1010) AS i`.execute(db);
    for (const key of ["x", "y", "z"]) await ledger().claim(request(key));
    expect((await keys()).length).toBeLessThanOrEqual(1_003);
  });
});
