export interface FairQueueLimits {
  /** Requests that do work at once, of all readers together. */
  readonly atOnce: number;
  /** Requests of one reader that do work at once. */
  readonly perReader: number;
  /** Requests of one reader that wait for a turn. */
  readonly waiting: number;
  /** Requests of all readers together that wait for a turn. */
  readonly waitingInAll: number;
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
 * "full": too many of the reader's requests wait. "crowded": too many of all readers. "late": its turn did not come in
 * time. "gone": the client left, so the request ends.
 */
export type TurnOutcome = "taken" | "full" | "crowded" | "late" | "gone";

interface WaitingRequest {
  readonly isRefusable: boolean;
  end(outcome: TurnOutcome): void;
}

interface Line {
  working: number;
  /** In the order in which they came. */
  readonly waiting: Set<WaitingRequest>;
}

const NO_LINE: Line = { working: 0, waiting: new Set() };

/**
 * Shares the work of one instance among its readers: a bounded number of requests does work at once, few of them of one
 * reader; the others wait, and a free place goes to the readers in turn. So the requests of one reader delay those of
 * another by one turn, however many they are (docs/decisions/0012). Every second place goes to a reader who sends one
 * request at a time, where one waits, so that it does not wait for a round of all who send many. Where too many of all
 * readers wait, the longest line gives up its newest request for that of a shorter line.
 *
 * At any time either no place is free, or no waiting request could take it.
 */
export class FairQueue {
  /** Of the readers with requests, in the order in which their next turn comes. */
  readonly #lines = new Map<string, Line>();
  /** Whether the next place is for a reader whose only request waits. */
  #isForSingles = true;
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

  /** Whether so many requests wait that a further one may be refused. */
  get isCrowded(): boolean {
    return this.#waiting >= this.limits.waitingInAll;
  }

  /** Tells why a request of this reader would be refused at this moment; null: it would work, or wait. */
  refusalOf(reader: string): "full" | "crowded" | null {
    const line = this.#lines.get(reader) ?? NO_LINE;
    if (this.#hasPlaceFor(line)) return null;
    if (line.waiting.size >= this.limits.waiting) return "full";
    return this.isCrowded && this.#longestLine().waiting.size <= line.waiting.size + 1 ? "crowded" : null;
  }

  /** @internal {@link Turn.take} */
  async take(reader: string, client: Client, isRefusable: boolean): Promise<TurnOutcome> {
    if (client.destroyed) return "gone";
    const line = this.#lines.get(reader) ?? { working: 0, waiting: new Set() };
    if (this.#hasPlaceFor(line)) {
      this.#begin(reader, line);
      return "taken";
    }
    if (isRefusable) {
      const refusal = this.refusalOf(reader);
      if (refusal !== null) return refusal;
      if (this.isCrowded) [...this.#longestLine().waiting].findLast((one) => one.isRefusable)?.end("full");
    }
    if (!this.#lines.has(reader)) this.#lines.set(reader, line);
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
        line.waiting.delete(request);
        this.#forgetIdle(reader, line);
        client.off("close", abandon);
        clearTimeout(timer);
        resolve(outcome);
      };
      const request: WaitingRequest = { isRefusable, end };
      const abandon = () => end("gone");
      const timer = isRefusable ? setTimeout(end, this.limits.waitMs, "late") : undefined;
      client.once("close", abandon);
      line.waiting.add(request);
      this.#waiting += 1;
    });
  }

  /** One place became free, so at most one request can begin. */
  #beginNext(): void {
    let next: { readonly reader: string; readonly line: Line; readonly isSingle: boolean } | null = null;
    for (const [reader, line] of this.#lines) {
      if (line.waiting.size === 0 || !this.#hasPlaceFor(line)) continue;
      const isSingle = this.#isForSingles && line.working + line.waiting.size === 1;
      if (next === null || isSingle) next = { reader, line, isSingle };
      if (isSingle || !this.#isForSingles) break;
    }
    if (next === null) return;
    this.#isForSingles = !next.isSingle;
    const [request] = next.line.waiting;
    this.#begin(next.reader, next.line);
    request?.end("taken");
  }

  #forgetIdle(reader: string, { working, waiting }: Line): void {
    if (working + waiting.size === 0) this.#lines.delete(reader);
  }

  #hasPlaceFor({ working }: Line): boolean {
    return this.#free > 0 && working < this.limits.perReader;
  }

  #longestLine(): Line {
    let longest = NO_LINE;
    for (const line of this.#lines.values()) if (line.waiting.size > longest.waiting.size) longest = line;
    return longest;
  }

  #begin(reader: string, line: Line): void {
    line.working += 1;
    this.#free -= 1;
    // Move the reader behind all others: their turns come first.
    this.#lines.delete(reader);
    this.#lines.set(reader, line);
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

  /**
   * Takes a place, at once or in turn. Unless it returns "taken", the request has none and must not go on.
   *
   * @param isRefusable false: of an answer that is half sent, which waits without a limit of number or time
   */
  async take(isRefusable = true): Promise<TurnOutcome> {
    const outcome = await this.queue.take(this.reader, this.client, isRefusable);
    this.#isTaken = outcome === "taken";
    return outcome;
  }

  /** Gives the place back, where it has one. */
  leave(): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.queue.give(this.reader);
  }
}
