import { usageKey } from "@retrieval/core";
import type { Clock, UsageStore } from "@retrieval/core/ports";
import { type Database, PostgresUsageStore } from "@retrieval/postgres";
import type { Logger } from "pino";
import type { Settings } from "../settings/settings.js";
import { BufferedUsage } from "../usage/buffered-usage.js";

export interface Usage {
  readonly store: UsageStore;
  /** null with USAGE=false: nothing is stored. */
  readonly log: BufferedUsage | null;
}

/** Counts what users look for and read. */
export function composeUsage(
  { USAGE, secrets: [secret] }: Pick<Settings, "USAGE" | "secrets">,
  { database, clock, logger }: { readonly database: Database; readonly clock: Clock; readonly logger: Logger },
): Usage {
  const store = new PostgresUsageStore(database.db);
  const keyOf = (day: string) => usageKey(secret, day);
  return { store, log: USAGE ? new BufferedUsage({ store, keyOf, clock, logger }) : null };
}
