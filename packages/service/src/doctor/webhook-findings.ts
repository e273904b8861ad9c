import type { Webhook } from "@retrieval/core/ports";
import { type Finding, note } from "./finding.js";

const HOUR_MS = 3_600_000;

/** Names the webhooks that have failed for an hour, or are disabled because they failed. */
export function webhookFindings(webhooks: readonly Webhook[], now: number): Finding[] {
  return webhooks.flatMap(({ webhook_id, url, disabled_by, failing_since }) => {
    if (failing_since === null || (disabled_by === null && now - failing_since < HOUR_MS)) return [];
    // The path may hold a secret.
    const { host } = new URL(url);
    return note(
      disabled_by === null
        ? "the webhook {webhook_id} to {host} has failed since {since}"
        : "the webhook {webhook_id} to {host} has failed since {since}, and is disabled",
      "Run retrieval call listWebhookDeliveries --webhook_id {webhook_id}, and correct the receiver. Then send what waits: retrieval call changeWebhook --webhook_id {webhook_id} --body '{body}'. If nothing needs it any more, call deleteWebhook.",
      { webhook_id, host, since: new Date(failing_since).toISOString(), body: '{"enabled":true}' },
    );
  });
}
