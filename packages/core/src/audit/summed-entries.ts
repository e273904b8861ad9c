import type { ErrorCode } from "../errors.js";
import type { AuditEntry, EntryOf } from "./audit-log.js";
import type { OwnActKind } from "./own-acts.js";

const PERIODS = { minute: 60_000, hour: 3_600_000 } as const;
type Period = keyof typeof PERIODS;
/** The most sums of a group in one period. Further calls are summed by reason, so that no caller fills the database. */
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

/** What a user does so often that it is summed. */
interface FrequentAct extends Pick<AuditEntry, "by_user" | "user_id"> {
  readonly kind: Exclude<OwnActKind, "token-created">;
}

type Summed = RefusedCall | FrequentAct;

interface Sum {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly period: Period;
  readonly summed: Summed;
  count: number;
}

/**
 * Sums calls to audit entries: like refused calls of one minute are one entry, and so are a user's frequent acts of one
 * hour. Known users and unknown callers have separate limits, so that a flood from unknown callers does not hide what a
 * known user tried.
 */
export class SummedEntries {
  readonly #groups = new Map<string, Map<string, Sum>>();

  /** @param now milliseconds since 1970 */
  add(call: Summed, now: number): void {
    const period = "reason" in call ? "minute" : "hour";
    const from = Math.floor(now / PERIODS[period]) * PERIODS[period];
    const group = this.#groupOf(call);
    const full = group.size >= SUMS_MAX && !group.has(keyOf(from, call));
    const summed = full ? withoutCaller(call) : call;
    const key = keyOf(from, summed);
    const known = group.get(key);
    if (known) known.count += 1;
    else group.set(key, { from, period, summed, count: 1 });
  }

  /** Removes and returns the sums of periods that are over. */
  takeEnded(now: number): AuditEntry[] {
    return this.#take(({ from, period }) => now < from || now >= from + PERIODS[period]);
  }

  takeAll(): AuditEntry[] {
    return this.#take(() => true);
  }

  get size(): number {
    return [...this.#groups.values()].reduce((size, group) => size + group.size, 0);
  }

  #groupOf({ kind, by_user, user_id }: Summed): Map<string, Sum> {
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

/** The callers write the fields in one order. */
const keyOf = (from: number, summed: Summed) => JSON.stringify([from, summed]);

function withoutCaller(summed: Summed): Summed {
  const nobody = { by_user: null, user_id: null };
  if (!("reason" in summed)) return { kind: summed.kind, ...nobody };
  const { kind, reason, call } = summed;
  return { kind, reason, address: null, ...nobody, ...(call === undefined ? {} : { call: null }) };
}

function entryOf({ from, period, summed, count }: Sum): AuditEntry {
  const { kind, by_user, user_id, ...rest } = summed;
  const details = { count, ...rest, [period]: new Date(from).toISOString() };
  // TypeScript cannot put together what it took apart.
  return { kind, by_user, user_id, document_id: null, details } as EntryOf<Summed["kind"]>;
}
