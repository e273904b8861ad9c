/**
 * Is told where the time that somebody else wrote down and our clock cannot both be right. Every such request is
 * refused already: this is for whoever keeps the clocks. It MUST answer at once and MUST NOT throw.
 */
export interface ClockDifferences {
  /**
   * A rightly signed request was refused for its timestamp.
   * @param age in seconds by our clock; below 0 the timestamp lies ahead
   */
  requestRefused(age: number): void;

  /** One of our own tokens was refused, for it was issued so many seconds ahead of our clock. */
  tokenRefused(ahead: number): void;
}
