import type { AccessRules } from "../access/rules.js";
import type { AuditEntry } from "../audit/audit-log.js";
import type { Problem } from "../problems.js";
import type { SignInLedger } from "../sign-in/sign-in-ledger.js";
import type { DepartmentMatch } from "./department-lookup.js";
import type { ReaderState } from "./import-effects.js";
import type { Department, User } from "./user.js";

/** The input of a planned change: the directory's state inside the transaction that will write it. */
export interface DirectoryState {
  /** The requested users that exist, by user_id. */
  readonly existing: ReadonlyMap<string, User>;
  /** The whole department master. */
  readonly departments: readonly Department[];
  /** user_ids of all active admins. */
  readonly active_admins: readonly string[];
  /** null: not requested, because counting takes longer than the rest. */
  readonly deactivations: Deactivations | null;
  /** The requested keys that a user has as department code or group. */
  readonly known_keys: ReadonlySet<string>;
}

/** The parts of a {@link DirectoryState} to read besides the users. */
export interface AskedState {
  /** true: read the deactivations. */
  readonly deactivations?: boolean;
  /** Department codes and groups that may be new. */
  readonly keys?: readonly string[];
}

/** Deactivations of the last 24 hours, by the store's clock, which the audit log uses too. */
export interface Deactivations {
  /** How many users with role `user` are active. */
  readonly active: number;
  /** How many users were deactivated while their role was `user` and are still inactive. */
  readonly recent: number;
  /** How many of the recent ones were deactivated without agreement. */
  readonly unagreed: number;
}

/** A deactivation that the guard against mass deactivation counts. */
export interface RecordedDeactivation {
  readonly user_id: string;
  /** true: the caller agreed to it by number. */
  readonly agreed: boolean;
}

/** A change planned from a {@link DirectoryState}. */
export interface DirectoryPlan<Kept> {
  /** The records to write, whole, new or changed. */
  readonly records: readonly User[];
  readonly kept: Kept;
  readonly entries?: readonly AuditEntry[];
  readonly deactivated?: readonly RecordedDeactivation[];
}

export interface UserQuery {
  /** Part of a user_id or display_name, compared without case or width; absent: all users. */
  readonly query?: string;
  /** true: only users whose department_code is null. */
  readonly without_department_code?: boolean;
  readonly limit: number;
  /** Only users whose user_id comes after this one in code-point order. */
  readonly after?: string;
}

/** Users as administrators see them: never department or groups (SPEC 1). */
export interface AffectedUsers {
  /** Of all. */
  readonly count: number;
  /** The first ones, in code-point order of user_id. */
  readonly users: readonly Pick<User, "user_id" | "display_name">[];
}

/** Users who gain or lose at least one document, each with the number of documents. */
export interface AffectedOverAll {
  readonly count: number;
  readonly users: readonly (AffectedUsers["users"][number] & { readonly documents: number })[];
}

/** A change of one document's rule. */
export interface RuleChange {
  readonly before: AccessRules;
  readonly after: AccessRules;
}

/** Who gains and who loses documents. Admins and developers see all documents and are nowhere in it. */
export interface RuleEffects {
  readonly gained: AffectedOverAll;
  readonly lost: AffectedOverAll;
  /** In the order of the changes; `now`: how many users can read the document before the change. */
  readonly changes: readonly { readonly now: number; readonly gained: AffectedUsers; readonly lost: AffectedUsers }[];
}

/** How many users to name at most, over all changes and for each; 0: the counts are enough. */
export interface RuleEffectsNamed {
  readonly over_all: number;
  readonly each: number;
}

/** A user, and the department code that another master would give; null: none. */
export interface CodeChange {
  readonly user: ReaderState;
  readonly code: string | null;
}

/** Since when the service knows a user, and since when the user is active or inactive: milliseconds since 1970. */
export interface UserDates {
  readonly registered_at: number;
  readonly state_since: number;
}

/** The service's copy of the portal's users, and the department master. */
export interface UserDirectory {
  /**
   * The current record, or null. Ids are compared exactly. MUST NOT answer from a cache.
   *
   * @param session the `jti` of a session: null is returned too if the session was ended ({@link SignInLedger}). MUST
   *   be one statement with the look-up of the user, which every request makes
   */
  find(user_id: string, session?: string): Promise<User | null>;

  /** The dates of the user's recorded states, or null for an unknown user. */
  dates(user_id: string): Promise<UserDates | null>;

  /** Users in code-point order of user_id, at most `limit`. */
  list(query: UserQuery): Promise<readonly User[]>;

  /** The state for these users, without locks, for dry runs. */
  look(user_ids: readonly string[], asked?: AskedState): Promise<DirectoryState>;

  /**
   * Changes users in one transaction, in a number of statements that does not grow with the number of users.
   *
   * - Changes MUST run one after the other, across instances too: `plan` sees every change acknowledged before, and no
   *   two calls can deadlock, in any order of their users.
   * - `plan` gets the locked state and returns the records to write (whole, new or changed) and a value for the caller.
   *   It MUST be pure: it MAY be called again.
   * - All records are written or none, except those that the database itself refuses (a constraint, a text it cannot
   *   store): each of these is returned in `refused` with its problem, and the others MUST be written.
   * - Texts MUST come back byte for byte.
   * - If fields that decide access change, the user's new state MUST be recorded, and `entries` MUST be added to the
   *   audit log, except those about refused users: both in the same transaction.
   * - `deactivated` MUST be recorded in the same transaction, except those of refused users. It replaces an earlier one
   *   of the same user. A reactivation removes a user from `recent` and `unagreed`, as do 24 hours.
   *
   * @throws anything that `plan` throws; then nothing is written
   */
  change<T>(
    user_ids: readonly string[],
    plan: (state: DirectoryState) => DirectoryPlan<T>,
    asked?: AskedState,
  ): Promise<{ kept: T; refused: ReadonlyMap<string, Problem> }>;

  /**
   * One transaction around all calls of the directory that `work` gets: they see one another's changes, no other change
   * of users comes between them, and if `work` throws, nothing is written. `work` MAY be called again, and MUST NOT wait
   * for anything else of the store.
   *
   * @throws anything that `work` throws
   */
  together<T>(work: (users: UserDirectory) => Promise<T>): Promise<T>;

  /** For each given id: another known id that differs from it only by leading zeros, if there is one. */
  sameButLeadingZeros(user_ids: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /** The department master in code-point order of code. */
  departments(): Promise<readonly Department[]>;

  /**
   * Replaces the master. In the same transaction, sets `department_code` by `resolve` for every user whose department
   * is known and whose code was not given, and records the changes.
   *
   * @returns how many users' codes changed
   * @throws SenderNotAdminError if `by_user` is not an active administrator; then nothing is written
   */
  replaceDepartments(
    master: readonly Department[],
    resolve: (name: string) => DepartmentMatch,
    by_user?: string | null,
  ): Promise<number>;

  /**
   * The users whose code `replaceDepartments` would change with this `resolve`, in code-point order of user_id, for dry
   * runs. Locks and writes nothing. It MUST return exactly the users that `replaceDepartments` would count at this
   * moment, in a number of statements that does not grow with the number of users.
   */
  codeChanges(resolve: (name: string) => DepartmentMatch): Promise<readonly CodeChange[]>;

  /** The active users who are none of these, in code-point order of user_id. */
  leavers(present: readonly string[]): Promise<readonly Pick<User, "user_id" | "display_name" | "role">[]>;

  /**
   * How changes of rules affect active users with role `user`, in one state of the database. It MUST decide as
   * `decideAccess` does for each user and change, and MUST NOT bring all users into memory.
   */
  ruleEffects(changes: readonly RuleChange[], named: RuleEffectsNamed): Promise<RuleEffects>;
}
