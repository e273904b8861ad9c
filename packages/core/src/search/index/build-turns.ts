/**
 * Lets instances build their indexes one after the other, so that the others go on answering, and the later ones find
 * what the first had to make.
 */
export interface BuildTurns {
  /**
   * Waits until no other instance has the turn, for a bounded time: then the build goes ahead without it. An instance
   * that ends or stops MUST NOT keep the turn.
   *
   * @param stopping ends the wait
   * @returns gives the turn back; does not throw
   */
  take(stopping: AbortSignal): Promise<() => Promise<void>>;
}
