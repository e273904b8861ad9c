import { UnavailableError } from "@retrieval/core/errors";
import {
  type AuditEntry,
  type AuditIntake,
  type AuditLog,
  type Clock,
  type OwnActKind,
  OwnActs,
  type OwnEntry,
  type RefusedCall,
  SummedEntries,
} from "@retrieval/core/ports";
import type { Timer } from "@retrieval/http";
import type { Logger } from "pino";
import { systemTimer } from "../clock/system-timer.js";
import { within } from "../process/within.js";

/** The longest delay before an entry is written, and the pause while the database is away, in milliseconds. */
const WRITE_EVERY = 1_000;
/** The most entries that wait while the database is away; the oldest are dropped first. */
const WAITING_MAX = 10_000;
/** How long the last write may take when the service stops, in milliseconds. */
const LAST_WRITE_WITHIN = 3_000;

const AUDIT_LOST = "audit entries could not be written and are lost";

export interface BufferedAuditDeps {
  readonly audit: Pick<AuditLog, "record">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timer?: Timer;
}

/**
 * Writes sign-ins and answers in groups, so that none needs its own commit, and sums when their time is over: refused
 * calls, and what a user does too often.
 */
export class BufferedAudit implements AuditIntake {
  readonly #sums = new SummedEntries();
  readonly #acts = new OwnActs();
  #waiting: AuditEntry[] = [];
  #inFlight: readonly AuditEntry[] = [];
  #writing: Promise<void> = Promise.resolve();
  /** Lost entries: those not logged yet, and all since the start. */
  #lost = 0;
  #lostInAll = 0;
  #away = false;
  #stopped = false;
  #cancel: (() => void) | null = null;

  constructor(private readonly deps: BufferedAuditDeps) {}

  add(entry: OwnEntry): void {
    const { kind, by_user } = entry;
    if (kind === "sign-in") this.#add(entry);
    else if (this.hasRoom(kind, by_user)) {
      this.#add(entry);
      this.count(kind, by_user);
    } else this.#sum({ kind, by_user, user_id: entry.user_id });
  }

  hasRoom(kind: OwnActKind, user_id: string): boolean {
    return this.#acts.hasRoom(kind, user_id, this.deps.clock.now());
  }

  count(kind: OwnActKind, user_id: string): void {
    this.#acts.add(kind, user_id);
  }

  refuse(call: RefusedCall): void {
    this.#sum(call);
  }

  figures(): { readonly waiting: number; readonly lost: number } {
    return { waiting: this.#waiting.length + this.#inFlight.length + this.#sums.size, lost: this.#lostInAll };
  }

  /** Writes the waiting entries. Afterwards it writes nothing more and leaves no timer. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    await within(LAST_WRITE_WITHIN, this.#writing);
    this.#waiting.push(...this.#sums.takeAll());
    if (this.#inFlight.length === 0) await within(LAST_WRITE_WITHIN, this.#write());
    const lost = this.#lost + this.#inFlight.length + this.#waiting.length;
    if (lost > 0) this.deps.logger.error({ entries: lost }, AUDIT_LOST);
  }

  #add(entry: AuditEntry): void {
    this.#waiting.push(entry);
    this.#dropOldest();
    this.#writeSoon();
  }

  #sum(call: Parameters<SummedEntries["add"]>[0]): void {
    this.#sums.add(call, this.deps.clock.now());
    this.#writeSoon();
  }

  /** One write at a time: entries that arrive meanwhile go into the next. */
  #writeSoon(): void {
    if (this.#stopped || this.#inFlight.length > 0) return;
    const { timer = systemTimer, clock } = this.deps;
    this.#cancel ??= timer(() => {
      this.#cancel = null;
      this.#waiting.push(...this.#sums.takeEnded(clock.now()));
      this.#writing = this.#write();
    }, WRITE_EVERY);
  }

  async #write(): Promise<void> {
    this.#inFlight = this.#waiting;
    this.#waiting = [];
    try {
      if (this.#inFlight.length > 0) {
        await this.deps.audit.record(this.#inFlight);
        this.#written();
      }
    } catch (error) {
      this.#failed(error, this.#inFlight);
    }
    this.#inFlight = [];
    this.#dropOldest();
    if (this.#waiting.length > 0 || this.#sums.size > 0) this.#writeSoon();
  }

  #written(): void {
    if (this.#lost > 0) this.deps.logger.error({ entries: this.#lost }, AUDIT_LOST);
    if (this.#away) this.deps.logger.info("audit entries are written again");
    this.#away = false;
    this.#lost = 0;
  }

  #failed(error: unknown, entries: readonly AuditEntry[]): void {
    const { logger } = this.deps;
    if (!(error instanceof UnavailableError)) {
      // It would fail again and hold up all later entries.
      this.#lostInAll += entries.length;
      logger.error({ err: error, entries: entries.length }, AUDIT_LOST);
      return;
    }
    if (!this.#away) logger.warn({ reason: error.message }, "audit entries cannot be written; they wait");
    this.#away = true;
    this.#waiting = entries.concat(this.#waiting);
  }

  #dropOldest(): void {
    const over = this.#waiting.length - WAITING_MAX;
    if (over <= 0) return;
    this.#waiting.splice(0, over);
    this.#lost += over;
    this.#lostInAll += over;
  }
}
