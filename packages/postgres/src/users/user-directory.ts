import type {
  AskedState,
  CodeChange,
  DirectoryPlan,
  DirectoryState,
  RuleChange,
  RuleEffects,
  RuleEffectsNamed,
  UserDates,
  UserDirectory,
  UserQuery,
} from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { type Department, type DepartmentMatch, departmentsEntry, type User } from "@retrieval/core/users";
import { type CompiledQuery, type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { addAuditEntries, insertAuditEntries } from "../audit/add-audit-entries.js";
import { takeTurn } from "../sql/advisory-lock.js";
import { writeTogether } from "../sql/one-statement.js";
import { prepared } from "../sql/prepared-statements.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { searchKey } from "../sql/search-key.js";
import { canBeStored } from "../sql/storable-text.js";
import { recordDeactivations } from "./deactivations.js";
import { readState } from "./directory-state.js";
import { readRuleEffects } from "./rule-effects.js";
import { requireAdmin } from "./sender.js";
import { digestOfSession } from "./sign-in-ledger.js";
import { insertUsers, problemWithRecord, USER_COLUMNS, writeAcceptedUsers } from "./user-rows.js";
import { changedStates, insertUserStates } from "./user-states.js";

export class PostgresUserDirectory implements UserDirectory {
  /** Runs on every request of a session. */
  readonly #find: CompiledQuery<User>;

  constructor(private readonly db: Kysely<Schema>) {
    // No row has the digest null, so that a look-up without a session is the same statement.
    this.#find = prepared(
      db
        .selectFrom("users")
        .select(USER_COLUMNS)
        .where("user_id", "=", "")
        .where(sql<boolean>`NOT EXISTS (SELECT FROM sign_in_uses WHERE digest = ${null}::bytea)`)
        .compile(),
    );
  }

  async find(user_id: string, session?: string): Promise<User | null> {
    if (!canBeStored(user_id)) return null;
    const ended = session === undefined ? null : digestOfSession(session);
    const { rows } = await query(() => this.db.executeQuery<User>({ ...this.#find, parameters: [user_id, ended] }));
    return rows[0] ?? null;
  }

  async dates(user_id: string): Promise<UserDates | null> {
    if (!canBeStored(user_id)) return null;
    // A state begins with the first entry after the last one with the other state.
    const { rows } = await query(() =>
      sql<{ registered_at: Date | null; state_since: Date | null }>`
        WITH states AS (SELECT state_id, at, is_active FROM user_states WHERE user_id = ${user_id}),
        newest AS (SELECT is_active FROM states ORDER BY state_id DESC LIMIT 1),
        other AS (SELECT max(state_id) AS state_id FROM states JOIN newest ON states.is_active <> newest.is_active)
        SELECT min(at) AS registered_at,
          min(at) FILTER (WHERE states.state_id > coalesce(other.state_id, 0)) AS state_since
        FROM states, other`.execute(this.db),
    );
    const { registered_at, state_since } = rows[0] ?? {};
    if (!registered_at || !state_since) return null;
    return { registered_at: registered_at.getTime(), state_since: state_since.getTime() };
  }

  async list({ query: part = "", without_department_code = false, limit, after }: UserQuery): Promise<readonly User[]> {
    const key = searchKey(part);
    // A cursor and a query can come from any caller; a line break separates id and name in the key.
    if (!canBeStored(key) || key.includes("\n") || !canBeStored(after ?? "")) return [];
    let users = this.db.selectFrom("users").select(USER_COLUMNS).orderBy("user_id").limit(limit);
    if (key !== "") users = users.where(sql<boolean>`strpos(search_key, ${key}) > 0`);
    if (without_department_code) users = users.where("department_code", "is", null);
    if (after !== undefined) users = users.where("user_id", ">", after);
    return query(() => users.execute());
  }

  look(user_ids: readonly string[], asked: AskedState = {}): Promise<DirectoryState> {
    return query(() => readState(this.db, user_ids, asked));
  }

  change<T>(user_ids: readonly string[], plan: (state: DirectoryState) => DirectoryPlan<T>, asked: AskedState = {}) {
    return this.together((users) => users.change(user_ids, plan, asked));
  }

  async together<T>(work: (users: UserDirectory) => Promise<T>): Promise<T> {
    const attempt = (oneByOne: boolean) =>
      inTransaction(this.db, async (trx) => {
        await takeTurn(trx, "users");
        return work(new UsersInTurn(trx, oneByOne));
      });
    try {
      return await attempt(false);
    } catch (error) {
      // Only now, so that a batch without fault needs no savepoint.
      if (problemWithRecord(error) === null) throw error;
      return attempt(true);
    }
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

  leavers(present: readonly string[]) {
    return query(() =>
      this.db
        .selectFrom("users")
        .select(["user_id", "display_name", "role"])
        .where("is_active", "=", true)
        .where(sql<boolean>`NOT EXISTS (
          SELECT FROM unnest(${present.filter(canBeStored)}::text[]) AS present WHERE present = users.user_id)`)
        .orderBy("user_id")
        .execute(),
    );
  }

  ruleEffects(changes: readonly RuleChange[], named: RuleEffectsNamed): Promise<RuleEffects> {
    return query(() => readRuleEffects(this.db, changes, named));
  }

  codeChanges(resolve: (name: string) => DepartmentMatch): Promise<readonly CodeChange[]> {
    return query(async () => {
      const { rows } = await sql<CodeChange["user"] & { readonly code: string | null }>`
        SELECT user_id, role, department_code, permission_groups, is_active, resolved.code
        FROM users, ${await resolvedNames(this.db, resolve)}
        WHERE ${HAS_ANOTHER_CODE}
        ORDER BY user_id`.execute(this.db);
      return rows.map(({ code, ...user }) => ({ user, code }));
    });
  }

  replaceDepartments(
    master: readonly Department[],
    resolve: (name: string) => DepartmentMatch,
    by_user: string | null = null,
  ): Promise<number> {
    return inTransaction(this.db, async (trx) => {
      await takeTurn(trx, "users");
      const before = await trx.deleteFrom("departments").returning(["code", "name"]).execute();
      await sql`
        INSERT INTO departments (code, name)
        SELECT code, name FROM json_to_recordset(${JSON.stringify(master)}::json) AS department(code text, name text)
      `.execute(trx);
      const users_resolved_again = await resolveCodesAgain(trx, resolve);
      await addAuditEntries(trx, [departmentsEntry(before, master, users_resolved_again, by_user)]);
      await requireAdmin(trx, by_user);
      return users_resolved_again;
    });
  }
}

/** The directory inside a transaction that has the turn of changes to users. */
class UsersInTurn extends PostgresUserDirectory {
  constructor(
    private readonly trx: Transaction<Schema>,
    /** true: the database refused a record, so each is written by itself. */
    private readonly oneByOne: boolean,
  ) {
    super(trx);
  }

  override async change<T>(
    user_ids: readonly string[],
    plan: (state: DirectoryState) => DirectoryPlan<T>,
    asked: AskedState = {},
  ) {
    const { trx } = this;
    const state = await readState(trx, user_ids, asked, "locked");
    const { kept, records, entries = [], deactivated = [] } = plan(state);
    const changed = changedStates(state.existing, records);
    if (!this.oneByOne) {
      await writeTogether(trx, {
        written: insertUsers(records),
        states: insertUserStates(sql.ref("written"), changed),
        deactivated: recordDeactivations(deactivated),
        entries: insertAuditEntries(entries),
      });
      return { kept, refused: NONE_REFUSED };
    }
    const refused = await writeAcceptedUsers(trx, records);
    const isWritten = (user_id: string | null) => user_id === null || !refused.has(user_id);
    await writeTogether(trx, {
      states: insertUserStates(sql.ref("users"), changed.filter(isWritten)),
      deactivated: recordDeactivations(deactivated.filter(({ user_id }) => isWritten(user_id))),
      entries: insertAuditEntries(entries.filter(({ user_id }) => isWritten(user_id))),
    });
    return { kept, refused };
  }

  override together<T>(work: (users: UserDirectory) => Promise<T>): Promise<T> {
    return work(this);
  }
}

const NONE_REFUSED: ReadonlyMap<string, Problem> = new Map();

function readDepartments(db: Kysely<Schema>): Promise<Department[]> {
  return db.selectFrom("departments").select(["code", "name"]).orderBy("code").execute();
}

/** The departments' names that codes come from, each with its code, as a table `resolved`. */
async function resolvedNames(
  db: Kysely<Schema>,
  resolve: (name: string) => DepartmentMatch,
): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT department AS name FROM users WHERE department IS NOT NULL AND NOT department_code_given
  `.execute(db);
  const names = rows.map(({ name }) => name);
  const codes = names.map((name) => resolve(name).code);
  return sql`unnest(${names}::text[], ${codes}::text[]) AS resolved(name, code)`;
}

/** Codes that came from a name. Given codes stay: permissions go by code, whatever its name is (SPEC 2.2). */
const HAS_ANOTHER_CODE = sql<boolean>`
  users.department = resolved.name AND NOT users.department_code_given
  AND users.department_code IS DISTINCT FROM resolved.code`;

async function resolveCodesAgain(
  trx: Transaction<Schema>,
  resolve: (name: string) => DepartmentMatch,
): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH changed AS (
      UPDATE users SET department_code = resolved.code, updated_at = now()
      FROM ${await resolvedNames(trx, resolve)}
      WHERE ${HAS_ANOTHER_CODE}
      RETURNING users.*
    )
    INSERT INTO user_states (user_id, display_name, role, department_code, permission_groups, is_active)
    SELECT user_id, display_name, role, department_code, permission_groups, is_active FROM changed`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
