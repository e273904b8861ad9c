import type { UsageKind } from "./kinds.js";

/** That one user's request of a day is counted for a subject. */
export interface UsageMark {
  /** `2026-01-31`, in UTC. */
  readonly day: string;
  readonly kind: UsageKind;
  /** A word, or a document_id; never a sentence. `ANY_SUBJECT` counts the user alone. */
  readonly subject: string;
  /** 32 hexadecimal digits of a keyed hash, which differs between days and subjects. */
  readonly user_hash: string;
}

/** A subject with which enough users met on one day. */
export interface UsageEntry {
  readonly kind: UsageKind;
  readonly subject: string;
  /** The most users of one day, less where too few others are of that day. Users of several days cannot be added: they may be the same. */
  readonly users: number;
  /** How many days had enough users. */
  readonly days: number;
}

export interface UsageDays {
  /** The first day: `2026-01-31`. */
  readonly from: string;
  /** The day after the last one. */
  readonly before: string;
}

/** How many users of one day and kind have to be there. */
export interface LeastUsers {
  /** Who share the subject. */
  readonly users: number;
  /** Beside those who are reported. */
  readonly others: Readonly<Record<UsageKind, number>>;
}

/** Keeps marks of usage, without users. */
export interface UsageStore {
  /** Adds marks; a mark that is there already stays one. */
  add(marks: readonly UsageMark[]): Promise<void>;

  /**
   * The subjects that at least `users` different hashes have on one of the days; the most users first, then the most days,
   * then in code-point order; at most `limit` of each kind. Days with fewer users MUST NOT count in anything. Of the users
   * of a day and kind, as `ANY_SUBJECT` counts them, all but `others` MUST be the most that are reported.
   */
  report(days: UsageDays, least: LeastUsers, limit: number): Promise<readonly UsageEntry[]>;

  /** Deletes marks of days before `before`. @returns how many, at most `limit` */
  forget(before: string, limit: number): Promise<number>;
}
