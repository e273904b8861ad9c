import type { AccessToken, AccessTokenStore, AuditEntry, TokenPlan, TokensOfUser } from "@retrieval/core/ports";
import type { User } from "@retrieval/core/users";
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import { addAuditEntries } from "../audit/add-audit-entries.js";
import { prepared } from "../sql/prepared-statements.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";
import { requireAdmin } from "./sender.js";
import { PostgresTokenOwners } from "./token-owners.js";
import { USER_COLUMNS } from "./user-rows.js";

export class PostgresAccessTokenStore implements AccessTokenStore {
  readonly owners: PostgresTokenOwners;
  /** Runs on every request with an access token. */
  readonly #find: CompiledQuery<FoundRow>;

  constructor(private readonly db: Kysely<Schema>) {
    this.owners = new PostgresTokenOwners(db);
    this.#find = prepared(
      sql<FoundRow>`
        SELECT ${TOKEN_COLUMNS}, (SELECT row_to_json(holder) FROM (SELECT ${USER_FIELDS}) AS holder) AS holder
        FROM access_tokens JOIN users USING (user_id) WHERE hash = ${Buffer.alloc(0)}`.compile(db),
    );
  }

  async find(hash: Uint8Array): Promise<{ readonly token: AccessToken; readonly user: User } | null> {
    const { rows } = await query(() =>
      this.db.executeQuery<FoundRow>({ ...this.#find, parameters: [Buffer.from(hash)] }),
    );
    const [row] = rows;
    if (row === undefined) {
      this.owners.forget(hash);
      return null;
    }
    const { holder, ...token } = row;
    return { token: tokenOf(token), user: holder };
  }

  list(user_id: string): Promise<TokensOfUser> {
    return query(() => this.#tokensOf(this.db, user_id));
  }

  change<Kept>(
    user_id: string,
    plan: (held: TokensOfUser) => TokenPlan<Kept>,
    by_admin: string | null = null,
  ): Promise<Kept> {
    return inTransaction(this.db, async (trx) => {
      const held = await this.#tokensOf(trx, user_id, sql`FOR NO KEY UPDATE`);
      const { kept, added, removed = [], entries = [] } = plan(held);
      if (held.user === null) return kept;
      if (removed.length > 0) await trx.deleteFrom("access_tokens").where("token_id", "in", removed).execute();
      if (added !== undefined) {
        const { expires_at, renewable_until } = added;
        const moments = { expires_at: new Date(expires_at), renewable_until: momentOf(renewable_until) };
        const row = { ...added, ...moments, hash: Buffer.from(added.hash) };
        await trx.insertInto("access_tokens").values(row).execute();
        this.owners.learn([{ hash: row.hash, user_id }]);
      }
      await addAuditEntries(trx, entries);
      await requireAdmin(trx, by_admin);
      return kept;
    });
  }

  async renew(token_id: string, next: Parameters<AccessTokenStore["renew"]>[1]): Promise<void> {
    const hash = Buffer.from(next.hash);
    const until = sql`coalesce(renewable_until, ${new Date(next.renewable_until)})`;
    const { rows } = await query(() =>
      sql<{ hash: Buffer; user_id: string }>`
        UPDATE access_tokens
        SET hash = ${hash}, renewable_until = ${until}, expires_at = least(${new Date(next.expires_at)}, ${until})
        WHERE token_id = ${token_id} RETURNING hash, user_id`.execute(this.db),
    );
    this.owners.learn(rows);
  }

  removeAll(entry: (removed: number) => AuditEntry, by_admin: string): Promise<number> {
    return inTransaction(this.db, async (trx) => {
      const { numDeletedRows } = await trx.deleteFrom("access_tokens").executeTakeFirst();
      await addAuditEntries(trx, [entry(Number(numDeletedRows))]);
      await requireAdmin(trx, by_admin);
      return Number(numDeletedRows);
    });
  }

  used(token_id: string, at: number, first: AuditEntry): Promise<void> {
    return inTransaction(this.db, async (trx) => {
      const last_used_at = new Date(at);
      const use = trx.updateTable("access_tokens").set({ last_used_at }).where("token_id", "=", token_id);
      const { numUpdatedRows } = await use.where("last_used_at", "is", null).executeTakeFirst();
      if (numUpdatedRows === 1n) await addAuditEntries(trx, [first]);
      else await use.where("last_used_at", "<", last_used_at).execute();
    });
  }

  async #tokensOf(db: Kysely<Schema>, user_id: string, locked = sql``): Promise<TokensOfUser> {
    if (!canBeStored(user_id)) return { user: null, tokens: [] };
    const { rows: users } = await sql<User>`
      SELECT ${USER_FIELDS} FROM users WHERE user_id = ${user_id} ${locked}`.execute(db);
    const { rows } = await sql<TokenRow>`
      SELECT ${TOKEN_COLUMNS} FROM access_tokens JOIN users USING (user_id) WHERE user_id = ${user_id}
      ORDER BY created_at DESC, token_id`.execute(db);
    return { user: users[0] ?? null, tokens: rows.map(tokenOf) };
  }
}

interface TokenRow extends Omit<AccessToken, "expires_at" | "renewable_until" | "last_used_at"> {
  readonly expires_at: Date;
  readonly renewable_until: Date | null;
  readonly last_used_at: Date | null;
}

interface FoundRow extends TokenRow {
  readonly holder: User;
}

const TOKEN_COLUMNS: RawBuilder<unknown> = sql.raw(
  [
    "token_id",
    "user_id",
    "name",
    "audience",
    "role",
    "sessions",
    "expires_at",
    "renewable_until",
    "last_used_at",
    "client_id",
  ]
    .map((name) => `access_tokens.${name}`)
    .join(", "),
);
const USER_FIELDS: RawBuilder<unknown> = sql.raw(USER_COLUMNS.map((name) => `users.${name}`).join(", "));

const momentOf = (at: number | null) => (at === null ? null : new Date(at));

function tokenOf({ expires_at, renewable_until, last_used_at, ...token }: TokenRow): AccessToken {
  return {
    ...token,
    expires_at: expires_at.getTime(),
    renewable_until: renewable_until?.getTime() ?? null,
    last_used_at: last_used_at?.getTime() ?? null,
  };
}
