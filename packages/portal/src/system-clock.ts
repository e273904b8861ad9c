/**
 * The default clock for signing requests. A portal's own program is the composition root here, and it should not have
 * to pass a clock to a client that it makes with two settings.
 */
export function systemClock(): number {
  return Date.now();
}
