import { describe, expect, it } from "@jest/globals";
import { DATABASE_KINDS, useMigratedDatabase } from "@retrieval/contract";
import { sql } from "kysely";
import { PostgresRequestLedger } from "../src/index.js";

const request = (key: string, sent = "a", user_id = "000001") => ({ user_id, key, request: Buffer.from(sent) });

describe.each(DATABASE_KINDS)("the ledger of requests on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  const ledger = () => new PostgresRequestLedger(database().db);
  const keys = async () =>
    (await database().db.selectFrom("keyed_requests").select("key").orderBy("key").execute()).map(({ key }) => key);

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

  it("frees a key after a day, and deletes old rows and all but the last 1,000 of a user along the way", async () => {
    const { db } = database();
    await db.deleteFrom("keyed_requests").execute();
    const old = sql`now() - interval '25 hours'`;
    for (const key of ["old", "older"]) await ledger().claim(request(key));
    await sql`UPDATE keyed_requests SET at = ${old}`.execute(db);
    expect(await ledger().claim(request("old", "b"))).toBeNull();
    expect(await keys()).toEqual(["old"]);
    await sql`INSERT INTO keyed_requests (user_id, key, request, at)
      SELECT '000001', 'n' || i, '', now() - i * interval '1 second' FROM generate_series(1, 1010) AS i`.execute(db);
    for (const key of ["x", "y", "z"]) await ledger().claim(request(key));
    expect((await keys()).length).toBeLessThanOrEqual(1_003);
  });
});
