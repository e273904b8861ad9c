import { describe } from "@jest/globals";
import { DATABASE_KINDS, useMigratedDatabase } from "@retrieval/contract";
import { PostgresUsageStore } from "../src/index.js";
import { usageStoreContract } from "./suites/usage-store.js";

describe.each(DATABASE_KINDS)("on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);

  usageStoreContract("PostgresUsageStore", async () => {
    const { db, empty } = database();
    await empty();
    return { usage: new PostgresUsageStore(db), close: async () => undefined };
  });
});
