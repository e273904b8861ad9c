import { sql } from "kysely";
import type { Database } from "./database.js";
import { query } from "./errors.js";

/** What an operator may want to know of a database. */
export interface DatabaseFacts {
  /** 15, 16 … */
  readonly major: number;
  readonly encoding: string;
  /** The database's clock, in milliseconds since 1970. */
  readonly now: number;
  /** null before the first migration. */
  readonly activeAdmins: number | null;
  /** Whom the connection signs in as. */
  readonly role: string;
  /** Whether that role could change or delete what the audit record says; null before the record was made. */
  readonly canChangeRecord: boolean | null;
}

/** Looks at a database of any age. @throws UnavailableError */
export function inspectDatabase({ db }: Pick<Database, "db">): Promise<DatabaseFacts> {
  return query(async () => {
    const { rows } = await sql<Row>`
      SELECT current_setting('server_version_num')::int4 AS version,
             current_setting('server_encoding') AS encoding,
             (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
             current_user::text AS role,
             to_regclass('users') IS NOT NULL AS users,
             has_table_privilege(to_regclass('audit_entries'), 'UPDATE, DELETE, TRUNCATE, TRIGGER') AS "canChangeRecord"
    `.execute(db);
    const { version, users, ...facts } = rows[0] as Row;
    return { ...facts, major: Math.floor(version / 10_000), activeAdmins: users ? await countAdmins(db) : null };
  });
}

interface Row extends Pick<DatabaseFacts, "encoding" | "now" | "role" | "canChangeRecord"> {
  readonly version: number;
  readonly users: boolean;
}

async function countAdmins(db: Database["db"]): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select((select) => select.fn.countAll<string>().as("count"))
    .where("role", "=", "admin")
    .where("is_active", "=", true)
    .executeTakeFirstOrThrow();
  return Number(count);
}
