import type { Refusal } from "@retrieval/core/errors";
import { refuse } from "@retrieval/core/errors";
import { type ClientRateLimitInfo, ipKeyGenerator, MemoryStore } from "express-rate-limit";
import type { Answer } from "../answers/answer.js";
import { refusalAnswer } from "../answers/error-answers.js";

export const HIT_WINDOW_MS = 60_000;

/** The hits of one limit, by key, in windows of a minute. */
export interface HitStore {
  increment(key: string): Promise<ClientRateLimitInfo>;
  /** Forgets what is counted in this process. */
  resetAll(): Promise<void>;
  shutdown(): void;
}

/**
 * The hits of one limit, counted in this process, one after the other: the library returns its own object for a key,
 * which the next hit changes, so several hits at once would all see the count of the last.
 */
export class OwnHits extends MemoryStore implements HitStore {
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    super();
    // The store wants the options of the library's own middleware, and reads this one.
    this.init({ windowMs: HIT_WINDOW_MS } as Parameters<MemoryStore["init"]>[0]);
  }

  override increment(key: string): Promise<ClientRateLimitInfo> {
    const counted = this.#last.then(async () => ({ ...(await super.increment(key)) }));
    this.#last = counted;
    return counted;
  }
}

/** Counts hits in windows of a minute. */
export class HitCounter {
  constructor(
    /** Hits a minute that are allowed. */
    readonly limit: number,
    private readonly clock: { now(): number },
    private readonly store: HitStore = new OwnHits(),
  ) {}

  /** Counts one hit. @returns null while within the limit, else the answer that says how long to wait */
  async hit(key: string): Promise<Answer | null> {
    const { totalHits, resetTime } = await this.store.increment(key);
    if (totalHits <= this.limit) return null;
    const seconds = secondsUntil(resetTime?.getTime() ?? 0, this.clock.now());
    return refusalAnswer(tooMany(seconds), { "Retry-After": String(seconds) });
  }

  /** Forgets what is counted in this process. After a clock was set back, its windows would end much too late. */
  reset(): Promise<void> {
    return this.store.resetAll();
  }

  stop(): void {
    this.store.shutdown();
  }
}

/** At least a second and at most a window, because the store's clock may differ from ours. */
function secondsUntil(reset: number, now: number): number {
  return Math.min(Math.max(1, Math.ceil((reset - now) / 1000)), HIT_WINDOW_MS / 1000);
}

function tooMany(seconds: number): Refusal {
  return refuse("RATE_LIMITED", { code: "requests.too_many", seconds });
}

/** An address as a key: IPv6 by its /56, because one household or host owns that many. */
export function addressKey(ip: string | undefined): string {
  return ip === undefined ? "unknown" : ipKeyGenerator(ip);
}
