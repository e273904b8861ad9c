import type { SettingsReader } from "./reader.js";

/** Settings of the service whose features this version does not have. A feature that comes takes its entry away. */
const NOT_USED_YET = ["METRICS_TOKEN"] as const;

/** Somebody who sets one counts on it, so the start says that it does nothing. */
export function warnOfUnused(read: SettingsReader): void {
  const given = NOT_USED_YET.filter((name) => read.text(name) !== null || read.text(`${name}_FILE`) !== null);
  if (given.length > 0) read.warn(`set, but not used by this version: ${given.join(", ")}`);
}
