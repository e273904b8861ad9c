import type { Reader } from "../access/audience.js";
import type { Problem } from "../problems.js";
import type { DepartmentMatch } from "../users/department-lookup.js";
import type { Standing } from "../users/import-effects.js";
import type { Department, User } from "../users/user.js";
import type { AuditEntry } from "./audit-log.js";
import type { HeldJob } from "./job-queue.js";

/** What a change to the directory is planned from: the state inside the transaction that will write it. */
export interface DirectoryState {
  /** The users among those asked for that exist, by user_id. */
  readonly existing: ReadonlyMap<string, User>;
  /** The whole department master. */
  readonly departments: readonly Department[];
  /** user_ids of all active admins. */
  readonly active_admins: readonly string[];
  /** null: was not asked for. Counting takes longer than the rest. */
  readonly deactivations: Deactivations | null;
  /** Those of the keys asked for that some user has as department code or as group. */
  readonly known_keys: ReadonlySet<string>;
}

/** What is asked of a {@link DirectoryState} beside the users. */
export interface AskedState {
  /** true: the deactivations. */
  readonly deactivations?: boolean;
  /** Department codes and groups that may be new. */
  readonly keys?: readonly string[];
}

/** Deactivations of the last 24 hours, by the store's clock: the one that the audit log has its times from. */
export interface Deactivations {
  /** How many users with role `user` are active. */
  readonly active: number;
  /** How many users were deactivated while their role was `user` and are inactive still. */
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

/** What is planned from a {@link DirectoryState}. */
export interface DirectoryPlan<Kept> {
  /** The records to write, whole, new or changed. */
  readonly records: readonly User[];
  readonly kept: Kept;
  readonly entries?: readonly AuditEntry[];
  readonly deactivated?: readonly RecordedDeactivation[];
}

export interface ChangeOptions<Kept> extends AskedState {
  readonly step?: ChangeStep<Kept> | undefined;
}

export interface UserQuery {
  /** Part of a user_id or display_name, compared without regard to case or width; absent: everybody. */
  readonly query?: string;
  /** true: only those whose department_code is null. */
  readonly without_department_code?: boolean;
  readonly limit: number;
  /** Answer only users whose user_id comes after this one in code-point order. */
  readonly after?: string;
}

/** An active person with role `user`, as a rule sees them and as a page shows them. */
export type ActiveReader = Reader & Pick<User, "display_name">;

/** How far a job is. */
export interface Reached {
  /** 0 to 1. */
  readonly progress: number;
  readonly report: object;
}

/** How far a job is with a change, for {@link UserDirectory.change} to write both together. */
export interface ChangeStep<Kept> {
  readonly job: HeldJob;
  /** MUST be pure: it MAY be called again. */
  readonly after: (kept: Kept, refused: ReadonlyMap<string, Problem>) => Reached;
}

/** Somebody as they stand now, and the department code that another master would give them; null: none. */
export interface CodeChange {
  readonly user: Standing;
  readonly code: string | null;
}

/** The service's copy of the portal's people, and the department master. */
export interface UserDirectory {
  /** The record as of now, or null. Ids are compared exactly. MUST NOT answer from a cache. */
  find(user_id: string): Promise<User | null>;

  /** Users in code-point order of user_id, at most `limit`. */
  list(query: UserQuery): Promise<readonly User[]>;

  /** The state for these users without locking anything: for dry runs. */
  look(user_ids: readonly string[], asked?: AskedState): Promise<DirectoryState>;

  /**
   * Changes users in one transaction, in a number of statements that does not grow with the number of users.
   *
   * - Changes MUST run one after the other, across instances too: `plan` sees every change acknowledged before, and no
   *   two calls can deadlock, in whatever order their users stand.
   * - `plan` is called with the locked state and answers the records to write (whole, new or changed) and whatever the
   *   caller wants to keep. It MUST be pure: it MAY be called again.
   * - All records are written or none, save those that the database itself refuses (a constraint, a text it cannot
   *   store): each of these is answered in `refused` with its problem, and the others MUST be written.
   * - Texts MUST come back byte for byte.
   * - What decides what a person may read MUST be recorded as their state from now on where it changed, and `entries`
   *   MUST be added to the audit record, save those about refused users: both in the same transaction.
   * - `deactivated` MUST be recorded in the same transaction, save refused users. One of the same user replaces the one
   *   before. A reactivation takes a user out of `recent` and `unagreed`, as 24 hours do.
   * - Where the change is a `step` of a job, how far the job is then MUST be written in the same transaction, so that
   *   nobody who takes the job over makes the change again, and is answered in `reached`; it is null without a step.
   *
   * @throws JobLostError where another worker holds the step's job by now, and whatever `plan` throws; nothing is
   *   written then
   */
  change<T>(
    user_ids: readonly string[],
    plan: (state: DirectoryState) => DirectoryPlan<T>,
    options?: ChangeOptions<T>,
  ): Promise<{ kept: T; refused: ReadonlyMap<string, Problem>; reached: Reached | null }>;

  /** user_ids of all active users with role `user`, in code-point order. */
  activeOrdinaryUsers(): Promise<readonly string[]>;

  /** For each given id: another known id that differs from it only by leading zeros, where there is one. */
  sameButLeadingZeros(user_ids: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /** The department master in code-point order of code. */
  departments(): Promise<readonly Department[]>;

  /**
   * Replaces the master and, in the same transaction, sets `department_code` anew for every user whose code is not a
   * given one and whose department is known, by `resolve`, and records it.
   *
   * @returns how many users' codes changed
   * @throws SenderNotAdminError where `by_user` is not an active administrator; nothing is written then
   */
  replaceDepartments(
    master: readonly Department[],
    resolve: (name: string) => DepartmentMatch,
    by_user?: string | null,
  ): Promise<number>;

  /**
   * Whose code `replaceDepartments` would change with this `resolve`, in code-point order of user_id, without locking or
   * writing anything: for dry runs. It MUST name exactly those whom `replaceDepartments` counts as long as nobody else
   * changes the directory, in a number of statements that does not grow with the number of users.
   */
  codeChanges(resolve: (name: string) => DepartmentMatch): Promise<readonly CodeChange[]>;

  /** Everybody who is active and has the role `user`, in code-point order of user_id: whom rules are about. */
  activeReaders(): Promise<readonly ActiveReader[]>;
}
