/**
 * Receives times in requests and tokens that cannot be right if our clock is. Those requests are already refused; the
 * reports help operators to correct a clock. It MUST return at once and MUST NOT throw.
 */
export interface ClockDifferences {
  /**
   * A request with a valid signature was refused for its timestamp.
   * @param age in seconds by our clock; negative if the timestamp is ahead
   */
  requestRefused(age: number): void;

  /** One of our own tokens was refused because it was issued this many seconds ahead of our clock. */
  tokenRefused(ahead: number): void;
}
