import { WEBHOOKS_MAX } from "@retrieval/core/limits";
import type {
  AuditEntry,
  Delivery,
  HeldWebhook,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookProgress,
  WebhookStore,
} from "@retrieval/core/ports";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { addAuditEntries } from "../audit/add-audit-entries.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { requireAdmin } from "../users/sender.js";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** bigint comes as a text. */
type WebhookRow = Omit<HeldWebhook, "secrets" | Moments> & Readonly<Record<Moments, string | null>> & SecretColumns;
type Moments = "position" | "failing_since" | "next_at" | "created_at";
interface SecretColumns {
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_until: string | null;
}

const COLUMNS = sql.raw(
  "webhook_id, url, types, position, disabled_by, attempts, failing_since, next_at, created_at, hold, secret, previous_secret, previous_until",
);

export class PostgresWebhookStore implements WebhookStore {
  /** @param isPaused SQL: whether a newer version of the service delivers */
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly isPaused: RawBuilder<boolean>,
  ) {}

  async list(): Promise<readonly Webhook[]> {
    const { rows } = await query(() =>
      sql<WebhookRow>`SELECT ${COLUMNS} FROM webhooks ORDER BY created_at, webhook_id`.execute(this.db),
    );
    return rows.map(webhookOf);
  }

  async find(webhook_id: string, now: number): Promise<HeldWebhook | null> {
    if (!UUID.test(webhook_id)) return null;
    const { rows } = await query(() =>
      sql<WebhookRow>`SELECT ${COLUMNS} FROM webhooks WHERE webhook_id = ${webhook_id}`.execute(this.db),
    );
    return rows[0] === undefined ? null : heldOf(rows[0], now);
  }

  add(webhook: NewWebhook, entry: AuditEntry, by_user: string): Promise<boolean> {
    const { webhook_id, url, types, position, next_at, created_at, secret } = webhook;
    const insert = sql`
      INSERT INTO webhooks (webhook_id, url, types, position, next_at, created_at, secret)
      SELECT ${webhook_id}::uuid, ${url}, ${[...types]}::text[], ${position}, ${next_at}, ${created_at}, ${secret}
      WHERE (SELECT count(*) FROM webhooks) < ${WEBHOOKS_MAX}`;
    // Two that are added at the same time are counted one after the other.
    return this.#write(insert, entry, by_user, sql`LOCK TABLE webhooks IN SHARE ROW EXCLUSIVE MODE`);
  }

  change(webhook_id: string, changes: WebhookChanges, entry: AuditEntry, by_user: string): Promise<boolean> {
    const { url, types, position, disabled_by, next_at, rotation } = changes;
    const sets = [sql`hold = hold + 1, attempts = 0, failing_since = NULL, next_at = ${next_at}`];
    if (url !== undefined) sets.push(sql`url = ${url}`);
    if (types !== undefined) sets.push(sql`types = ${[...types]}::text[]`);
    if (position !== undefined) sets.push(sql`position = ${position}`);
    if (disabled_by !== undefined) sets.push(sql`disabled_by = ${disabled_by}`);
    if (rotation !== undefined)
      sets.push(
        sql`previous_secret = secret, secret = ${rotation.secret}, previous_until = ${rotation.previous_until}`,
      );
    return this.#write(sql`UPDATE webhooks SET ${sql.join(sets)} WHERE webhook_id = ${webhook_id}`, entry, by_user);
  }

  remove(webhook_id: string, entry: AuditEntry, by_user: string): Promise<boolean> {
    return this.#write(sql`DELETE FROM webhooks WHERE webhook_id = ${webhook_id}`, entry, by_user);
  }

  async deliveries(webhook_id: string, { limit, before }: { readonly limit: number; readonly before?: number }) {
    const earlier = before === undefined ? sql`` : sql`AND delivery_id < ${before}`;
    const { rows } = await query(() =>
      sql<Omit<Delivery, "at" | "position"> & Readonly<Record<"delivery_id" | "at" | "position", string>>>`
        SELECT delivery_id, at, position, type, status, failed, duration_ms FROM webhook_deliveries
        WHERE webhook_id = ${webhook_id} ${earlier} ORDER BY delivery_id DESC LIMIT ${limit}`.execute(this.db),
    );
    return rows.map(({ delivery_id, at, position, ...delivery }) => ({
      ...{ ...delivery, delivery_id: Number(delivery_id), at: Number(at), position: Number(position) },
    }));
  }

  async hold(now: number, until: number): Promise<HeldWebhook | null> {
    const { rows } = await query(() =>
      sql<WebhookRow>`
        UPDATE webhooks SET hold = hold + 1, next_at = ${until} WHERE webhook_id = (
          SELECT webhook_id FROM webhooks, feed_head
          WHERE disabled_by IS NULL AND next_at <= ${now} AND position < last AND NOT ${this.isPaused}
          ORDER BY next_at LIMIT 1 FOR UPDATE OF webhooks SKIP LOCKED
        ) RETURNING ${COLUMNS}`.execute(this.db),
    );
    return rows[0] === undefined ? null : heldOf(rows[0], now);
  }

  note(
    { webhook_id, hold }: HeldWebhook,
    { position, disabled_by, attempts, failing_since, next_at }: WebhookProgress,
    delivery: Delivery | null,
    entry: AuditEntry | null,
  ): Promise<boolean> {
    return inTransaction(this.db, async (trx) => {
      if (delivery !== null) {
        const { at, type, status, failed, duration_ms } = delivery;
        await sql`
          INSERT INTO webhook_deliveries (webhook_id, at, position, type, status, failed, duration_ms)
          SELECT webhook_id, ${at}, ${delivery.position}, ${type}, ${status}::integer, ${failed}, ${duration_ms}::integer
          FROM webhooks WHERE webhook_id = ${webhook_id}`.execute(trx);
      }
      const { numAffectedRows } = await sql`
        UPDATE webhooks SET position = ${position}, disabled_by = ${disabled_by}, attempts = ${attempts},
          failing_since = ${failing_since}, next_at = ${next_at}
        WHERE webhook_id = ${webhook_id} AND hold = ${hold}`.execute(trx);
      if (numAffectedRows !== 1n) return false;
      if (entry !== null) await addAuditEntries(trx, [entry]);
      return true;
    });
  }

  async forgetDeliveries(before: number, limit: number): Promise<number> {
    const { numAffectedRows = 0n } = await query(() =>
      sql`
        DELETE FROM webhook_deliveries WHERE delivery_id IN (
          SELECT delivery_id FROM webhook_deliveries WHERE at < ${before} LIMIT ${limit} FOR UPDATE SKIP LOCKED)`.execute(
        this.db,
      ),
    );
    return Number(numAffectedRows);
  }

  #write(statement: RawBuilder<unknown>, entry: AuditEntry, by_user: string, lock?: RawBuilder<unknown>) {
    return inTransaction(this.db, async (trx) => {
      await lock?.execute(trx);
      const { numAffectedRows } = await statement.execute(trx);
      if (numAffectedRows !== 1n) return false;
      await addAuditEntries(trx, [entry]);
      await requireAdmin(trx, by_user);
      return true;
    });
  }
}

function webhookOf(row: WebhookRow): Webhook {
  const { webhook_id, url, types, disabled_by, attempts, failing_since } = row;
  return {
    ...{ webhook_id, url, types, disabled_by, attempts },
    position: Number(row.position),
    failing_since: failing_since === null ? null : Number(failing_since),
    next_at: Number(row.next_at),
    created_at: Number(row.created_at),
  };
}

function heldOf(row: WebhookRow, now: number): HeldWebhook {
  const { hold, secret, previous_secret, previous_until } = row;
  const isSigning = previous_secret !== null && Number(previous_until) > now;
  return { ...webhookOf(row), hold, secrets: isSigning ? [secret, previous_secret] : [secret] };
}
