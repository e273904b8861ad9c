import { describe } from "@jest/globals";
import { DATABASE_KINDS, ONE_CONNECTION, useMigratedDatabase } from "@retrieval/contract";
import { PostgresUserDirectory } from "../src/index.js";
import { userDirectoryContract } from "./suites/user-directory.js";

describe.each(DATABASE_KINDS)("on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  const rule = "mail_of_this_company";
  let elsewhere: PostgresUserDirectory | undefined;

  userDirectoryContract(
    "PostgresUserDirectory",
    async () => {
      const { db, pool, statements, another, empty } = database();
      await empty();
      if (kind === "server") elsewhere ??= new PostgresUserDirectory((await another()).db);
      return {
        users: new PostgresUserDirectory(db),
        ...(elsewhere ? { elsewhere } : {}),
        async countStatements(work) {
          statements.length = 0;
          await work();
          return statements.length;
        },
        async age(hours) {
          await pool.query(`UPDATE deactivations SET at = at - interval '${hours} hours'`);
        },
        async refuseEmail(email) {
          await pool.query(`ALTER TABLE users ADD CONSTRAINT ${rule} CHECK (email <> '${email}')`);
          return rule;
        },
        close: async () => void (await pool.query(`ALTER TABLE users DROP CONSTRAINT IF EXISTS ${rule}`)),
      };
    },
    kind === "embedded" ? { severalInstances: ONE_CONNECTION } : {},
  );
});
