import { OwnHits } from "@retrieval/http";
import type { ClientRateLimitInfo, Options, Store } from "express-rate-limit";
import { type RedisReply, RedisStore } from "rate-limit-redis";

interface SharedDoors {
  /** Whether Redis is available. */
  readonly isThere: () => boolean;
  readonly send: (command: string[]) => Promise<RedisReply>;
  readonly onFailure: (error: Error) => void;
}

/**
 * The hits of one limit, counted in Redis while it answers, else here. Never fails: a limit must not stop a request.
 */
export class SharedStore implements Store {
  readonly #shared: RedisStore;
  readonly #own = new OwnHits();
  #options: Options | undefined;

  constructor(
    readonly prefix: string,
    private readonly doors: SharedDoors,
  ) {
    this.#shared = new RedisStore({ prefix, sendCommand: (...command: string[]) => doors.send(command) });
  }

  init(options: Options): void {
    this.#options = options;
    this.#own.init(options);
  }

  /** Runs before the first count, and after Redis was away: a restarted server has lost our scripts. */
  async begin(): Promise<void> {
    if (this.#options) await this.#shared.init(this.#options);
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    if (this.doors.isThere()) {
      try {
        const counted = await this.#shared.increment(key);
        if (!this.#outlastsItsWindow(counted)) return counted;
        await this.#shared.resetKey(key);
        return await this.#shared.increment(key);
      } catch (error) {
        this.doors.onFailure(error as Error);
      }
    }
    return this.#own.increment(key);
  }

  /**
   * The clock of Redis was set back, which would block callers for that long. The library adds the rest of a window to
   * Date.now(), so only Date.now(), and not the service's own clock, can be subtracted again.
   */
  #outlastsItsWindow({ resetTime }: ClientRateLimitInfo): boolean {
    const { windowMs = Infinity } = this.#options ?? {};
    return (resetTime?.getTime() ?? 0) - Date.now() > 2 * windowMs;
  }

  async decrement(key: string): Promise<void> {
    await (this.doors.isThere() ? this.#shared : this.#own).decrement(key);
  }

  async resetKey(key: string): Promise<void> {
    await (this.doors.isThere() ? this.#shared : this.#own).resetKey(key);
  }

  /** Counted locally; Redis has its own clock. */
  async resetAll(): Promise<void> {
    await this.#own.resetAll();
  }

  shutdown(): void {
    this.#own.shutdown();
  }
}
