export interface FairQueueLimits {
  /** Requests that do work at once, of all readers together. */
  readonly atOnce: number;
  /** Requests of one reader that do work at once. */
  readonly perReader: number;
  /** Requests of one reader that wait for a turn. */
  readonly waiting: number;
  /** How long a request waits, in milliseconds: after that its sender has given up. */
  readonly waitMs: number;
}

/** The receiver of an answer: a ServerResponse. */
export interface Client {
  readonly destroyed: boolean;
  once(event: "close", listener: () => void): unknown;
  off(event: "close", listener: () => void): unknown;
}

/**
 * "full": too many of the reader's requests wait. "late": its turn did not come in time. "gone": the client left, so the
 * request ends.
 */
export type TurnOutcome = "taken" | "full" | "late" | "gone";

interface Line {
  working: number;
  /** Starts the requests that wait, in the order in which they came. */
  readonly waiting: Set<() => void>;
}

/**
 * Shares the work of one instance among its readers: a bounded number of requests does work at once, few of them of one
 * reader; the others wait, and a free place goes to the readers in turn. So the requests of one reader delay those of
 * another by one turn, however many they are (docs/decisions/0012).
 *
 * At any time either no place is free, or no waiting request could take it.
 */
export class FairQueue {
  /** In the order in which their next turn comes. A reader without requests has no line. */
  readonly #lines = new Map<string, Line>();
  #free: number;
  #waiting = 0;

  constructor(private readonly limits: FairQueueLimits) {
    this.#free = limits.atOnce;
  }

  /** How many requests wait for a turn. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The turns of one request. @param client of the request; when it goes, a wait for a turn ends */
  turnOf(reader: string, client: Client): Turn {
    return new Turn(this, reader, client);
  }

  /** @internal {@link Turn.take} */
  async take(reader: string, client: Client, isRefusable: boolean): Promise<TurnOutcome> {
    if (client.destroyed) return "gone";
    const line = this.#lines.get(reader) ?? { working: 0, waiting: new Set() };
    if (this.#free > 0 && line.working < this.limits.perReader) {
      this.#begin(reader, line);
      return "taken";
    }
    if (isRefusable && line.waiting.size >= this.limits.waiting) return "full";
    this.#lines.set(reader, line);
    return this.#wait(reader, line, client, isRefusable);
  }

  /** @internal {@link Turn.leave} */
  give(reader: string): void {
    const line = this.#lines.get(reader) as Line;
    line.working -= 1;
    this.#free += 1;
    this.#forgetIdle(reader, line);
    this.#beginNext();
  }

  #wait(reader: string, line: Line, client: Client, isRefusable: boolean): Promise<TurnOutcome> {
    return new Promise((resolve) => {
      const end = (outcome: TurnOutcome) => {
        this.#waiting -= 1;
        line.waiting.delete(start);
        this.#forgetIdle(reader, line);
        client.off("close", abandon);
        clearTimeout(timer);
        resolve(outcome);
      };
      const start = () => end("taken");
      const abandon = () => end("gone");
      const timer = isRefusable ? setTimeout(end, this.limits.waitMs, "late") : undefined;
      client.once("close", abandon);
      line.waiting.add(start);
      this.#waiting += 1;
    });
  }

  /** One place became free, so at most one request can begin. */
  #beginNext(): void {
    for (const [reader, line] of this.#lines) {
      const [start] = line.waiting;
      if (start === undefined || line.working >= this.limits.perReader) continue;
      this.#begin(reader, line);
      start();
      return;
    }
  }

  #begin(reader: string, line: Line): void {
    line.working += 1;
    this.#free -= 1;
    // Move the reader behind all others: their turns come first.
    this.#lines.delete(reader);
    this.#lines.set(reader, line);
  }

  #forgetIdle(reader: string, line: Line): void {
    if (line.working === 0 && line.waiting.size === 0) this.#lines.delete(reader);
  }
}

/**
 * One request's place among the requests that work. The request leaves it while it waits for a slow client or a job, and
 * takes one again in turn. A request that waits holds no place, so two cannot wait for each other.
 */
export class Turn {
  #isTaken = false;

  constructor(
    private readonly queue: FairQueue,
    private readonly reader: string,
    private readonly client: Client,
  ) {}

  /** Takes a place, at once or in turn. Unless it returns "taken", the request has none and must not go on. */
  take(): Promise<TurnOutcome> {
    return this.#take(true);
  }

  /** For an answer that is half sent and cannot be refused any more: waits without a limit of number or time. */
  takeAgain(): Promise<TurnOutcome> {
    return this.#take(false);
  }

  /** Gives the place back, where it has one. */
  leave(): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.queue.give(this.reader);
  }

  async #take(isRefusable: boolean): Promise<TurnOutcome> {
    const outcome = await this.queue.take(this.reader, this.client, isRefusable);
    this.#isTaken = outcome === "taken";
    return outcome;
  }
}
