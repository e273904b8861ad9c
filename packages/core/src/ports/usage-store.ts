import type { UsageKind } from "../usage/kinds.js";

/** That one user's request of a day is counted for a subject. */
export interface UsageMark {
  /** `2026-01-31`, in UTC. */
  readonly day: string;
  readonly kind: UsageKind;
  /** A word, or a document_id; never a sentence. */
  readonly subject: string;
  /** 32 hexadecimal digits of a keyed hash, which differs between days and subjects. */
  readonly user_hash: string;
}

/** A subject with which enough users met on one day. */
export interface UsageEntry {
  readonly kind: UsageKind;
  readonly subject: string;
  /** The most users of one day. Users of several days cannot be added: they may be the same. */
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

/** Keeps marks of usage, without users. */
export interface UsageStore {
  /** Adds marks; a mark that is there already stays one. */
  add(marks: readonly UsageMark[]): Promise<void>;

  /**
   * The subjects that at least `users_min` different hashes have on one of the days; the most users first, then the most
   * days, then in code-point order; at most `limit` of each kind. Days with fewer users MUST NOT count in anything.
   */
  report(days: UsageDays, users_min: number, limit: number): Promise<readonly UsageEntry[]>;

  /** Deletes marks of days before `before`. @returns how many, at most `limit` */
  forget(before: string, limit: number): Promise<number>;
}
