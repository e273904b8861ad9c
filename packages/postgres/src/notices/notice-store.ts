import { setImmediate } from "node:timers/promises";
import { type AccessRules, audienceOf } from "@retrieval/core";
import type { StructuredChunk } from "@retrieval/core/chunks";
import type {
  ComparedVersions,
  ConfirmationQuery,
  Confirmations,
  FoundNotice,
  NoticeAct,
  NoticeStore,
  NoticesAsked,
  ToldVersion,
  UserAt,
} from "@retrieval/core/ports";
import { changedArticles, NEWS_DAYS } from "@retrieval/core/ports";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { addAuditEntries } from "../audit/add-audit-entries.js";
import { maySee } from "../sql/access-filter.js";
import { RULE_COLUMNS, type RuleColumns, ruleOf } from "../sql/document-rule.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { searchKey } from "../sql/search-key.js";
import { canBeStored } from "../sql/storable-text.js";
import { TODAY } from "../sql/today.js";
import { requireAdmin } from "../users/sender.js";
import { STATE_COLUMNS } from "../users/user-states.js";

/** Changes between two versions never change, so they are kept: of the last so many pairs. */
const KEPT_PAIRS = 2_000;
const pairOf = ({ document_id, before, after }: ComparedVersions) => `${document_id} ${before} ${after}`;
/** How many versions are read at once where all are. */
const VERSIONS_AT_ONCE = 200;
/** The highest number that the database can compare. */
const NUMBER_MAX = 2 ** 31 - 1;

const ACTS = { confirmation: "confirmations", read: "notice_reads" } as const satisfies Record<NoticeAct, string>;

/** What both statements select of a version and its document. */
interface VersionRow extends RuleColumns, Pick<ToldVersion, "document_id" | "title" | "number" | "version" | "life"> {
  readonly notice: ToldVersion["notice"];
  readonly note: string | null;
  readonly effective_from: string;
  readonly confirm_by: string | null;
  /** The end of the last day to confirm, if that is over. */
  readonly ended: Date | null;
  readonly rules_then: AccessRules | null;
}

interface NoticeRow extends VersionRow, Record<"read_at" | "confirmed_at" | "reminded_at", Date | null> {
  readonly published_on: string;
  readonly confirmed_on: string | null;
  readonly user_then: UserAt | null;
}

export class PostgresNoticeStore implements NoticeStore {
  readonly #changes = new Map<string, Promise<readonly string[] | null>>();

  constructor(private readonly db: Kysely<Schema>) {}

  async noticed(asked: NoticesAsked): Promise<readonly FoundNotice[]> {
    const { filter, user_id, timeZone, document_id } = asked;
    if (!canBeStored(document_id ?? "")) return [];
    const wanted =
      document_id === null
        ? sql`(greatest(effective_from, published_on, confirmed_on) > ${TODAY} - ${sql.lit(NEWS_DAYS)}
            OR notice = 'confirm' AND confirmation.at IS NULL) AND NOT EXISTS (
            SELECT FROM revisions AS later
            WHERE later.document_id = documents.document_id AND later.notice <> 'none' AND later.withdrawn IS NULL
              AND later.effective_from <= ${TODAY}
              AND (later.effective_from, later.number) > (revisions.effective_from, revisions.number))`
        : sql`documents.document_id = ${document_id}`;
    const { rows } = await query(() =>
      sql<NoticeRow>`
        SELECT ${VERSION_COLUMNS}, published_on, confirmed_on, read.at AS read_at, confirmation.at AS confirmed_at,
          (SELECT max(at) FROM reminders AS reminder WHERE ${isOf("reminder")}) AS reminded_at,
          CASE WHEN ended IS NOT NULL THEN (
            SELECT row_to_json(state) FROM (${userAt(sql`${user_id}`)}) AS state) END AS user_then
        FROM ${versionsIn(timeZone)}
        LEFT JOIN confirmations AS confirmation ON ${isOf("confirmation")} AND confirmation.user_id = ${user_id}
        CROSS JOIN LATERAL (SELECT ${dayIn(timeZone, "published_at")} AS published_on,
          ${dayIn(timeZone, "confirmation.at")} AS confirmed_on) AS days
        LEFT JOIN notice_reads AS read ON ${isOf("read")} AND read.user_id = ${user_id}
        WHERE notice <> 'none' AND withdrawn IS NULL AND ${wanted} AND ${maySee(filter)}`.execute(this.db),
    );
    return rows.map(({ read_at, confirmed_at, reminded_at, user_then, ended, rules_then, ...row }) => ({
      ...headOf(row),
      ...{ published_on: row.published_on, confirmed_on: row.confirmed_on, life: row.life, access_rules: ruleOf(row) },
      ...{ read_at: timeOf(read_at), confirmed_at: timeOf(confirmed_at), reminded_at: timeOf(reminded_at) },
      at_deadline: ended && { rules: rules_then ?? ruleOf(row), user: user_then },
    }));
  }

  async changedArticles(pairs: readonly ComparedVersions[]): Promise<readonly (readonly string[])[]> {
    const found: (readonly string[])[] = [];
    // One after the other: the texts of all pairs at once could be large.
    for (const pair of pairs) found.push((await this.#changesOf(pair)) ?? []);
    return found;
  }

  /** Readers who ask for the same pair at once wait for one comparison. @returns null if one of the versions is gone */
  async #changesOf(pair: ComparedVersions): Promise<readonly string[] | null> {
    const key = pairOf(pair);
    const known = this.#changes.get(key);
    if (known !== undefined) return known;
    const finding = this.#findChanges(pair);
    this.#changes.set(key, finding);
    for (const oldest of this.#changes.keys()) if (this.#changes.size > KEPT_PAIRS) this.#changes.delete(oldest);
    const changes = await finding.catch((error) => {
      this.#changes.delete(key);
      throw error;
    });
    if (changes === null) this.#changes.delete(key);
    return changes;
  }

  async #findChanges({ document_id, before, after }: ComparedVersions): Promise<readonly string[] | null> {
    const { rows } = await query(() =>
      sql<{ readonly number: number; readonly chunks: StructuredChunk[] }>`
        SELECT number, (SELECT coalesce(json_agg(chunk ORDER BY place), '[]') FROM chunks
          WHERE chunks.revision_id = revisions.revision_id) AS chunks
        FROM revisions WHERE document_id = ${document_id} AND number IN (${before}, ${after})`.execute(this.db),
    );
    const [old, own] = [before, after].map((number) => rows.find((row) => row.number === number)?.chunks);
    return old && own ? changedArticles(old, own, setImmediate) : null;
  }

  async note(act: NoticeAct, document_id: string, number: number, user_id: string): Promise<number> {
    const table = sql.table(ACTS[act]);
    const added = await query(() =>
      sql<{ at: Date }>`
        INSERT INTO ${table} (document_id, number, user_id) VALUES (${document_id}, ${number}, ${user_id})
        ON CONFLICT DO NOTHING RETURNING at`.execute(this.db),
    );
    if (added.rows[0] !== undefined) return added.rows[0].at.getTime();
    const { rows } = await query(() =>
      sql<{ at: Date }>`
        SELECT at FROM ${table} WHERE document_id = ${document_id} AND number = ${number} AND user_id = ${user_id}`.execute(
        this.db,
      ),
    );
    return (rows[0] as { at: Date }).at.getTime();
  }

  async find(document_id: string, number: number | null, timeZone: string): Promise<ToldVersion | null> {
    if (!canBeStored(document_id) || (number ?? 0) > NUMBER_MAX) return null;
    const wanted = number === null ? sql`notice = 'confirm' AND withdrawn IS NULL` : sql`revisions.number = ${number}`;
    const versions = await this.#told(
      sql`documents.document_id = ${document_id} AND ${wanted} ORDER BY revisions.number DESC LIMIT 1`,
      timeZone,
    );
    return versions[0] ?? null;
  }

  async *published(timeZone: string): AsyncGenerator<ToldVersion> {
    for (let after: readonly [string, number] | null = ["", 0]; after !== null; ) {
      const [document_id, number]: readonly [string, number] = after;
      const page = await this.#told(
        sql`(documents.document_id, revisions.number) > (${document_id}, ${number})
          ORDER BY documents.document_id, revisions.number LIMIT ${VERSIONS_AT_ONCE}`,
        timeZone,
      );
      yield* page;
      const last = page.length < VERSIONS_AT_ONCE ? undefined : page.at(-1);
      after = last ? [last.document_id, last.number] : null;
    }
  }

  async #told(wanted: RawBuilder<unknown>, timeZone: string): Promise<ToldVersion[]> {
    type Row = VersionRow &
      Pick<
        ToldVersion,
        "document_number" | "owner" | "history" | "destroyed_sha256" | "rule_changes" | "reminded_at" | "erased_readers"
      > & {
        readonly published_at: Date;
        readonly withdrawn: { readonly at: string } | null;
      };
    const { rows } = await query(() =>
      sql<Row>`
        SELECT ${VERSION_COLUMNS}, published_at, withdrawn, documents.number AS document_number, owner, history,
          (SELECT text_sha256 FROM destroyed WHERE ${isOf("destroyed")}) AS destroyed_sha256,
          (SELECT count(*)::integer FROM rule_versions AS rule
            WHERE rule.document_id = documents.document_id AND rule.at > published_at) AS rule_changes,
          (SELECT coalesce(json_agg(${milliseconds("at")} ORDER BY at), '[]')
            FROM reminders AS reminder WHERE ${isOf("reminder")}) AS reminded_at,
          coalesce((SELECT readers FROM erased_readers AS erased WHERE ${isOf("erased")}), 0) AS erased_readers
        FROM ${versionsIn(timeZone)}
        WHERE ${wanted}`.execute(this.db),
    );
    return rows.map(({ published_at, withdrawn, ended, rules_then, ...row }) => {
      const { document_number, owner, history, rule_changes, reminded_at, life, destroyed_sha256, erased_readers } =
        row;
      const access_rules = ruleOf(row);
      return {
        ...headOf(row),
        ...{ document_number, owner, history, destroyed_sha256, rule_changes, reminded_at, life, access_rules },
        erased_readers,
        published_at: published_at.getTime(),
        withdrawn_at: withdrawn && Date.parse(withdrawn.at),
        deadline: ended && { at: ended.getTime(), rules: rules_then ?? access_rules },
      };
    });
  }

  async confirmations(version: ToldVersion, asked: ConfirmationQuery): Promise<Confirmations> {
    const { document_id, number, access_rules, deadline } = version;
    const { state, query: part = "", after = "", limit } = asked;
    const key = searchKey(part);
    const isPossible = canBeStored(key) && !key.includes("\n") && canBeStored(after);
    const states = { all: sql`true`, open: sql`at IS NULL`, confirmed: sql`at IS NOT NULL` };
    const page = sql`
      SELECT user_id, display_name, ${milliseconds("at")} AS confirmed_at FROM asked
      WHERE ${isPossible} AND ${states[state]} AND user_id > ${isPossible ? after : ""}
        AND strpos(search_key, ${isPossible ? key : ""}) > 0
      ORDER BY user_id LIMIT ${limit}`;
    const { rows } = await query(() =>
      sql<Confirmations>`
        WITH asked AS MATERIALIZED (
          SELECT user_id, coalesce(display_name, user_id) AS display_name, coalesce(search_key, user_id) AS search_key,
            confirmation.at
          FROM users FULL JOIN (
            SELECT user_id, at FROM confirmations WHERE document_id = ${document_id} AND number = ${number}
          ) AS confirmation USING (user_id)
          WHERE confirmation.at IS NOT NULL OR role = 'user' AND is_active AND ${mayReadNow(access_rules)}
            AND ${deadline === null ? sql`true` : couldReadAt(deadline)}
        )
        SELECT count(*)::integer AS of, count(at)::integer AS confirmed,
          ${milliseconds("min(at)")} AS first_at, ${milliseconds("max(at)")} AS last_at,
          (SELECT coalesce(json_agg(page ORDER BY user_id), '[]') FROM (${page}) AS page) AS users
        FROM asked`.execute(this.db),
    );
    return rows[0] as Confirmations;
  }

  async textHashes(document_id: string, number: number): Promise<readonly string[]> {
    const rows = await query(() =>
      this.db
        .selectFrom("chunks")
        .innerJoin("revisions", "revisions.revision_id", "chunks.revision_id")
        .select("text_hash")
        .where("document_id", "=", document_id)
        .where("number", "=", number)
        .orderBy("place")
        .execute(),
    );
    return rows.map(({ text_hash }) => text_hash);
  }

  remind({ document_id, number }: ToldVersion, readers: number, by_user: string): Promise<number> {
    return inTransaction(this.db, async (trx) => {
      const { rows } = await sql<{ at: Date }>`
        INSERT INTO reminders (document_id, number, by_user) VALUES (${document_id}, ${number}, ${by_user})
        RETURNING at`.execute(trx);
      const details = { number, readers };
      await addAuditEntries(trx, [{ kind: "readers-reminded", by_user, user_id: null, document_id, details }]);
      await requireAdmin(trx, by_user);
      return (rows[0] as { at: Date }).at.getTime();
    });
  }
}

const VERSION_COLUMNS = sql.raw(
  [
    "documents.document_id, revisions.title, revisions.number, revisions.version, notice, note",
    "effective_from, confirm_by, life, ended",
    ...RULE_COLUMNS.map((name) => `documents.${name}`),
    `CASE WHEN ended IS NOT NULL THEN (
      SELECT rule.access_rules FROM rule_versions AS rule
      WHERE rule.document_id = documents.document_id AND rule.at < ended ORDER BY rules_version DESC LIMIT 1
    ) END AS rules_then`,
  ].join(", "),
);

/** The published versions with their documents, lives and, where it is over, the end of the last day to confirm. */
function versionsIn(timeZone: string): RawBuilder<unknown> {
  return sql`revisions JOIN documents ON documents.document_id = revisions.document_id AND revisions.number IS NOT NULL
    CROSS JOIN LATERAL (
      SELECT json_build_object('day', ${TODAY}, 'abolitions', documents.abolitions, 'versions', json_agg(json_build_object(
        'number', one.number, 'effective_from', one.effective_from, 'withdrawn', one.withdrawn IS NOT NULL,
        'notice', one.notice, 'withdrawn_on', CASE WHEN one.withdrawn IS NOT NULL THEN one.kept_from END, 'stated_on',
        CASE WHEN one.withdrawn IS NULL THEN one.kept_from ELSE (one.published_at AT TIME ZONE ${timeZone})::date END))) AS life
      FROM revisions AS one WHERE one.document_id = documents.document_id AND one.number IS NOT NULL
    ) AS lives
    LEFT JOIN LATERAL (SELECT (confirm_by + 1)::timestamp AT TIME ZONE ${timeZone} AS ended) AS deadline
      ON confirm_by < ${TODAY}`;
}

const isOf = (table: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.document_id`)} = documents.document_id
    AND ${sql.ref(`${table}.number`)} = revisions.number`;

const dayIn = (timeZone: string, at: string) => sql`(${sql.ref(at)} AT TIME ZONE ${timeZone})::date`;

/** The user's state before `ended`. */
const userAt = (user_id: RawBuilder<unknown>) => sql`
  SELECT ${STATE_COLUMNS} FROM user_states
  WHERE user_id = ${user_id} AND at < ended ORDER BY state_id DESC LIMIT 1`;

/** Form 2 of the access rule, from the side of `users`. */
function mayReadNow(rules: AccessRules): RawBuilder<SqlBool> {
  if (rules.allow_all) return sql<SqlBool>`true`;
  return sql<SqlBool>`users.user_id IN (
    SELECT user_id FROM reader_principals WHERE principal = ANY(${audienceOf(rules)}::text[]))`;
}

/** `couldRead` of core, of each of `users`. */
function couldReadAt({ at, rules }: { readonly at: number; readonly rules: AccessRules }): RawBuilder<SqlBool> {
  const isNamed = rules.allow_all
    ? sql`true`
    : sql`EXISTS (SELECT FROM principals_of(user_id, department_code, permission_groups) AS principal
        WHERE principal = ANY(${audienceOf(rules)}::text[]))`;
  return sql<SqlBool>`EXISTS (
    SELECT FROM (SELECT to_timestamp(${at}::double precision / 1000) AS ended) AS deadline,
      LATERAL (${userAt(sql`users.user_id`)}) AS state
    WHERE state.is_active AND (state.role <> 'user' OR ${isNamed}))`;
}

const milliseconds = (at: string) => sql.raw(`floor(extract(epoch FROM ${at}) * 1000)::double precision`);
const timeOf = (at: Date | null) => at?.getTime() ?? null;

function headOf({
  document_id,
  title,
  number,
  version,
  notice,
  note,
  effective_from,
  confirm_by,
}: VersionRow | Omit<VersionRow, "ended" | "rules_then">) {
  return { document_id, title, number, version, notice, note, effective_from, confirm_by };
}
