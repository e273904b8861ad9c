import type { Problem } from "@retrieval/core/problems";
import type { User } from "@retrieval/core/users";
import { type RawBuilder, sql, type Transaction } from "kysely";
import { codeOf } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { searchKey } from "../sql/search-key.js";
import { type ColumnType, selectRecords } from "../sql/select-records.js";
import { STATE_COLUMNS } from "./user-states.js";

/** The columns of a `User`. */
const USER_TYPES: Readonly<Record<keyof User, ColumnType>> = {
  user_id: "text",
  display_name: "text",
  department: "text",
  department_code: "text",
  department_code_given: "boolean",
  email: "text",
  role: "text",
  permission_groups: "text[]",
  is_active: "boolean",
  password_hash: "text",
  sessions: "integer",
};

export const USER_COLUMNS = Object.keys(USER_TYPES) as (keyof User)[];

const WRITTEN_TYPES = { ...USER_TYPES, search_key: "text" } as const;
const WRITTEN = Object.keys(WRITTEN_TYPES);
const columns = sql.raw(WRITTEN.join(", "));
const changes = sql.raw(
  WRITTEN.filter((name) => name !== "user_id")
    .map((name) => `${name} = excluded.${name}`)
    .join(", "),
);

/**
 * The statement that writes whole users, or null where there are none. It returns the fields that decide what a user
 * may read.
 */
export function insertUsers(records: readonly User[]): RawBuilder<unknown> | null {
  if (records.length === 0) return null;
  const rows = records.map((user) => ({ ...user, search_key: searchKey(`${user.user_id}\n${user.display_name}`) }));
  return sql`
    INSERT INTO users (${columns})
    ${selectRecords(rows, WRITTEN_TYPES)}
    ON CONFLICT (user_id) DO UPDATE SET ${changes}, updated_at = now()
    RETURNING ${STATE_COLUMNS}`;
}

/** Writes the records that the database accepts, and returns the problem of each other one, found by halving the batch. */
export async function writeAcceptedUsers(
  trx: Transaction<Schema>,
  records: readonly User[],
): Promise<ReadonlyMap<string, Problem>> {
  // A site's own constraint may be deferred; check it now, while its user is still known.
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(trx);
  const refused = new Map<string, Problem>();
  const write = async (part: readonly User[]): Promise<void> => {
    const problem = await tryToWrite(trx, part);
    const [only, ...others] = part;
    if (problem === null || only === undefined) return;
    if (others.length === 0) {
      refused.set(only.user_id, problem);
      return;
    }
    const middle = Math.ceil(part.length / 2);
    await write(part.slice(0, middle));
    await write(part.slice(middle));
  };
  await write(records);
  return refused;
}

async function tryToWrite(trx: Transaction<Schema>, part: readonly User[]): Promise<Problem | null> {
  await sql`SAVEPOINT part`.execute(trx);
  let problem: Problem | null = null;
  try {
    await insertUsers(part)?.execute(trx);
  } catch (error) {
    problem = problemWithRecord(error);
    if (problem === null) throw error;
    await sql`ROLLBACK TO SAVEPOINT part`.execute(trx);
  }
  await sql`RELEASE SAVEPOINT part`.execute(trx);
  return problem;
}

/** Why the database refused a record; null if the error is not about the record (SQLSTATE 22, 23). */
export function problemWithRecord(error: unknown): Problem | null {
  const code = codeOf(error);
  if (code.length !== 5) return null;
  if (code === "22P05" || code === "22021" || code === "22P02") return { code: "storage.character" };
  if (code.startsWith("22")) return { code: "storage.value" };
  if (!code.startsWith("23")) return null;
  const { constraint } = error as { constraint?: string };
  if (code === "23502" || constraint === undefined) return { code: "storage.value_missing" };
  if (code === "23505") return { code: "storage.not_unique", constraint };
  return { code: "storage.not_allowed", constraint };
}
