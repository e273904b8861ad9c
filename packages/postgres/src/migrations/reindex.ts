import { UnreadableDocumentError } from "@retrieval/core/ports";
import { TERMS_VERSION } from "@retrieval/core/search";
import type { Kysely } from "kysely";
import { lockDocument } from "../documents/document-row.js";
import { chunksOf } from "../documents/revisions.js";
import { addSearchEntries } from "../search/search-entries.js";
import type { SearchTexts } from "../search/search-text.js";
import type { Schema } from "../sql/schema.js";

/** Whether the search index has every published document, by this code's rules. */
export async function isIndexed(db: Kysely<Schema>): Promise<boolean> {
  const state = await db.selectFrom("search_state").select("terms_version").executeTakeFirst();
  return state?.terms_version === TERMS_VERSION;
}

/**
 * Rebuilds the search index of every published document, if it was made by other rules than this code's
 * (`TERMS_VERSION`), one document per transaction: it may be interrupted, and run by several instances at once.
 */
export async function indexAgain(db: Kysely<Schema>, searchTexts: SearchTexts): Promise<void> {
  if (await isIndexed(db)) return;
  const documents = await db
    .selectFrom("documents")
    .select("document_id")
    .where("revision_id", "is not", null)
    .orderBy("document_id")
    .execute();
  for (const { document_id } of documents) {
    const indexing = db.transaction().execute(async (trx) => {
      const revision_id = await lockDocument(trx, document_id);
      if (revision_id === null) return;
      await trx.deleteFrom("search_entries").where("revision_id", "=", revision_id).execute();
      await addSearchEntries(trx, document_id, revision_id, await chunksOf(trx, revision_id), searchTexts);
    });
    await indexing.catch((error: unknown) => {
      if (!(error instanceof UnreadableDocumentError)) throw error;
      throw new Error(`The search index of ${document_id} could not be made. ${error.message}`);
    });
  }
  await db
    .insertInto("search_state")
    .values({ terms_version: TERMS_VERSION })
    .onConflict((conflict) => conflict.column("only_row").doUpdateSet({ terms_version: TERMS_VERSION }))
    .execute();
}
