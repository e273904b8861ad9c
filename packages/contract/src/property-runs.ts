/**
 * How often a property is tried: as often as it says in CI and with PROPERTY_RUNS=all, a fifth of that otherwise, so that
 * the usual run of the tests stays short. A property with a fixed seed draws the same values each time, fewer of them.
 */
export function propertyRuns(all: number): number {
  return process.env.CI || process.env.PROPERTY_RUNS === "all" ? all : Math.ceil(all / 5);
}
