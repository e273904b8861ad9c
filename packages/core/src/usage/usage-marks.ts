import { createHmac } from "node:crypto";
import { dayOf } from "../day.js";
import { ANY_SUBJECT, type UsageKind } from "./kinds.js";
import type { UsageMark } from "./usage-store.js";

/** One user and what that user's request is counted for. */
export interface UsageEvent {
  readonly user_id: string;
  readonly kind: UsageKind;
  /** Words or a document_id. */
  readonly subjects: readonly string[];
}

/** How many different marks one day of one instance may have. What exceeds it is not counted. */
const MARKS_MAX = 20_000;
/** How many of them one user may have, so that no user takes the place of the others. */
const MARKS_OF_USER_MAX = 500;

/**
 * Turns requests into marks, each once a day. A mark's hash is of the day, the subject and the user together, under a
 * key of that day: marks of one user have nothing in common, neither on two days nor for two words of one question.
 */
export class UsageMarks {
  #day = "";
  #key: Uint8Array = new Uint8Array();
  readonly #seen = new Set<string>();
  /** The number of marks of each user of the day, by a hash: no user_id is kept. */
  readonly #marksOf = new Map<string, number>();
  #waiting: UsageMark[] = [];

  /** @param keyOf the key of a day, see `usageKey` */
  constructor(private readonly keyOf: (day: string) => Uint8Array) {}

  /** @param now milliseconds since 1970 */
  add({ user_id, kind, subjects }: UsageEvent, now: number): void {
    this.#begin(dayOf(now));
    const user = this.#hashOf([user_id]);
    for (const subject of [ANY_SUBJECT, ...subjects]) {
      const user_hash = this.#hashOf([kind, subject, user_id]);
      const marks = this.#marksOf.get(user) ?? 0;
      if (this.#seen.has(user_hash) || this.#seen.size >= MARKS_MAX || marks >= MARKS_OF_USER_MAX) continue;
      this.#seen.add(user_hash);
      this.#marksOf.set(user, marks + 1);
      this.#waiting.push({ day: this.#day, kind, subject, user_hash });
    }
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Removes and returns the marks that wait, in an order that says nothing about who asked what together. */
  take(): UsageMark[] {
    const taken = this.#waiting.sort((a, b) => (a.user_hash < b.user_hash ? -1 : 1));
    this.#waiting = [];
    return taken;
  }

  #begin(day: string): void {
    if (day === this.#day) return;
    this.#day = day;
    this.#key = this.keyOf(day);
    this.#seen.clear();
    this.#marksOf.clear();
  }

  #hashOf(parts: readonly string[]): string {
    return createHmac("sha256", this.#key).update(JSON.stringify(parts)).digest("hex").slice(0, 32);
  }
}
