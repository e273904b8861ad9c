import type { ChangeFeed, FeedRow } from "../changes/change-feed.js";
import { changeOf } from "../changes/read-changes.js";
import type { Clock } from "../clock.js";
import { webhookHeaders } from "./sign-webhook.js";
import type { Delivery, HeldWebhook, WebhookProgress, WebhookStore } from "./webhook.js";
import { webhookEntry } from "./webhook-entry.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/**
 * The waits after failures, each up to a quarter longer, in milliseconds; the last one repeats. Standard Webhooks proposes
 * up to a day: here all later changes wait for the one that fails, so that a receiver is asked every two hours.
 */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR];
/** A receiver may ask for a longer wait. */
const WAIT_MAX = 24 * HOUR;
/** A webhook that has failed for so long is disabled. */
const FAILING_MAX = 5 * 24 * HOUR;
/** Longer than an attempt may take. */
const HELD_FOR = MINUTE;

/** What a receiver answered. Its body is never read: it could tell what a private server says. */
export interface WebhookAnswer extends Pick<Delivery, "status" | "failed"> {
  /** How long it asks to wait, in milliseconds. */
  readonly retry_after: number | null;
}

/** Posts JSON to an address of a partner, within 15 seconds and without following a redirect. Does not throw. */
export interface WebhookSender {
  /** Whether it is https, and not an address of a private network that the operator did not allow. */
  accepts(url: URL): boolean;
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<WebhookAnswer>;
}

export interface DeliverDeps {
  readonly feed: Pick<ChangeFeed, "number" | "range" | "read">;
  readonly webhooks: Pick<WebhookStore, "hold" | "note">;
  readonly sender: Pick<WebhookSender, "post">;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Aborted when the service stops: an attempt that ends with it does not count. */
  readonly stopping: AbortSignal;
}

/** Numbers new changes and takes a webhook that is behind them. null: none is due, or the service stops. */
export async function takeDue({ feed, webhooks, clock, stopping }: DeliverDeps): Promise<HeldWebhook | null> {
  for (let more = true; more && !stopping.aborted; ) more = await feed.number();
  return stopping.aborted ? null : webhooks.hold(clock.now(), clock.now() + HELD_FOR);
}

/**
 * Delivers the next change to a webhook: changes come in the order of the feed, each at least once.
 *
 * @returns its state after the attempt; null: the service stopped meanwhile
 */
export async function deliverNext(held: HeldWebhook, deps: DeliverDeps): Promise<WebhookProgress | null> {
  const { feed, webhooks, clock, random, stopping } = deps;
  // Read before the changes, so that a later change is not skipped.
  const { last } = await feed.range();
  const [row] = await feed.read({ after: held.position, limit: 1, types: held.types });
  if (row === undefined) {
    const progress = { ...calm(clock.now()), position: last };
    await webhooks.note(held, progress, null, null);
    return progress;
  }
  const { delivery, retry_after } = await attempt(held, row, deps);
  if (stopping.aborted) {
    await webhooks.note(held, { ...held, disabled_by: null, next_at: clock.now() }, null, null);
    return null;
  }
  const progress = progressAfter(held, delivery, { retry_after, random: random(), now: clock.now() });
  const { disabled_by: because } = progress;
  const entry = because && webhookEntry(held, null, { change: "disabled", because });
  await webhooks.note(held, progress, delivery, entry);
  return progress;
}

async function attempt({ url, secrets }: HeldWebhook, row: FeedRow, { sender, clock }: DeliverDeps) {
  const { position, type, entry } = row;
  const body = JSON.stringify(changeOf(row));
  const at = clock.now();
  // With the moment, because a restored database gives positions again.
  const headers = webhookHeaders(secrets, `${position}.${entry.at}`, body, at);
  const { status, failed, retry_after } = await sender.post(url, headers, body);
  const delivery: Delivery = { at, position, type, status, failed, duration_ms: Math.max(0, clock.now() - at) };
  return { delivery, retry_after };
}

const calm = (now: number) => ({ attempts: 0, failing_since: null, next_at: now, disabled_by: null });

/** The state of a webhook after an attempt. A redirect is a failure, as every other status than 2xx. */
export function progressAfter(
  { position, attempts, failing_since }: Pick<HeldWebhook, "position" | "attempts" | "failing_since">,
  delivery: Pick<Delivery, "position" | "status">,
  { retry_after, random, now }: { retry_after: number | null; random: number; now: number },
): WebhookProgress {
  const { status } = delivery;
  if (status !== null && status >= 200 && status < 300) return { ...calm(now), position: delivery.position };
  const since = failing_since ?? now;
  const wait = (WAITS[Math.min(attempts, WAITS.length - 1)] as number) * (1 + random / 4);
  const next_at = Math.round(now + Math.max(wait, Math.min(retry_after ?? 0, WAIT_MAX)));
  const disabled_by = status === 410 ? "gone" : now - since >= FAILING_MAX ? "failing" : null;
  return { position, attempts: attempts + 1, failing_since: since, next_at, disabled_by };
}
