import type { AccessRules, RuleList } from "@retrieval/core";
import {
  DOCUMENT_FIELD_NAMES,
  type DocumentFields,
  isDeletable,
  standingOf,
  UNKNOWN_DOCUMENT,
} from "@retrieval/core/documents";
import type {
  DocumentCatalog,
  DocumentRecord,
  DocumentStanding,
  GovernedDocument,
  ManagedDocument,
  MembershipReach,
  RuleCause,
  RuleVersion,
  WaitingDraftHead,
} from "@retrieval/core/ports";
import { type CompiledQuery, type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { RULE_COLUMNS, ruleOf } from "../sql/document-rule.js";
import { prepared } from "../sql/prepared-statements.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { searchKey } from "../sql/search-key.js";
import { canBeStored } from "../sql/storable-text.js";
import { TODAY } from "../sql/today.js";
import { readReach } from "../users/membership-reach.js";
import { changeDocument } from "./change-document.js";
import { readDocuments } from "./document-row.js";
import { LIFE } from "./readable-lives.js";

const COLUMNS = ["document_id", "title", "version", ...RULE_COLUMNS, "rules_version"] as const;

type ListQuery = Parameters<DocumentCatalog["list"]>[0];

/** The documents in force are the rows of `documents` that point to a revision; others have versions past or to come. */
export class PostgresDocumentCatalog implements DocumentCatalog {
  readonly #byId: CompiledQuery<FoundRow>;

  constructor(private readonly db: Kysely<Schema>) {
    this.#byId = prepared(
      db
        .selectFrom("documents")
        .select(COLUMNS)
        .select(HAS_VERSIONS.as("has_versions"))
        .where("document_id", "=", "")
        .compile(),
    );
  }

  async find(document_id: string): Promise<GovernedDocument | null> {
    if (!canBeStored(document_id)) return null;
    return query(async () => {
      const { rows } = await this.db.executeQuery<FoundRow>({ ...this.#byId, parameters: [document_id] });
      const row = rows[0];
      // Checked here: as a condition it makes PostgreSQL consider another index, which takes a good part of the
      // look-up's time.
      return row?.has_versions ? governed(row) : null;
    });
  }

  async list({ query: text, limit, after, state, ...named }: ListQuery): Promise<readonly DocumentRecord[]> {
    const part = searchKey(text ?? "");
    const { allowed_department_code, allowed_group, category, owner, review_due } = named;
    const texts = [part, after, allowed_department_code, allowed_group, category, owner];
    // A line feed separates the texts that are searched, and neither contains one.
    if (part.includes("\n") || !texts.every((text) => canBeStored(text ?? ""))) return [];
    return query(async () => {
      let documents = records(this.db)
        .where(STATES[state ?? "in_force"])
        .orderBy("document_id")
        .limit(limit);
      if (after !== undefined) documents = documents.where("document_id", ">", after);
      if (part !== "") documents = documents.where(sql<boolean>`strpos(search_key, ${part}) > 0`);
      if (allowed_department_code !== undefined)
        documents = documents.where(sql<boolean>`${allowed_department_code} = ANY(allowed_department_codes)`);
      if (allowed_group !== undefined)
        documents = documents.where(sql<boolean>`${allowed_group} = ANY(allowed_groups)`);
      if (category !== undefined)
        documents = documents.where(sql<boolean>`(category = ${category} OR starts_with(category, ${`${category}/`}))`);
      if (owner !== undefined) documents = documents.where("owner", "=", owner);
      if (review_due) documents = documents.where(sql<boolean>`review_by <= ${TODAY}`);
      return (await documents.execute()).map(recordOf);
    });
  }

  async record(document_id: string): Promise<ManagedDocument | null> {
    if (!canBeStored(document_id)) return null;
    return query(async () => {
      const row = await records(this.db)
        .where("document_id", "=", document_id)
        .where(sql<boolean>`(revision_id IS NOT NULL OR draft_id IS NOT NULL OR ${HAS_VERSIONS})`)
        .executeTakeFirst();
      const held = (await readDocuments(this.db, [document_id], null)).get(document_id);
      return row === undefined ? null : { ...recordOf(row), deletable: held === undefined || isDeletable(held) };
    });
  }

  async changeFields(document_id: string, fields: Partial<DocumentFields>, by_user: string | null): Promise<boolean> {
    if (!canBeStored(document_id)) return false;
    return inTransaction(this.db, async (trx) => {
      const change = await changeDocument(trx, document_id, { event: "change-fields", fields, by_user }, null);
      return change.refusal === null;
    });
  }

  async drafts({ limit, after }: { limit: number; after?: string }): Promise<readonly WaitingDraftHead[]> {
    if (!canBeStored(after ?? "")) return [];
    return query(async () => {
      let waiting = this.db
        .selectFrom("documents")
        .innerJoin("revisions", "revisions.revision_id", "documents.draft_id")
        .select(["documents.document_id", "revisions.title", "revisions.version", "revisions.by_user"])
        .select(({ eb }) => eb("documents.revision_id", "is not", null).as("published"))
        .select(({ eb }) => eb("revisions.returned", "is not", null).as("returned"))
        .orderBy("document_id")
        .limit(limit);
      if (after !== undefined) waiting = waiting.where("documents.document_id", ">", after);
      return (await waiting.execute()).map((draft) => ({
        ...draft,
        published: Boolean(draft.published),
        returned: Boolean(draft.returned),
      }));
    });
  }

  async changeRules(
    document_id: string,
    rules: AccessRules,
    expected: number | null,
    { by_user, cause }: { readonly by_user: string | null; readonly cause: RuleCause } = {
      by_user: null,
      cause: "edit",
    },
  ): Promise<GovernedDocument | "lost" | null> {
    if (!canBeStored(document_id)) return null;
    return inTransaction(this.db, async (trx) => {
      // The second of two concurrent changes waits for the row and sees the new version.
      const event = { event: "change-rule", by_user, access_rules: rules, expected, cause } as const;
      const change = await changeDocument(trx, document_id, event, null);
      if (change.refusal !== null) return change.refusal === "lost" ? change.refusal : null;
      const { title, version, rule } = change.held;
      const { access_rules, rules_version } = change.plan.rule ?? rule;
      return { document_id, title, version, access_rules, rules_version };
    });
  }

  async standings(document_ids: readonly string[]): Promise<readonly DocumentStanding[]> {
    const held = await query(() => readDocuments(this.db, document_ids.filter(canBeStored), null));
    return document_ids.map((id) => standingOf(held.get(id) ?? UNKNOWN_DOCUMENT, id));
  }

  /**
   * The row stays, hidden, and keeps two things: the rule, which an upload without one takes up again, and when the
   * document was deleted, so that an upload accepted before does not bring it back.
   */
  async remove(document_id: string, by_user: string | null = null): Promise<boolean | "was-in-force"> {
    if (!canBeStored(document_id)) return false;
    return inTransaction(this.db, async (trx) => {
      const upload_waiting = await hasUploadWaiting(trx, document_id);
      const change = await changeDocument(trx, document_id, { event: "delete", by_user, upload_waiting }, null);
      return change.refusal === "was-in-force" ? change.refusal : change.refusal === null;
    });
  }

  async rulesHistory(
    document_id: string,
    { limit, before, version }: { limit: number; before?: number; version?: number },
  ): Promise<readonly RuleVersion[]> {
    if (!canBeStored(document_id)) return [];
    return query(async () => {
      // Each with the one before it, which may be on the next page.
      const versions = this.db
        .selectFrom("rule_versions")
        .select(["rules_version", "at", "by_user", "cause", "access_rules as after", "gained", "lost"])
        .select(
          sql<AccessRules | null>`lag(access_rules) OVER (PARTITION BY document_id ORDER BY rules_version)`.as(
            "before",
          ),
        )
        .where("document_id", "=", document_id);
      let page = this.db.selectFrom(versions.as("versions")).selectAll().orderBy("rules_version", "desc").limit(limit);
      if (before !== undefined) page = page.where("rules_version", "<", before);
      if (version !== undefined) page = page.where("rules_version", "=", version);
      return (await page.execute()).map(({ at, ...rest }) => ({ ...rest, at: at.getTime() }));
    });
  }

  reach(): Promise<MembershipReach> {
    return query(() => readReach(this.db));
  }

  unknownNames(rules: AccessRules): Promise<Readonly<Record<RuleList, readonly string[]>>> {
    return query(async () => {
      // Inactive users and their groups count as known: the search is for typing errors. It reads all users only where
      // no reader has a group.
      const { rows } = await sql<Record<RuleList, string[]>>`
        SELECT
          ARRAY(SELECT wanted FROM unnest(${[...rules.allowed_department_codes]}::text[]) WITH ORDINALITY AS given (wanted, nth)
            WHERE NOT EXISTS (SELECT FROM departments WHERE code = wanted) ORDER BY nth) AS allowed_department_codes,
          ARRAY(SELECT wanted FROM unnest(${[...rules.allowed_groups]}::text[]) WITH ORDINALITY AS given (wanted, nth)
            WHERE NOT EXISTS (SELECT FROM reader_principals WHERE principal = 'g:' || wanted)
              AND wanted NOT IN (SELECT unnest(permission_groups) FROM users) ORDER BY nth) AS allowed_groups,
          ARRAY(SELECT wanted FROM unnest(${[...rules.allowed_users]}::text[]) WITH ORDINALITY AS given (wanted, nth)
            WHERE NOT EXISTS (SELECT FROM users WHERE user_id = wanted) ORDER BY nth) AS allowed_users
      `.execute(this.db);
      return rows[0] as Record<RuleList, string[]>;
    });
  }
}

async function hasUploadWaiting(trx: Transaction<Schema>, document_id: string): Promise<boolean> {
  const upload = await trx
    .selectFrom("jobs")
    .select("job_id")
    .where("document_id", "=", document_id)
    .where("state", "in", ["queued", "running"])
    .limit(1)
    .executeTakeFirst();
  return upload !== undefined;
}

type Row = Pick<Selectable<Schema["documents"]>, (typeof COLUMNS)[number]>;
type FoundRow = Row & { readonly has_versions: boolean };

function records(db: Kysely<Schema>) {
  const draft = sql<DocumentRecord["draft"]>`(
    SELECT json_build_object('accepted', revisions.accepted, 'title', title, 'version', version, 'by_user', by_user, 'returned', returned,
      'version_is_default', version_is_default,
      'effective_from', effective_from, 'note', note, 'notice', notice, 'confirm_by', confirm_by)
    FROM revisions WHERE revisions.revision_id = documents.draft_id)`;
  const shown = sql<Pick<DocumentRecord, "effective_from" | "version_number"> | null>`(
    SELECT json_build_object('effective_from', effective_from, 'version_number', revisions.number)
    FROM revisions WHERE revisions.revision_id = documents.revision_id)`;
  return db
    .selectFrom("documents")
    .select([...COLUMNS, ...DOCUMENT_FIELD_NAMES, "next_on"])
    .select([draft.as("draft"), shown.as("shown"), LIFE.as("life")]);
}

const HAS_VERSIONS = sql<boolean>`EXISTS (
  SELECT FROM revisions WHERE revisions.document_id = documents.document_id AND revisions.number IS NOT NULL)`;

const STATES = {
  in_force: sql<boolean>`revision_id IS NOT NULL`,
  known: sql<boolean>`(revision_id IS NOT NULL OR next_on IS NOT NULL)`,
  abolished: sql<boolean>`(revision_id IS NULL AND json_array_length(abolitions) > 0 AND ${HAS_VERSIONS})`,
};

type RecordRow = Awaited<ReturnType<ReturnType<typeof records>["execute"]>>[number];

function recordOf(row: RecordRow): DocumentRecord {
  const { number, category, owner, contact, review_by, editors, source, history, next_on, life, draft } = row;
  const { effective_from = null, version_number = null } = row.shown ?? {};
  return {
    ...{ ...governed(row), number, category, owner, contact, review_by, editors, source, history },
    ...{ effective_from, version_number, next_on, life, draft },
  };
}

function governed(row: Row): GovernedDocument {
  const { document_id, title, version, rules_version } = row;
  return { document_id, title, version, access_rules: ruleOf(row), rules_version };
}
