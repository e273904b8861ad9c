import type { AccessRules, DocumentVersion } from "@retrieval/core";
import { sql, type Transaction } from "kysely";
import { ruleColumns } from "./document-rule.js";
import type { Schema } from "./schema.js";
import { searchKey } from "./search-key.js";

/** A document's row while this transaction holds it: nobody else publishes, drafts or removes that document meanwhile. */
export interface HeldDocument {
  readonly document_id: string;
  readonly revision_id: string | null;
  /** Of what is published, or of the deletion; 0 if the document has been neither. */
  readonly accepted: number;
  /** When the rule in force was stated, by the same count. */
  readonly rules_accepted: number;
  readonly draft: WaitingDraft | null;
  /**
   * The rule that was stated with the draft of a document that never had a rule in force; else null. It must not get
   * lost with the draft: what was to be restricted would come back open.
   */
  readonly pending_rules: AccessRules | null;
}

export interface WaitingDraft {
  readonly revision_id: string;
  readonly title: string;
  readonly version: string;
  readonly accepted: number;
  readonly access_rules: AccessRules | null;
}

/** Holds the document's row, making it first if there is none. */
export async function holdOrAdd(
  trx: Transaction<Schema>,
  version: Pick<DocumentVersion, "document_id" | "title" | "version" | "default_rules">,
): Promise<HeldDocument> {
  const { document_id, default_rules } = version;
  await trx
    .insertInto("documents")
    .values({
      document_id,
      ...headColumns(document_id, version),
      revision_id: null,
      draft_id: null,
      accepted: 0,
      ...ruleColumns(default_rules),
      rules_version: NOT_IN_FORCE,
    })
    // Of two first versions at once the second waits here and then finds the row of the first. A default that was
    // never in force gives way to today's.
    .onConflict((conflict) =>
      conflict
        .column("document_id")
        .doUpdateSet(ruleColumns(default_rules))
        .where("documents.rules_version", "=", NOT_IN_FORCE),
    )
    .execute();
  return (await hold(trx, document_id)) as HeldDocument;
}

/** Holds the document's row, if there is one. */
export async function hold(trx: Transaction<Schema>, document_id: string): Promise<HeldDocument | null> {
  const row = await trx
    .selectFrom("documents")
    .select(["revision_id", "draft_id", "accepted", "rules_version", "rules_accepted"])
    .where("document_id", "=", document_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const draft = row.draft_id === null ? null : await readDraft(trx, row.draft_id);
  return {
    document_id,
    revision_id: row.revision_id,
    accepted: Number(row.accepted),
    rules_accepted: Number(row.rules_accepted),
    draft,
    pending_rules: row.rules_version === NOT_IN_FORCE ? (draft?.access_rules ?? null) : null,
  };
}

/** What a document is called, and where a search for it looks: `searchKey` keeps line feeds, which neither text has. */
export function headColumns(document_id: string, { title, version }: Pick<DocumentVersion, "title" | "version">) {
  return { title, version, search_key: searchKey(`${document_id}\n${title}`) };
}

/** Draws the next number in the one order of uploads, deletions and changes of rules. */
export const nextAcceptance = () => sql<string>`nextval('acceptance')`;

/** The rules_version of a row whose rule is a mere default and has never been in force. */
export const NOT_IN_FORCE = 0;

async function readDraft(trx: Transaction<Schema>, revision_id: string): Promise<WaitingDraft> {
  const draft = await trx
    .selectFrom("revisions")
    .select(["revision_id", "title", "version", "accepted", "access_rules"])
    .where("revision_id", "=", revision_id)
    .executeTakeFirstOrThrow();
  return { ...draft, accepted: Number(draft.accepted) };
}
