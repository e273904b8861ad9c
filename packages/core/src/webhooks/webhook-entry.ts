import type { AuditEntry } from "../audit/audit-log.js";
import type { AuditDetails } from "../audit/details.js";
import type { Webhook } from "./webhook.js";

/** Of the address only the host, because a path may hold a secret. */
export function webhookEntry(
  { webhook_id, url }: Pick<Webhook, "webhook_id" | "url">,
  by_user: string | null,
  what: Omit<AuditDetails<"webhook-changed">, "webhook_id" | "host">,
): AuditEntry {
  const details = { webhook_id, host: new URL(url).host, ...what };
  return { kind: "webhook-changed", by_user, user_id: null, document_id: null, details };
}
