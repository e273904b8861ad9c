import { describe, expect, it } from "@jest/globals";
import { aUser, DATABASE_KINDS, ONE_CONNECTION, useMigratedDatabase } from "@retrieval/contract";
import { sql } from "kysely";
import { PostgresSignInLedger, PostgresUserDirectory } from "../src/index.js";
import { signInLedgerContract } from "./suites/sign-in-ledger.js";

describe.each(DATABASE_KINDS)("on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  let elsewhere: PostgresSignInLedger | undefined;

  signInLedgerContract(
    "PostgresSignInLedger",
    async () => {
      const { db, another, empty } = database();
      await empty();
      if (kind === "server") elsewhere ??= new PostgresSignInLedger((await another()).db);
      return {
        ledger: new PostgresSignInLedger(db),
        ...(elsewhere ? { elsewhere } : {}),
        close: async () => undefined,
      };
    },
    kind === "embedded" ? { severalInstances: ONE_CONNECTION } : {},
  );

  it("ends one session of a user for every instance, seen in the statement that finds the user", async () => {
    const opened = database();
    await opened.empty();
    const users = new PostgresUserDirectory(opened.db);
    await users.change(["100001"], () => ({ records: [aUser({ user_id: "100001" })], kept: null }));
    const now = Math.floor(Date.now() / 1000);
    for (let repeated = 0; repeated < 2; repeated += 1)
      await new PostgresSignInLedger(opened.db).endSession("one", now);
    const other = kind === "server" ? new PostgresUserDirectory((await opened.another()).db) : users;
    opened.statements.length = 0;
    expect(await users.find("100001", "one")).toBeNull();
    expect(opened.statements).toHaveLength(1);
    expect(await other.find("100001", "one")).toBeNull();
    for (const session of [undefined, "two", "", "\u0000", "\ud800", "x".repeat(8_000)])
      expect(await users.find("100001", session)).toMatchObject({ user_id: "100001" });
  });

  it("stores no signature, and deletes expired claims along the way", async () => {
    const { db, empty } = database();
    await empty();
    const ledger = new PostgresSignInLedger(db);
    const now = Math.floor(Date.now() / 1000);
    for (let i = 0; i < 25; i++) await ledger.claim(`signature ${i}`, now - 3 * 86_400);
    for (let i = 0; i < 3; i++) await ledger.claim(`later ${i}`, now + 300);
    const { rows } = await sql<{ until: string; digest: Buffer }>`SELECT * FROM sign_in_uses`.execute(db);
    expect(rows.map(({ until }) => Number(until))).toEqual([now + 300, now + 300, now + 300]);
    expect(rows.map(({ digest }) => digest.length)).toEqual([32, 32, 32]);
  });
});
