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
}

/** Looks at a database of any age. @throws UnavailableError */
export function inspectDatabase({ db }: Pick<Database, "db">): Promise<DatabaseFacts> {
  return query(async () => {
    const { rows } = await sql<{ version: number; encoding: string; now: number; users: boolean }>`
      SELECT current_setting('server_version_num')::int4 AS version,
             current_setting('server_encoding') AS encoding,
             (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
             to_regclass('users') IS NOT NULL AS users`.execute(db);
    const { version = 0, encoding = "", now = 0, users = false } = rows[0] ?? {};
    return { major: Math.floor(version / 10_000), encoding, now, activeAdmins: users ? await countAdmins(db) : null };
  });
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
