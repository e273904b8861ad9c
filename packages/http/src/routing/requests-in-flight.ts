/**
 * Counts the requests that the service works on. More than it can finish soon would only wait and hold memory until all
 * of them are too late (docs/decisions/0012).
 */
export class RequestsInFlight {
  #count = 0;

  /** @param limit how many there may be at once */
  constructor(readonly limit: number) {}

  get isFull(): boolean {
    return this.#count >= this.limit;
  }

  /** Counts a request while it is worked on. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await work();
    } finally {
      this.#count -= 1;
    }
  }

  /**
   * Leaves a request out of the count while it waits, for a slow client for one: a client that holds many connections
   * open must not take the places of other requests.
   *
   * @returns "full" where other requests took its place in the meantime
   */
  async outside<T>(wait: () => Promise<T>): Promise<T | "full"> {
    this.#count -= 1;
    try {
      const outcome = await wait();
      return this.isFull ? "full" : outcome;
    } finally {
      this.#count += 1;
    }
  }
}
