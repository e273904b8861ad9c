import type { Reader } from "../access/audience.js";
import { decideAccess } from "../access/decision.js";
import type { AccessRules } from "../access/rules.js";

export interface AccessWatch {
  /** Called when the store returned a row that the rule in memory forbids; the row is dropped. */
  readonly onAccessMismatch: (document_id: string, user_id: string) => void;
}

/** What the store found with this reader's filter, checked against the rule in memory; null: not found, or forbidden. */
export function visibleTo<Found extends { readonly access_rules: AccessRules }>(
  found: Found | null,
  document_id: string,
  reader: Reader,
  { onAccessMismatch }: AccessWatch,
): Found | null {
  if (found === null || decideAccess(reader, found.access_rules).allowed) return found;
  onAccessMismatch(document_id, reader.user_id);
  return null;
}
