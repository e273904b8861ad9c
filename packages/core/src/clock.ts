/** The time as an argument: core never reads the machine's clock. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. MAY jump in either direction. */
  now(): number;
}

/** UNIX time in whole seconds, as signed requests and tokens carry it. */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}
