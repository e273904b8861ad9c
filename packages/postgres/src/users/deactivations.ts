import type { RecordedDeactivation } from "@retrieval/core/ports";
import { type RawBuilder, sql } from "kysely";
import { selectRecords } from "../sql/select-records.js";

/** The statement that records deactivations, or null where there are none. It belongs in their transaction. */
export function recordDeactivations(deactivated: readonly RecordedDeactivation[]): RawBuilder<unknown> | null {
  if (deactivated.length === 0) return null;
  return sql`
    INSERT INTO deactivations (user_id, agreed)
    ${selectRecords(deactivated, { user_id: "text", agreed: "boolean" })}
    ON CONFLICT (user_id) DO UPDATE SET agreed = excluded.agreed, at = excluded.at`;
}
