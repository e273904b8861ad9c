/**
 * The clock that signs requests where the portal hands in none. A portal's own program is the composition root here, and
 * it should not have to bring the time of day to a client that it makes with two settings.
 */
export function systemClock(): number {
  return Date.now();
}
