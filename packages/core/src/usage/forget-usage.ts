import { dayOf } from "../day.js";
import type { UsageStore } from "./usage-store.js";

/**
 * Deletes marks of earlier days than that of a moment, in UTC.
 *
 * @param before milliseconds since 1970
 * @returns how many, at most `limit`
 */
export function forgetUsage(before: number, limit: number, store: Pick<UsageStore, "forget">): Promise<number> {
  return store.forget(dayOf(before), limit);
}
