/**
 * How often a property is tried: the full number with PROPERTY_RUNS=all, a fifth of it otherwise, so that the usual test
 * run and CI stay short. A property with a fixed seed draws the same values each time, but fewer of them.
 */
export function propertyRuns(all: number): number {
  return process.env.PROPERTY_RUNS === "all" ? all : Math.ceil(all / 5);
}

/** The same for properties that define a rule: CI tries them in the full number too. */
export function propertyRunsInCi(all: number): number {
  return process.env.CI ? all : propertyRuns(all);
}
