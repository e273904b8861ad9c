import type { ErrorCode } from "../errors.js";
import type { AuditEntry } from "../ports/audit-log.js";

const MINUTE_MS = 60_000;
/** The most sums of a group in one minute. Further calls are summed by reason, so that no caller fills the database. */
const SUMS_MAX = 100;

/** A refused call, with the fields by which it is summed. */
export interface RefusedCall extends Pick<AuditEntry, "by_user" | "user_id"> {
  readonly kind: "sign-in-refused" | "management-refused";
  readonly reason: ErrorCode;
  /** null: several addresses. */
  readonly address: string | null;
  /** Method and path of a management call; null: several calls. */
  readonly call?: string | null;
}

interface Sum {
  /** Milliseconds since 1970. */
  readonly minute: number;
  readonly refused: RefusedCall;
  count: number;
}

/**
 * Sums refused calls to audit entries: like calls of one minute are one entry. Known users and unknown callers have
 * separate limits, so that a flood from unknown callers does not hide what a known user tried.
 */
export class SummedRefusals {
  readonly #groups = new Map<string, Map<string, Sum>>();

  /** @param now milliseconds since 1970 */
  add(refused: RefusedCall, now: number): void {
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    const group = this.#groupOf(refused);
    const full = group.size >= SUMS_MAX && !group.has(keyOf(minute, refused));
    const summed = full ? withoutCaller(refused) : refused;
    const key = keyOf(minute, summed);
    const known = group.get(key);
    if (known) known.count += 1;
    else group.set(key, { minute, refused: summed, count: 1 });
  }

  /** Removes and returns the sums of minutes that are over. */
  takeEnded(now: number): AuditEntry[] {
    return this.#take(({ minute }) => now < minute || now >= minute + MINUTE_MS);
  }

  takeAll(): AuditEntry[] {
    return this.#take(() => true);
  }

  get size(): number {
    return [...this.#groups.values()].reduce((size, group) => size + group.size, 0);
  }

  #groupOf({ kind, by_user, user_id }: RefusedCall): Map<string, Sum> {
    const name = `${kind} ${by_user === null && user_id === null ? "unknown" : "known"}`;
    const group = this.#groups.get(name) ?? new Map<string, Sum>();
    this.#groups.set(name, group);
    return group;
  }

  #take(isDue: (sum: Sum) => boolean): AuditEntry[] {
    return [...this.#groups.values()].flatMap((group) => {
      const due = [...group].filter(([, sum]) => isDue(sum));
      for (const [key] of due) group.delete(key);
      return due.map(([, sum]) => entryOf(sum));
    });
  }
}

function keyOf(minute: number, { kind, reason, address, by_user, user_id, call }: RefusedCall): string {
  return JSON.stringify([minute, kind, reason, address, by_user, user_id, call]);
}

function withoutCaller({ kind, reason, call }: RefusedCall): RefusedCall {
  return { kind, reason, address: null, by_user: null, user_id: null, ...(call === undefined ? {} : { call: null }) };
}

function entryOf({ minute, refused, count }: Sum): AuditEntry {
  const { kind, by_user, user_id, ...rest } = refused;
  const details = { count, ...rest, minute: new Date(minute).toISOString() };
  return { kind, by_user, user_id, document_id: null, details };
}
