import type { DocumentLives, LifeEvent } from "@retrieval/core/ports";
import type { Kysely, Transaction } from "kysely";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";
import { changeDocument } from "./change-document.js";

export class PostgresDocumentLives implements DocumentLives {
  constructor(private readonly db: Kysely<Schema>) {}

  async change(document_id: string, event: LifeEvent, by_user: string | null) {
    if (!canBeStored(document_id)) return "nothing-there";
    return inTransaction(this.db, async (trx) => {
      const isSuccessor = event.event !== "abolish" || (await mayReplace(trx, document_id, event.replaced_by));
      if (!isSuccessor) return "successor-unknown";
      return (await changeDocument(trx, document_id, { ...event, by_user }, null)).refusal;
    });
  }

  async forgetDrafts(before: number, limit: number): Promise<number> {
    const drafts = await query(() =>
      this.db
        .selectFrom("documents")
        .innerJoin("revisions", "revisions.revision_id", "documents.draft_id")
        .select("documents.document_id")
        .where("created_at", "<", new Date(before))
        .limit(limit)
        .execute(),
    );
    for (const { document_id } of drafts) {
      const event = { event: "delete-draft", by_user: null } as const;
      await inTransaction(this.db, (trx) => changeDocument(trx, document_id, event, null));
    }
    return drafts.length;
  }
}

async function mayReplace(trx: Transaction<Schema>, document_id: string, successor: string | null): Promise<boolean> {
  if (successor === null) return true;
  if (successor === document_id || !canBeStored(successor)) return false;
  const found = trx.selectFrom("documents").select("document_id").where("document_id", "=", successor);
  return (await found.where("versions", ">", 0).executeTakeFirst()) !== undefined;
}
