import type { AuthorizationRecord, AuthorizationRecords } from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";

/** How many used records of one kind and connection are kept: an application uses one refresh token an hour. */
const USED_MAX = 200;

export class PostgresAuthorizationRecords implements AuthorizationRecords {
  constructor(private readonly db: Kysely<Schema>) {}

  async put({ kind, hash, token_id, payload, expires_at }: AuthorizationRecord): Promise<void> {
    const written = JSON.stringify(payload);
    await query(() =>
      sql`
        WITH outlived AS (
          DELETE FROM authorizations WHERE (kind, hash) IN (
            SELECT kind, hash FROM authorizations
            WHERE token_id = ${token_id} AND kind = ${kind} AND used_at IS NOT NULL
            ORDER BY used_at DESC OFFSET ${USED_MAX}
          )
        )
        INSERT INTO authorizations (kind, hash, token_id, payload, expires_at)
        SELECT ${kind}, ${Buffer.from(hash)}, ${token_id}::uuid, ${written}, ${new Date(expires_at)}
        WHERE ${token_id}::uuid IS NULL OR EXISTS (SELECT FROM access_tokens WHERE token_id = ${token_id} FOR KEY SHARE)
        ON CONFLICT (kind, hash) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`.execute(
        this.db,
      ),
    );
  }

  async find(kind: string, hash: Uint8Array, now: number) {
    const at = new Date(now);
    const { rows } = await query(() =>
      sql<{ payload: object; is_used: boolean }>`
        SELECT payload, used_at IS NOT NULL AS is_used FROM authorizations AS found
        WHERE kind = ${kind} AND hash = ${Buffer.from(hash)} AND expires_at > ${at} AND (
          token_id IS NULL OR EXISTS (
            SELECT FROM access_tokens AS token JOIN users USING (user_id)
            WHERE token.token_id = found.token_id AND coalesce(token.renewable_until, token.expires_at) > ${at}
              AND users.is_active AND users.sessions = token.sessions
          )
        )`.execute(this.db),
    );
    return rows[0] ?? null;
  }

  async use(kind: string, hash: Uint8Array, now: number): Promise<boolean> {
    const { numAffectedRows } = await query(() =>
      sql`UPDATE authorizations SET used_at = ${new Date(now)}
        WHERE kind = ${kind} AND hash = ${Buffer.from(hash)} AND used_at IS NULL`.execute(this.db),
    );
    return numAffectedRows === 1n;
  }

  async remove(kind: string, hash: Uint8Array): Promise<void> {
    await query(() =>
      sql`DELETE FROM authorizations WHERE kind = ${kind} AND hash = ${Buffer.from(hash)}`.execute(this.db),
    );
  }

  async isConnected(client_id: string): Promise<boolean> {
    const { rows } = await query(() =>
      sql`SELECT FROM access_tokens WHERE client_id = ${client_id} LIMIT 1`.execute(this.db),
    );
    return rows.length === 1;
  }

  async forget(before: number, limit: number): Promise<number> {
    const { numAffectedRows } = await query(() =>
      sql`DELETE FROM authorizations WHERE (kind, hash) IN (
        SELECT kind, hash FROM authorizations WHERE expires_at < ${new Date(before)} ORDER BY expires_at LIMIT ${limit}
        FOR UPDATE SKIP LOCKED)`.execute(this.db),
    );
    return Number(numAffectedRows ?? 0n);
  }
}
