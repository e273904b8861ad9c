import { describe } from "@jest/globals";
import { aUser, DATABASE_KINDS, useMigratedDatabase } from "@retrieval/contract";
import { sql } from "kysely";
import { PostgresAuditLog } from "../src/index.js";
import { insertUsers } from "../src/users/user-rows.js";
import { auditLogContract } from "./suites/audit-log.js";

describe.each(DATABASE_KINDS)("on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);

  auditLogContract("PostgresAuditLog", async () => {
    const { db, empty } = database();
    await empty();
    const moment = (ms: number) => sql<Date>`to_timestamp(${ms}::double precision / 1000)`;
    return {
      audit: new PostgresAuditLog(db),
      async recordAt(at, entry) {
        const { kind, by_user, user_id, document_id, details } = entry;
        await sql`
          INSERT INTO audit_entries (kind, by_user, user_id, document_id, details, at)
          VALUES (${kind}, ${by_user}, ${user_id}, ${document_id}, ${JSON.stringify(details)}, ${moment(at)})
        `.execute(db);
      },
      async documentStateAt(at, document_id, state) {
        const { title, version } = state ?? { title: null, version: null };
        await db
          .insertInto("document_states")
          .values({ document_id, title, version, at: moment(at) })
          .execute();
      },
      async ruleAt(at, document_id, access_rules) {
        const { rows } = await sql<{ next: number }>`
          SELECT count(*)::int + 1 AS next FROM rule_versions WHERE document_id = ${document_id}`.execute(db);
        await db
          .insertInto("rule_versions")
          .values({
            document_id,
            rules_version: rows[0]?.next as number,
            at: moment(at),
            by_user: null,
            cause: "edit",
            access_rules: JSON.stringify(access_rules),
            gained: 0,
            lost: 0,
          })
          .execute();
      },
      async userNamed(user_id, display_name) {
        await insertUsers([aUser({ user_id, display_name })])?.execute(db);
      },
      async userStateAt(at, state) {
        const { user_id, display_name, role, department_code, permission_groups, is_active } = state;
        await sql`
          INSERT INTO user_states (user_id, display_name, role, department_code, permission_groups, is_active, at)
          VALUES (${user_id}, ${display_name}, ${role}, ${department_code}, ${[...permission_groups]}, ${is_active},
            ${moment(at)})
        `.execute(db);
      },
      close: async () => undefined,
    };
  });
});
