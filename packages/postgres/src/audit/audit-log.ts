import { isObject } from "@retrieval/core/limits";
import type {
  AuditEntry,
  AuditKind,
  AuditLog,
  AuditQuery,
  DocumentAt,
  MentionedIds,
  MentionedNames,
  RecordedEntry,
  UserAt,
} from "@retrieval/core/ports";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";
import { STATE_COLUMNS } from "../users/user-states.js";
import { addAuditEntries } from "./add-audit-entries.js";

export interface EntryRow {
  readonly entry_id: string;
  readonly at: Date;
  readonly kind: AuditKind;
  readonly by_user: string | null;
  readonly user_id: string | null;
  readonly document_id: string | null;
  readonly details: unknown;
}

/**
 * Moments have milliseconds and PostgreSQL keeps microseconds: an event within a millisecond counts as having happened
 * at it, so that a query with the time of an entry includes what that entry changed.
 */
export class PostgresAuditLog implements AuditLog {
  constructor(private readonly db: Kysely<Schema>) {}

  record(entries: readonly AuditEntry[]): Promise<void> {
    return query(() => addAuditEntries(this.db, entries));
  }

  async list(asked: AuditQuery): Promise<readonly RecordedEntry[]> {
    if (!canBeStored(asked.user_id ?? "") || !canBeStored(asked.document_id ?? "")) return [];
    const { rows } = await query(() => selection(asked).execute(this.db));
    return rows.map(recordedEntry);
  }

  async names({ user_ids, document_ids }: MentionedIds): Promise<MentionedNames> {
    const [users, documents] = [user_ids, document_ids].map((ids) => ids.filter(canBeStored));
    const { rows } = await query(() =>
      sql<MentionedNames>`
        SELECT
          (SELECT coalesce(json_agg(json_build_object('user_id', user_id, 'display_name', display_name)
              ORDER BY user_id), '[]')
            FROM users WHERE user_id = ANY(${users}::text[])) AS users,
          (SELECT coalesce(json_agg(json_build_object('document_id', document_id, 'title', title)
              ORDER BY document_id), '[]')
            FROM unnest(${documents}::text[]) AS asked (document_id)
            CROSS JOIN LATERAL (
              SELECT title FROM document_states AS state
              WHERE state.document_id = asked.document_id AND title IS NOT NULL
              ORDER BY state_id DESC LIMIT 1) AS last) AS documents`.execute(this.db),
    );
    return rows[0] as MentionedNames;
  }

  async forget(before: number, limit: number): Promise<number> {
    const { rows } = await query(() =>
      sql<{ forgotten: string }>`SELECT forget_audit_entries(${moment(before)}, ${limit}) AS forgotten`.execute(
        this.db,
      ),
    );
    return Number(rows[0]?.forgotten);
  }

  async documentAt(document_id: string, at: number): Promise<DocumentAt | null> {
    if (!canBeStored(document_id)) return null;
    return (await this.#documents(at, sql`AND document_id = ${document_id}`))[0] ?? null;
  }

  documentsAt(at: number): Promise<readonly DocumentAt[]> {
    return this.#documents(at, sql``);
  }

  async userAt(user_id: string, at: number): Promise<UserAt | null> {
    if (!canBeStored(user_id)) return null;
    return (await this.#users(at, sql`AND user_id = ${user_id}`))[0] ?? null;
  }

  usersAt(at: number): Promise<readonly UserAt[]> {
    return this.#users(at, sql``);
  }

  async #documents(at: number, one: RawBuilder<unknown>): Promise<readonly DocumentAt[]> {
    const { rows } = await query(() =>
      sql<DocumentAt>`
        SELECT document_id, title, version, access_rules
        FROM (
          SELECT DISTINCT ON (document_id) document_id, title, version FROM document_states
          WHERE at < ${moment(at + 1)} ${one} ORDER BY document_id, state_id DESC
        ) AS document
        JOIN (
          SELECT DISTINCT ON (document_id) document_id, access_rules FROM rule_versions
          WHERE at < ${moment(at + 1)} ${one} ORDER BY document_id, rules_version DESC
        ) AS rule USING (document_id)
        WHERE title IS NOT NULL
        ORDER BY document_id`.execute(this.db),
    );
    return rows;
  }

  async #users(at: number, one: RawBuilder<unknown>): Promise<readonly UserAt[]> {
    const { rows } = await query(() =>
      sql<UserAt>`
        SELECT DISTINCT ON (user_id) ${STATE_COLUMNS}
        FROM user_states WHERE at < ${moment(at + 1)} ${one} ORDER BY user_id, state_id DESC`.execute(this.db),
    );
    return rows;
  }
}

export const ENTRY_COLUMNS = sql.raw("entry_id, at, kind, by_user, user_id, document_id, details");

export function recordedEntry({ entry_id, at, details, ...entry }: EntryRow): RecordedEntry {
  return { ...entry, entry_id: Number(entry_id), at: at.getTime(), details: detailsOf(details) };
}

/** The column takes any JSON: what another program wrote there must not keep the log from being read. */
const detailsOf = (details: unknown): object => (isObject(details) ? details : details === null ? {} : { details });

/**
 * Two indexes find the entries by a user and those about a user, at most a page of each: one condition with OR would
 * read the whole log for a user with few entries.
 */
function selection({ user_id, document_id, kind, without = [], from, to, before, limit }: AuditQuery) {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (document_id !== undefined) conditions.push(sql`document_id = ${document_id}`);
  if (kind !== undefined) conditions.push(sql`kind = ${kind}`);
  if (without.length > 0) conditions.push(sql`kind <> ALL(${[...without]}::text[])`);
  if (from !== undefined) conditions.push(sql`at >= ${moment(from)}`);
  if (to !== undefined) conditions.push(sql`at < ${moment(to)}`);
  if (before !== undefined) conditions.push(sql`entry_id < ${before}`);
  const idsWhere = (more: RawBuilder<SqlBool>) =>
    sql`(SELECT entry_id FROM audit_entries
      WHERE ${sql.join([more, ...conditions], sql` AND `)} ORDER BY entry_id DESC LIMIT ${limit})`;
  const ids =
    user_id === undefined
      ? idsWhere(sql`true`)
      : sql`${idsWhere(sql`user_id = ${user_id}`)} UNION ${idsWhere(sql`by_user = ${user_id}`)}`;
  return sql<EntryRow>`
    SELECT ${ENTRY_COLUMNS} FROM audit_entries
    WHERE entry_id IN (${ids}) ORDER BY entry_id DESC LIMIT ${limit}`;
}

/** @param ms milliseconds since 1970 */
function moment(ms: number): RawBuilder<Date> {
  return sql<Date>`to_timestamp(${ms}::double precision / 1000)`;
}
