import { describe, expect, it } from "@jest/globals";
import { DATABASE_KINDS, ONE_CONNECTION, signInLedgerContract, useMigratedDatabase } from "@retrieval/contract";
import { PostgresSignInLedger } from "../src/index.js";

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

  it("stores no signature, and deletes expired claims along the way", async () => {
    const { db, empty } = database();
    await empty();
    const ledger = new PostgresSignInLedger(db);
    const now = Math.floor(Date.now() / 1000);
    for (let i = 0; i < 25; i++) await ledger.claim(`signature ${i}`, now - 3 * 86_400);
    for (let i = 0; i < 3; i++) await ledger.claim(`later ${i}`, now + 300);
    const rows = await db.selectFrom("sign_in_uses").selectAll().execute();
    expect(rows.map(({ until }) => Number(until))).toEqual([now + 300, now + 300, now + 300]);
    expect(rows.map(({ digest }) => digest.length)).toEqual([32, 32, 32]);
  });
});
