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

// float8, because bigint comes as a text.
const COLUMNS = sql.raw(
  "webhook_id, url, types, position::float8, disabled_by, attempts, failing_since::float8, next_at::float8, created_at::float8",
);
const heldAt = (now: number) => sql`${COLUMNS}, hold,
  CASE WHEN previous_until > ${now} THEN ARRAY[secret, previous_secret] ELSE ARRAY[secret] END AS secrets`;

export class PostgresWebhookStore implements WebhookStore {
  /** @param isPaused SQL: whether a newer version of the service delivers */
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly isPaused: RawBuilder<boolean>,
  ) {}

  list(): Promise<readonly Webhook[]> {
    return this.#rows(sql<Webhook>`SELECT ${COLUMNS} FROM webhooks ORDER BY webhooks.created_at, webhook_id`);
  }

  async find(webhook_id: string, now: number): Promise<HeldWebhook | null> {
    if (!UUID.test(webhook_id)) return null;
    const found = sql<HeldWebhook>`SELECT ${heldAt(now)} FROM webhooks WHERE webhook_id = ${webhook_id}`;
    return (await this.#rows(found))[0] ?? null;
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

  deliveries(webhook_id: string, { limit, before }: { readonly limit: number; readonly before?: number }) {
    const earlier = before === undefined ? sql`` : sql`AND delivery_id < ${before}`;
    return this.#rows(sql<Delivery & { readonly delivery_id: number }>`
      SELECT delivery_id::float8, at::float8, position::float8, type, status, failed, duration_ms FROM webhook_deliveries
      WHERE webhook_id = ${webhook_id} ${earlier} ORDER BY webhook_deliveries.delivery_id DESC LIMIT ${limit}`);
  }

  async hold(now: number, until: number): Promise<HeldWebhook | null> {
    const due = sql<HeldWebhook>`
      UPDATE webhooks SET hold = hold + 1, next_at = ${until} WHERE webhook_id = (
        SELECT webhook_id FROM webhooks, feed_head
        WHERE disabled_by IS NULL AND next_at <= ${now} AND position < last AND NOT ${this.isPaused}
        ORDER BY next_at LIMIT 1 FOR UPDATE OF webhooks SKIP LOCKED
      ) RETURNING ${heldAt(now)}`;
    return (await this.#rows(due))[0] ?? null;
  }

  note(
    { webhook_id, hold }: HeldWebhook,
    { position, disabled_by, attempts, failing_since, next_at }: WebhookProgress,
    delivery: Delivery | null,
    entry: AuditEntry | null,
  ): Promise<void> {
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
      if (numAffectedRows === 1n && entry !== null) await addAuditEntries(trx, [entry]);
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

  async #rows<Row>(statement: RawBuilder<Row>): Promise<readonly Row[]> {
    return (await query(() => statement.execute(this.db))).rows;
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
