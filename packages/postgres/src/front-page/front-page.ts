import { type Refusal, refuse } from "@retrieval/core/errors";
import type { FrontPage, FrontPageStore } from "@retrieval/core/ports";
import type { Kysely } from "kysely";
import { addAuditEntries } from "../audit/add-audit-entries.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { requireAdmin } from "../users/sender.js";

export class PostgresFrontPage implements FrontPageStore {
  constructor(private readonly db: Kysely<Schema>) {}

  read(): Promise<FrontPage> {
    return query(() => pageIn(this.db).executeTakeFirstOrThrow());
  }

  change(questions: readonly string[], expected: number | null, by_user: string): Promise<FrontPage | Refusal> {
    return inTransaction(this.db, async (trx) => {
      const held = await pageIn(trx).forNoKeyUpdate().executeTakeFirstOrThrow();
      if (expected !== null && expected !== held.version)
        return refuse("PRECONDITION_FAILED", { code: "if_match.outdated" });
      const isSame = JSON.stringify(questions) === JSON.stringify(held.questions);
      const changed = { questions: [...questions], version: held.version + 1 };
      if (!isSame) {
        await trx.updateTable("front_page").set(changed).execute();
        const details = { questions_before: held.questions, questions };
        await addAuditEntries(trx, [
          { kind: "front-page-changed", by_user, user_id: null, document_id: null, details },
        ]);
      }
      await requireAdmin(trx, by_user);
      return isSame ? held : changed;
    });
  }
}

const pageIn = (db: Kysely<Schema>) => db.selectFrom("front_page").select(["questions", "version"]);
