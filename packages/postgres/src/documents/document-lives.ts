import type { DocumentLives, LifeEvent } from "@retrieval/core/ports";
import type { Kysely } from "kysely";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";
import { changeDocument } from "./change-document.js";

export class PostgresDocumentLives implements DocumentLives {
  constructor(private readonly db: Kysely<Schema>) {}

  async change(document_id: string, event: LifeEvent, by_user: string | null) {
    if (!canBeStored(document_id)) return "nothing-there";
    return inTransaction(this.db, async (trx) => {
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
