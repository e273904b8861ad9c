import { sql } from "kysely";
import type { Database } from "../connection/database.js";
import { query } from "../sql/run-statements.js";
import { READ_ONLY } from "./harden.js";

/** Facts about a database for an operator. */
export interface DatabaseFacts {
  /** 15, 16 … */
  readonly major: number;
  readonly encoding: string;
  /** The database's clock, in milliseconds since 1970. */
  readonly now: number;
  /** null before the first migration, and where the role may not read the tables. */
  readonly activeAdmins: number | null;
  /** The role that the connection signs in as. */
  readonly role: string;
  /** Whether that role could change or delete entries of the audit log; null before the log was made. */
  readonly canChangeRecord: boolean | null;
  /** Whether that role may make tables, as migrations do. */
  readonly canMigrate: boolean;
  /** Tables of ours that the role may not read, or not add to. */
  readonly closedTables: readonly string[];
  /** How many connections the server takes in total. */
  readonly maxConnections: number;
}

/** Inspects a database of any version. @throws UnavailableError */
export function inspectDatabase({ db }: Pick<Database, "db">): Promise<DatabaseFacts> {
  return query(async () => {
    const { rows } = await sql<Row>`
      SELECT current_setting('server_version_num')::int4 AS version,
             current_setting('server_encoding') AS encoding,
             (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
             current_user::text AS role,
             to_regclass('users') IS NOT NULL AS users,
             has_table_privilege(to_regclass('audit_entries'), 'UPDATE, DELETE, TRUNCATE, TRIGGER') AS "canChangeRecord",
             coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "canMigrate",
             current_setting('max_connections')::int4 AS "maxConnections",
             ARRAY(
               SELECT relname::text FROM pg_class
               WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
                 AND relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('migrations'))
                 AND NOT (
                   has_table_privilege(oid, 'SELECT')
                   AND (has_any_column_privilege(oid, 'INSERT') OR relname = ANY (${READ_ONLY}::name[]))
                 )
               ORDER BY relname
             ) AS "closedTables"
    `.execute(db);
    const { version, users, ...facts } = rows[0] as Row;
    const canCount = users && facts.closedTables.length === 0;
    return { ...facts, major: Math.floor(version / 10_000), activeAdmins: canCount ? await countAdmins(db) : null };
  });
}

interface Row extends Omit<DatabaseFacts, "major" | "activeAdmins"> {
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
