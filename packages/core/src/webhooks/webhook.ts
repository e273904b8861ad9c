import type { AuditEntry } from "../audit/audit-log.js";

export const WEBHOOKS_MAX = 20;
export const WEBHOOK_URL_MAX = 2_000;
/** How long the secret before a rotation signs beside the new one, in hours. */
export const ROTATION_HOURS = 24;
/** How long deliveries are listed, in days. */
export const DELIVERY_DAYS = 30;

/** Why an address of a partner gave no answer. The words tell nothing of a network that the caller may not see. */
export const OUTGOING_FAILURES = [
  "address_refused",
  "host_unknown",
  "certificate_refused",
  "timeout",
  "unreachable",
] as const;
export type OutgoingFailure = { readonly failed: (typeof OUTGOING_FAILURES)[number] };

/** An administrator; or the receiver answered 410, or failed for days. */
export const DISABLED_BY = ["administrator", "gone", "failing"] as const;
export type DisabledBy = (typeof DISABLED_BY)[number];

/** An address that gets changes. Moments are milliseconds since 1970. */
export interface Webhook {
  /** A UUID. */
  readonly webhook_id: string;
  readonly url: string;
  readonly types: readonly string[];
  /** Everything up to this position of the feed was delivered, or is not of its types. */
  readonly position: number;
  /** null: it is enabled. */
  readonly disabled_by: DisabledBy | null;
  /** Of the next change, without success. */
  readonly attempts: number;
  readonly failing_since: number | null;
  /** When the next attempt is due. */
  readonly next_at: number;
  readonly created_at: number;
}

/** The newest first. The second is the one before a rotation. */
export type WebhookSecrets = readonly [string, ...string[]];

/** A webhook that one instance delivers to, for a time. */
export interface HeldWebhook extends Webhook {
  readonly secrets: WebhookSecrets;
  /** Counts the holds and changes of this webhook: a caller with an older number has lost it. */
  readonly hold: number;
}

/** What an attempt changes. */
export type WebhookProgress = Pick<Webhook, "position" | "attempts" | "failing_since" | "next_at"> & {
  readonly disabled_by: Exclude<DisabledBy, "administrator"> | null;
};

/** One attempt to deliver a change. */
export interface Delivery {
  readonly at: number;
  readonly position: number;
  readonly type: string;
  /** null: there was no answer. */
  readonly status: number | null;
  readonly failed: OutgoingFailure["failed"] | null;
  readonly duration_ms: number;
}

export interface WebhookStore {
  /** The oldest first. */
  list(): Promise<readonly Webhook[]>;
  /** With the secrets that sign at this moment. */
  find(webhook_id: string, now: number): Promise<HeldWebhook | null>;
  /**
   * Like the two below, it MUST add the entry in its transaction, and change nothing for a sender who is not an active
   * administrator.
   *
   * @returns false: there are {@link WEBHOOKS_MAX}
   * @throws SenderNotAdminError
   */
  add(webhook: NewWebhook, entry: AuditEntry, by_user: string): Promise<boolean>;
  /** An attempt that runs meanwhile MUST move nothing afterwards. @returns false: there is no such webhook */
  change(webhook_id: string, changes: WebhookChanges, entry: AuditEntry, by_user: string): Promise<boolean>;
  remove(webhook_id: string, entry: AuditEntry, by_user: string): Promise<boolean>;
  /** The newest first. @param page.before the delivery_id of the last row of the page before */
  deliveries(
    webhook_id: string,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<readonly (Delivery & { readonly delivery_id: number })[]>;

  /**
   * Takes an enabled webhook that is due and behind the feed, until `until`. Under concurrent calls, of several instances
   * too, it MUST go to one caller. null: there is none, or a newer version of the service delivers.
   */
  hold(now: number, until: number): Promise<HeldWebhook | null>;
  /** Notes an attempt. If the webhook was changed, deleted or taken meanwhile, it MUST note the delivery alone. */
  note(
    held: HeldWebhook,
    progress: WebhookProgress,
    delivery: Delivery | null,
    entry: AuditEntry | null,
  ): Promise<void>;
  /** Deletes deliveries older than `before`, at most `limit`. @returns how many */
  forgetDeliveries(before: number, limit: number): Promise<number>;
}

export type NewWebhook = Pick<Webhook, "webhook_id" | "url" | "types" | "position" | "next_at" | "created_at"> & {
  readonly secret: string;
};

/** Any change starts a new first attempt at `next_at`. */
export type WebhookChanges = Partial<Pick<Webhook, "url" | "types" | "position" | "disabled_by">> & {
  readonly next_at: number;
  /** The one before signs until `previous_until`. */
  readonly rotation?: { readonly secret: string; readonly previous_until: number };
};
