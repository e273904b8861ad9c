import type { ErrorCode } from "../errors.js";
import type { AuditEntry } from "../ports/audit-log.js";

const MINUTE_MS = 60_000;
/** How many sums one minute may have. What comes on top is summed by reason alone, so that nobody fills the database. */
const SUMS_MAX = 100;

interface Sum {
  /** Milliseconds since 1970. */
  readonly minute: number;
  readonly reason: ErrorCode;
  /** null: of several addresses. */
  readonly address: string | null;
  readonly user_id: string | null;
  count: number;
}

/** A sign-in as it is recorded. */
export function signInEntry(user_id: string, address: string): AuditEntry {
  return { kind: "sign-in", by_user: user_id, user_id, document_id: null, details: { address } };
}

/** Refused sign-ins, summed by minute, reason, address and, where a right signature vouches for it, person. */
export class RefusedSignIns {
  #sums = new Map<string, Sum>();

  /** @param now milliseconds since 1970 */
  add(reason: ErrorCode, address: string, user_id: string | null, now: number): void {
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    const key = keyOf({ minute, reason, address, user_id });
    const others = { minute, reason, address: null, user_id: null };
    const full = this.#sums.size >= SUMS_MAX && !this.#sums.has(key);
    this.#count(full ? others : { minute, reason, address, user_id });
  }

  /** Takes out what was summed in minutes that are over. */
  takeEnded(now: number): AuditEntry[] {
    return this.#take(({ minute }) => now < minute || now >= minute + MINUTE_MS);
  }

  takeAll(): AuditEntry[] {
    return this.#take(() => true);
  }

  get size(): number {
    return this.#sums.size;
  }

  #count(sum: Omit<Sum, "count">): void {
    const key = keyOf(sum);
    const known = this.#sums.get(key);
    if (known) known.count += 1;
    else this.#sums.set(key, { ...sum, count: 1 });
  }

  #take(isDue: (sum: Sum) => boolean): AuditEntry[] {
    const due = [...this.#sums].filter(([, sum]) => isDue(sum));
    for (const [key] of due) this.#sums.delete(key);
    return due.map(([, sum]) => refusedEntry(sum));
  }
}

function keyOf({ minute, reason, address, user_id }: Omit<Sum, "count">): string {
  return JSON.stringify([minute, reason, address, user_id]);
}

function refusedEntry({ minute, reason, address, user_id, count }: Sum): AuditEntry {
  const details = { count, address, reason, minute: new Date(minute).toISOString() };
  return { kind: "sign-in-refused", by_user: null, user_id, document_id: null, details };
}
