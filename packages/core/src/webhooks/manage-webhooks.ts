import type { ChangeFeed } from "../changes/change-feed.js";
import { outsideOf } from "../changes/read-changes.js";
import type { Clock } from "../clock.js";
import { type Refusal, refuse } from "../errors.js";
import type { WebhookAnswer, WebhookSender } from "./deliver-change.js";
import { webhookHeaders, webhookSecret } from "./sign-webhook.js";
import { ROTATION_HOURS, WEBHOOKS_MAX, type Webhook, type WebhookStore } from "./webhook.js";
import { webhookEntry } from "./webhook-entry.js";

interface ManageDeps {
  readonly webhooks: WebhookStore;
  readonly feed: ChangeFeed;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  /** A UUID. */
  readonly newId: () => string;
  /** 256 random bits as base64url. */
  readonly newSecret: () => string;
}

export interface WebhookRequest {
  readonly url: string;
  readonly types: readonly string[];
}

const HOUR_MS = 3_600_000;
const TOO_MANY = refuse("CONFLICT", { code: "webhooks.too_many", max: WEBHOOKS_MAX });
const UNKNOWN = refuse("WEBHOOK_NOT_FOUND", { code: "webhook.unknown" });
const REFUSED = refuse("INVALID_REQUEST", { code: "webhook.url_refused" });

/** Creates a webhook that gets the changes from now on. @returns it with its secret, which is shown this once */
export async function createWebhook(
  { url, types }: WebhookRequest,
  by_user: string,
  deps: ManageDeps,
): Promise<{ readonly webhook: Webhook; readonly secret: string } | Refusal> {
  const { webhooks, feed, sender, clock, newId, newSecret } = deps;
  if (!isAccepted(url, sender)) return REFUSED;
  await feed.number();
  const { last: position } = await feed.range();
  const now = clock.now();
  const made = { webhook_id: newId(), url, types, position, next_at: now, created_at: now };
  const secret = webhookSecret(newSecret());
  if (!(await webhooks.add({ ...made, secret }, webhookEntry(made, by_user, { change: "created" }), by_user)))
    return TOO_MANY;
  return { webhook: { ...made, disabled_by: null, attempts: 0, failing_since: null }, secret };
}

/**
 * Changes a webhook, whose next attempt is due at once.
 *
 * @param changes.position changes after it are delivered, also if they were delivered before
 */
export async function changeWebhook(
  webhook_id: string,
  changes: Partial<WebhookRequest> & { readonly enabled?: boolean; readonly position?: number },
  by_user: string,
  deps: ManageDeps,
): Promise<Webhook | Refusal> {
  const { webhooks, feed, sender, clock } = deps;
  const held = await webhooks.find(webhook_id, clock.now());
  if (held === null) return UNKNOWN;
  const { enabled, ...fields } = changes;
  if (fields.url !== undefined && !isAccepted(fields.url, sender)) return REFUSED;
  // A webhook that was disabled for long may be behind the changes that are kept.
  const outside = outsideOf(await feed.range(), fields.position ?? held.position);
  if (enabled !== false && outside !== null) return outside;
  const isEnabled = enabled === undefined ? {} : { disabled_by: enabled ? null : ("administrator" as const) };
  const change = enabled === undefined || Object.keys(fields).length > 0 ? "changed" : enabled ? "enabled" : "disabled";
  const details = { change, ...(fields.position !== undefined && { position: fields.position }) } as const;
  const entry = webhookEntry({ ...held, ...fields }, by_user, details);
  await webhooks.change(webhook_id, { ...fields, ...isEnabled, next_at: clock.now() }, entry, by_user);
  return (await webhooks.find(webhook_id, clock.now())) ?? UNKNOWN;
}

/** Makes a new secret; the one before signs beside it for a day. @returns the new one, which is shown this once */
export async function rotateWebhookSecret(
  webhook_id: string,
  by_user: string,
  { webhooks, clock, newSecret }: ManageDeps,
): Promise<{ readonly secret: string; readonly previous_until: number } | Refusal> {
  const now = clock.now();
  const held = await webhooks.find(webhook_id, now);
  if (held === null) return UNKNOWN;
  const rotation = { secret: webhookSecret(newSecret()), previous_until: now + ROTATION_HOURS * HOUR_MS };
  const entry = webhookEntry(held, by_user, { change: "secret_rotated" });
  return (await webhooks.change(webhook_id, { rotation, next_at: now }, entry, by_user)) ? rotation : UNKNOWN;
}

export async function deleteWebhook(
  webhook_id: string,
  by_user: string,
  { webhooks, clock }: ManageDeps,
): Promise<Refusal | null> {
  const held = await webhooks.find(webhook_id, clock.now());
  if (held === null) return UNKNOWN;
  const entry = webhookEntry(held, by_user, { change: "deleted" });
  return (await webhooks.remove(webhook_id, entry, by_user)) ? null : UNKNOWN;
}

/** Sends a message of the type `webhook.test` now, once. It moves nothing. */
export async function testWebhook(
  webhook_id: string,
  { webhooks, sender, clock, newId }: ManageDeps,
): Promise<WebhookAnswer | Refusal> {
  const now = clock.now();
  const held = await webhooks.find(webhook_id, now);
  if (held === null) return UNKNOWN;
  const body = JSON.stringify({ type: "webhook.test", timestamp: new Date(now).toISOString(), data: {} });
  return sender.post(held.url, webhookHeaders(held.secrets, newId(), body, now), body);
}

/** The attempts of a webhook, the newest first. */
export async function listDeliveries(
  webhook_id: string,
  page: { readonly limit: number; readonly before?: number },
  { webhooks, clock }: Pick<ManageDeps, "webhooks" | "clock">,
): Promise<Awaited<ReturnType<WebhookStore["deliveries"]>> | Refusal> {
  return (await webhooks.find(webhook_id, clock.now())) === null ? UNKNOWN : webhooks.deliveries(webhook_id, page);
}

const isAccepted = (url: string, sender: WebhookSender) => URL.canParse(url) && sender.accepts(new URL(url));
