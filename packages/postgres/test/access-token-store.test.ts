import { describe, expect, it } from "@jest/globals";
import { DATABASE_KINDS, ONE_CONNECTION, useMigratedDatabase } from "@retrieval/contract";
import { PostgresAccessTokenStore, PostgresAuditLog, PostgresUserDirectory } from "../src/index.js";
import { accessTokenStoreContract } from "./suites/access-token-store.js";

describe.each(DATABASE_KINDS)("on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  let elsewhere: PostgresAccessTokenStore | undefined;

  accessTokenStoreContract(
    "PostgresAccessTokenStore",
    async () => {
      const { db, another, empty, statements } = database();
      await empty();
      if (kind === "server") elsewhere ??= new PostgresAccessTokenStore((await another()).db);
      return {
        accessTokens: new PostgresAccessTokenStore(db),
        users: new PostgresUserDirectory(db),
        audit: new PostgresAuditLog(db),
        ...(elsewhere ? { elsewhere } : {}),
        async countStatements(work) {
          statements.length = 0;
          await work();
          return statements.length;
        },
        close: async () => undefined,
      };
    },
    kind === "embedded" ? { severalInstances: ONE_CONNECTION } : {},
  );

  it("has no column for a token, only for its hash", async () => {
    const { rows } = await database().pool.query(
      "SELECT column_name FROM information_schema.columns WHERE table_name = 'access_tokens' ORDER BY 1",
    );
    expect(rows.map(({ column_name }) => column_name)).toEqual(
      "audience client_id created_at expires_at hash last_used_at name renewable_until role sessions token_id user_id".split(
        " ",
      ),
    );
  });
});
