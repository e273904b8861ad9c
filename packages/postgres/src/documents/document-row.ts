import {
  DOCUMENT_FIELD_NAMES,
  type DocumentFields,
  type DocumentHead,
  type HeldState,
  type HeldVersion,
  UNKNOWN_DOCUMENT,
} from "@retrieval/core/documents";
import { type Kysely, sql, type Transaction } from "kysely";
import { RULE_COLUMNS, ruleColumns, ruleOf } from "../sql/document-rule.js";
import type { Schema } from "../sql/schema.js";
import { searchKey } from "../sql/search-key.js";
import { TODAY } from "../sql/today.js";

/** A document's state with the fields that only its row has. */
export interface HeldDocument extends HeldState, DocumentHead {
  readonly revision_id: string | null;
  readonly draft_id: string | null;
  readonly versions: readonly (HeldVersion & { readonly revision_id: string })[];
}

/**
 * Keeps the day until the transaction ends: the switch to another day waits for it. MUST be the first lock of a
 * transaction that also locks documents, as it is of the switch.
 */
export async function holdDay(trx: Transaction<Schema>): Promise<void> {
  await sql`SELECT FROM calendar FOR SHARE`.execute(trx);
}

/**
 * Locks the document's row until the transaction ends: meanwhile only this transaction publishes, drafts or removes that
 * document.
 *
 * @param first the names of the row that is made if there is none; null: a document without a row stays unknown
 */
export async function holdDocument(
  trx: Transaction<Schema>,
  document_id: string,
  by_user: string | null,
  first: DocumentHead | null,
): Promise<HeldDocument> {
  if (first === null) {
    // Its first version may be published before the next statement, which would then read a row without a lock.
    if ((await lockDocument(trx, document_id)) === null) return unknownDocument(document_id);
  } else {
    const { accepted, rule } = UNKNOWN_DOCUMENT;
    await trx
      .insertInto("documents")
      .values({
        document_id,
        ...headColumns(first),
        revision_id: null,
        draft_id: null,
        accepted,
        ...ruleColumns(rule.access_rules),
        rules_version: rule.rules_version,
      })
      // The second of two concurrent first versions waits here and then finds the row of the first. An existing row is
      // locked and not written.
      .onConflict((conflict) =>
        conflict.column("document_id").doUpdateSet({ updated_at: sql<Date>`now()` }).where(sql<boolean>`false`),
      )
      .execute();
  }
  // In a separate statement after the lock, so that it sees what was committed while it waited for the lock.
  return (await readDocuments(trx, [document_id], by_user)).get(document_id) ?? unknownDocument(document_id);
}

/** Locks the day against publications. @returns the calendar's row */
export async function lockDay(trx: Transaction<Schema>) {
  return trx.selectFrom("calendar").select(["day", "time_zone"]).forUpdate().executeTakeFirstOrThrow();
}

/** Locks the document's row. @returns its published revision; null without a row */
export async function lockDocument(
  trx: Transaction<Schema>,
  document_id: string,
): Promise<Pick<HeldDocument, "revision_id"> | null> {
  const row = await trx
    .selectFrom("documents")
    .select("revision_id")
    .where("document_id", "=", document_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** @returns by document_id, without documents that have no row */
export async function readDocuments(
  db: Kysely<Schema>,
  document_ids: readonly string[],
  by_user: string | null,
): Promise<ReadonlyMap<string, HeldDocument>> {
  const rows = await documentRows(db, document_ids, by_user).execute();
  return new Map(rows.map((row) => [row.document_id, heldDocument(row)]));
}

function documentRows(db: Kysely<Schema>, document_ids: readonly string[], by_user: string | null) {
  return db
    .selectFrom("documents")
    .leftJoin("revisions as draft", "draft.revision_id", "documents.draft_id")
    .leftJoin("users as sender", (join) => join.on("sender.user_id", "=", by_user))
    .select(RULE_COLUMNS.map((name) => `documents.${name}` as const))
    .select([
      "documents.document_id",
      "documents.title",
      "documents.version",
      "documents.revision_id",
      "documents.draft_id",
    ])
    .select(["documents.accepted", "documents.rules_version", "documents.rules_accepted"])
    .select(["draft.by_user as draft_by_user", "draft.version_is_default", "draft.fields as draft_fields"])
    .select(["draft.title as draft_title", "draft.version as draft_version", "draft.accepted as draft_accepted"])
    .select(["draft.access_rules as draft_rules", "draft.rules_accepted as draft_rules_accepted"])
    .select(["draft.effective_from", "draft.note", "draft.notice", "draft.confirm_by"])
    .select(["documents.versions as numbered", "documents.abolitions"])
    .select(TODAY.as("day"))
    .select(
      sql<boolean>`EXISTS (SELECT FROM confirmations WHERE confirmations.document_id = documents.document_id)`.as(
        "is_confirmed",
      ),
    )
    .select(VERSIONS.as("versions"))
    .select(["sender.role", "sender.is_active"])
    .select(DOCUMENT_FIELD_NAMES.map((name) => `documents.${name}` as const))
    .select(
      sql<string[]>`ARRAY(SELECT user_id FROM users WHERE user_id = ANY(editors) AND role = 'admin' AND is_active)`.as(
        "active_editors",
      ),
    )
    .where(sql<boolean>`documents.document_id = ANY(${[...document_ids]})`);
}

/** Of a row of `documents`. */
const VERSIONS = sql<(HeldVersion & { revision_id: string; is_recent: boolean })[]>`(
  SELECT coalesce(json_agg(json_build_object('revision_id', revision_id::text, 'number', number, 'title', title,
    'version', version, 'effective_from', effective_from, 'withdrawn', withdrawn IS NOT NULL, 'accepted', accepted,
    'note', note, 'version_is_default', version_is_default, 'kept_from', kept_from,
    'destroyed', EXISTS (SELECT FROM destroyed AS gone WHERE (gone.document_id, gone.number) = (revisions.document_id, revisions.number)),
    'is_recent', published_at > now() - interval '24 hours') ORDER BY number), '[]')
  FROM revisions WHERE revisions.document_id = documents.document_id AND number IS NOT NULL)`;

type DocumentRow = Awaited<ReturnType<ReturnType<typeof documentRows>["execute"]>>[number];

function heldDocument(row: DocumentRow): HeldDocument {
  const { document_id, title, version, revision_id, draft_id, rules_version, role, is_active } = row;
  const { number, category, owner, contact, review_by, editors, source, history, active_editors } = row;
  const draft = {
    title: row.draft_title as string,
    version: row.draft_version as string,
    accepted: Number(row.draft_accepted),
    by_user: row.draft_by_user,
    fields: row.draft_fields,
    version_is_default: row.version_is_default ?? false,
    ...{ effective_from: row.effective_from, note: row.note, notice: row.notice ?? "none", confirm_by: row.confirm_by },
    rule: row.draft_rules && {
      access_rules: row.draft_rules,
      rules_accepted: Number(row.draft_rules_accepted ?? row.draft_accepted),
    },
  };
  const [first] = row.versions;
  return {
    document_id,
    title,
    version,
    revision_id,
    draft_id,
    ...{ day: row.day, versions: row.versions, numbered: row.numbered, abolitions: row.abolitions },
    first_publication: first === undefined ? null : { on: first.kept_from, is_recent: first.is_recent },
    is_confirmed: row.is_confirmed,
    four_eyes: false,
    has_content: false,
    draft_has_content: false,
    accepted: Number(row.accepted),
    rule: { access_rules: ruleOf(row), rules_accepted: Number(row.rules_accepted), rules_version },
    draft: draft_id === null ? null : draft,
    fields: { number, category, owner, contact, review_by, editors, source, history },
    active_editors,
    sender: role === null || is_active === null ? null : { role, is_active },
  };
}

export function unknownDocument(document_id: string): HeldDocument {
  const head = { document_id, title: document_id, version: "" };
  return { ...UNKNOWN_DOCUMENT, versions: [], ...head, revision_id: null, draft_id: null };
}

/**
 * The document's names, and the text that a search for it scans: `searchKey` keeps line feeds, which neither name has.
 */
export function headColumns({ document_id, title, version }: DocumentHead) {
  return { title, version, search_key: searchKey(`${document_id}\n${title}`) };
}

/** The fields of a document that change, for its row. */
export function fieldColumns(fields: Partial<DocumentFields> | null) {
  const { editors, ...others } = fields ?? {};
  return { ...others, ...(editors && { editors: [...editors] }) };
}
