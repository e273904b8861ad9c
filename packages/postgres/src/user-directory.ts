import type {
  ActiveReader,
  AuditEntry,
  Department,
  DepartmentMatch,
  DirectoryState,
  User,
  UserDirectory,
  UserQuery,
} from "@retrieval/core";
import { type CompiledQuery, type Kysely, sql, type Transaction } from "kysely";
import { takeTurn } from "./advisory-lock.js";
import { addAuditEntries } from "./audit-entries.js";
import { inTransaction, query } from "./errors.js";
import type { Schema } from "./schema.js";
import { searchKey } from "./search-key.js";
import { canBeStored } from "./storable-text.js";
import { refusalReason, USER_COLUMNS, writeAcceptedUsers, writeUsers } from "./user-rows.js";
import { addUserStates } from "./user-states.js";

type Plan<T> = (state: DirectoryState) => {
  readonly records: readonly User[];
  readonly kept: T;
  readonly entries?: readonly AuditEntry[];
};

export class PostgresUserDirectory implements UserDirectory {
  /** Every request of a session asks it, so it is compiled once. */
  readonly #find: CompiledQuery<User>;

  constructor(private readonly db: Kysely<Schema>) {
    this.#find = db.selectFrom("users").select(USER_COLUMNS).where("user_id", "=", "").compile();
  }

  async find(user_id: string): Promise<User | null> {
    if (!canBeStored(user_id)) return null;
    const { rows } = await query(() => this.db.executeQuery<User>({ ...this.#find, parameters: [user_id] }));
    return rows[0] ?? null;
  }

  async list({ query: part = "", without_department_code = false, limit, after }: UserQuery): Promise<readonly User[]> {
    const key = searchKey(part);
    // A cursor and a query can come from anywhere; a line break is what separates id and name in the key.
    if (!canBeStored(key) || key.includes("\n") || !canBeStored(after ?? "")) return [];
    let users = this.db.selectFrom("users").select(USER_COLUMNS).orderBy("user_id").limit(limit);
    if (key !== "") users = users.where(sql<boolean>`strpos(search_key, ${key}) > 0`);
    if (without_department_code) users = users.where("department_code", "is", null);
    if (after !== undefined) users = users.where("user_id", ">", after);
    return query(() => users.execute());
  }

  look(user_ids: readonly string[]): Promise<DirectoryState> {
    return query(() => readState(this.db, user_ids));
  }

  async change<T>(user_ids: readonly string[], plan: Plan<T>) {
    const attempt = (write: (trx: Transaction<Schema>, records: readonly User[]) => Promise<Refused>) =>
      inTransaction(this.db, async (trx) => {
        await takeTurn(trx, "users");
        const state = await readState(trx, user_ids, "locked");
        const { kept, records, entries = [] } = plan(state);
        const refused = await write(trx, records);
        const isWritten = ({ user_id }: { user_id: string | null }) => user_id === null || !refused.has(user_id);
        await addUserStates(trx, state.existing, records.filter(isWritten));
        await addAuditEntries(trx, entries.filter(isWritten));
        return { kept, refused };
      });
    try {
      return await attempt(writeAll);
    } catch (error) {
      // Only now, so that a batch without fault needs no savepoint.
      if (refusalReason(error) === null) throw error;
      return attempt(writeAcceptedUsers);
    }
  }

  async activeOrdinaryUsers(): Promise<readonly string[]> {
    const users = await query(() =>
      this.db
        .selectFrom("users")
        .select("user_id")
        .where("role", "=", "user")
        .where("is_active", "=", true)
        .orderBy("user_id")
        .execute(),
    );
    return users.map(({ user_id }) => user_id);
  }

  async sameButLeadingZeros(user_ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await query(() =>
      sql<{ given: string; known: string }>`
        SELECT DISTINCT ON (given) given, user_id AS known
        FROM unnest(${user_ids.filter(canBeStored)}::text[]) AS given
        JOIN users ON ltrim(user_id, '0') = ltrim(given, '0') AND user_id <> given
        ORDER BY given, user_id`.execute(this.db),
    );
    return new Map(rows.map(({ given, known }) => [given, known]));
  }

  departments(): Promise<readonly Department[]> {
    return query(() => readDepartments(this.db));
  }

  activeReaders(): Promise<readonly ActiveReader[]> {
    return query(() =>
      this.db
        .selectFrom("users")
        .select(["user_id", "display_name", "role", "department_code", "permission_groups"])
        .where("role", "=", "user")
        .where("is_active", "=", true)
        .orderBy("user_id")
        .execute(),
    );
  }

  replaceDepartments(
    master: readonly Department[],
    resolve: (name: string) => DepartmentMatch,
    by_user: string | null = null,
  ): Promise<number> {
    return inTransaction(this.db, async (trx) => {
      await takeTurn(trx, "users");
      await trx.deleteFrom("departments").execute();
      await sql`
        INSERT INTO departments (code, name)
        SELECT code, name FROM json_to_recordset(${JSON.stringify(master)}::json) AS department(code text, name text)
      `.execute(trx);
      const users_resolved_again = await resolveCodesAgain(trx, resolve);
      const details = { departments: master.length, users_resolved_again };
      await addAuditEntries(trx, [
        { kind: "departments-replaced", by_user, user_id: null, document_id: null, details },
      ]);
      return users_resolved_again;
    });
  }
}

type Refused = ReadonlyMap<string, string>;

async function writeAll(trx: Transaction<Schema>, records: readonly User[]): Promise<Refused> {
  await writeUsers(trx, records);
  return new Map();
}

/** @param locked rows are locked in the order of their keys, against whoever else writes them by hand */
async function readState(db: Kysely<Schema>, user_ids: readonly string[], locked?: "locked"): Promise<DirectoryState> {
  let users = db
    .selectFrom("users")
    .select(USER_COLUMNS)
    .where(sql<boolean>`user_id = ANY(${user_ids.filter(canBeStored)}::text[])`)
    .orderBy("user_id");
  if (locked) users = users.forUpdate();
  const existing = await users.execute();
  const departments = await readDepartments(db);
  const admins = await db
    .selectFrom("users")
    .select("user_id")
    .where("role", "=", "admin")
    .where("is_active", "=", true)
    .orderBy("user_id")
    .execute();
  return {
    existing: new Map(existing.map((user) => [user.user_id, user])),
    departments,
    active_admins: admins.map(({ user_id }) => user_id),
  };
}

function readDepartments(db: Kysely<Schema>): Promise<Department[]> {
  return db.selectFrom("departments").select(["code", "name"]).orderBy("code").execute();
}

/** Codes that came from a name; those that were given stand (SPEC 2.2). */
async function resolveCodesAgain(
  trx: Transaction<Schema>,
  resolve: (name: string) => DepartmentMatch,
): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT department AS name FROM users WHERE department IS NOT NULL AND NOT department_code_given
  `.execute(trx);
  const names = rows.map(({ name }) => name);
  const codes = names.map((name) => resolve(name).code);
  const { numAffectedRows } = await sql`
    WITH changed AS (
      UPDATE users SET department_code = resolved.code, updated_at = now()
      FROM unnest(${names}::text[], ${codes}::text[]) AS resolved(name, code)
      WHERE users.department = resolved.name AND NOT users.department_code_given
        AND users.department_code IS DISTINCT FROM resolved.code
      RETURNING users.*
    )
    INSERT INTO user_states (user_id, display_name, role, department_code, permission_groups, is_active)
    SELECT user_id, display_name, role, department_code, permission_groups, is_active FROM changed`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
