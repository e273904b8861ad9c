import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { HIT_WINDOW_MS, type HitStore, OwnHits } from "@retrieval/http";
import type { Logger } from "pino";
import type { createClient as CreateClient } from "redis";

/** How long one count may take, in milliseconds. Longer waiting would cost more than the limit is worth. */
const ANSWER_WITHIN = 250;
const CONNECT_WITHIN = 2_000;
/** The pause between two attempts to connect, or two checks that Redis answers again, in milliseconds. */
const LOOK_EVERY = 500;

/**
 * Counts one hit, and returns how long its window still lasts. A window that lasts longer than it may was begun before
 * the clock of Redis was set back.
 */
const COUNT = `
local hits, left = redis.call("INCR", KEYS[1]), redis.call("PTTL", KEYS[1])
if left < 0 or left > ${HIT_WINDOW_MS} then
  hits, left = 1, ${HIT_WINDOW_MS}
  redis.call("SET", KEYS[1], hits, "PX", left)
end
return { hits, left }`;

const countAt = (key: string) => ["EVAL", COUNT, "1", key];

/** Asks Redis for what counting needs: a user with few rights, a replica and a full server answer PING too. */
export const LOOK = countAt("retrieval:look");

/**
 * Rate limits that all instances count together, in Redis (REDIS_URL). While Redis is away each instance counts for
 * itself: requests continue, and the log says once that it is away and once that it is back.
 */
export class SharedHits {
  readonly #client: ReturnType<typeof CreateClient>;
  readonly #looking: NodeJS.Timeout;
  /** null before the first answer. */
  #isThere: boolean | null = null;

  /**
   * Connects in the background: a service starts without its Redis too.
   * @param answerWithin how long one count may take, in milliseconds
   */
  constructor(
    url: string,
    private readonly logger: Pick<Logger, "info" | "warn">,
    private readonly answerWithin = ANSWER_WITHIN,
  ) {
    // Loaded here, because most services have no Redis and loading takes a fifth of a second.
    const { createClient } = createRequire(import.meta.url)("redis") as { createClient: typeof CreateClient };
    this.#client = createClient({
      url,
      // Do not queue a count that cannot be sent now.
      disableOfflineQueue: true,
      socket: { connectTimeout: CONNECT_WITHIN, reconnectStrategy: () => LOOK_EVERY },
    });
    // Each failed attempt to connect is an error; without a listener it would end the process.
    this.#client.on("error", (error: Error) => this.#away(error));
    void this.#client.connect().catch(() => undefined);
    // A server that hangs keeps its connection, and no event announces its return.
    this.#looking = setInterval(() => void this.#lookForIt(), LOOK_EVERY).unref();
  }

  /** Whether all instances count together now. */
  get isThere(): boolean {
    return this.#isThere === true;
  }

  /** @param prefix of its keys, so that different limits count separately */
  store(prefix: string): HitStore {
    const own = new OwnHits();
    return {
      increment: async (key) => (this.isThere ? await this.#count(prefix + key) : null) ?? own.increment(key),
      // Redis has its own clock.
      resetAll: () => own.resetAll(),
      shutdown: () => own.shutdown(),
    };
  }

  stop(): void {
    clearInterval(this.#looking);
    this.#client.destroy();
  }

  async #lookForIt(): Promise<void> {
    if (this.#isThere === true || !this.#client.isReady) return;
    try {
      await this.#send(LOOK);
    } catch (error) {
      return this.#away(error as Error);
    }
    if (this.#isThere) return;
    this.#isThere = true;
    this.logger.info("rate limits are counted in Redis, by all instances together");
  }

  /** @returns null where Redis does not answer: a limit must not stop a request */
  async #count(key: string) {
    try {
      const [totalHits, left] = await this.#send(countAt(key));
      return { totalHits, resetTime: new Date(Date.now() + left) };
    } catch (error) {
      this.#away(error as Error);
      return null;
    }
  }

  #away(error: Error): void {
    if (this.#isThere !== false) {
      const reason = error.message || (error as NodeJS.ErrnoException).code || error.name;
      this.logger.warn({ reason }, "Redis is away: until it is back, each instance counts rate limits for itself");
    }
    this.#isThere = false;
  }

  async #send(count: string[]): Promise<[number, number]> {
    const answered = new AbortController();
    const counting = this.#client.sendCommand<[number, number]>(count);
    try {
      return await Promise.race([counting, late(this.answerWithin, answered.signal)]);
    } finally {
      answered.abort();
    }
  }
}

/** Waits in two halves: if this process itself was stopped for a while, only one of them is lost. */
async function late(milliseconds: number, answered: AbortSignal): Promise<never> {
  for (let half = 0; half < 2; half += 1) await sleep(milliseconds / 2, undefined, { signal: answered });
  throw new Error(`no answer within ${milliseconds} ms`);
}
