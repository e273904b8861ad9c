import { isRefusal, type Refusal } from "@retrieval/core/errors";
import type { ChangedVocabulary, VocabularyStore } from "@retrieval/core/ports";
import type { KeptEntry, Starter } from "@retrieval/core/search";
import { listedIn } from "@retrieval/core/use-cases";
import { type Kysely, sql } from "kysely";
import { addAuditEntries } from "../audit/add-audit-entries.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { selectRecords } from "../sql/select-records.js";
import { requireAdmin } from "../users/sender.js";

const COLUMNS = ["said", "meant", "both_ways", "weight", "on", "starter"] as const;

export class PostgresVocabularyStore implements VocabularyStore {
  constructor(private readonly db: Kysely<Schema>) {}

  read(): Promise<readonly KeptEntry[]> {
    return query(() => entriesOf(this.db));
  }

  change(plan: Parameters<VocabularyStore["change"]>[0], by_user: string | null): Promise<ChangedVocabulary | Refusal> {
    return inTransaction(this.db, async (trx) => {
      // The second of two changes waits here, also for one that was written by hand.
      await sql`LOCK TABLE vocabulary IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
      const change = plan(await entriesOf(trx));
      if (isRefusal(change)) return change;
      const { added, changed, removed } = change;
      const written = [...added, ...changed];
      const touched = [...written, ...removed];
      if (touched.length > 0) {
        await sql`DELETE FROM vocabulary WHERE said = ANY (${removed.map(({ said }) => said)}::text[])`.execute(trx);
        await sql`
          INSERT INTO vocabulary (${sql.join(COLUMNS.map((name) => sql.ref(name)))}) ${records(written)}
          ON CONFLICT (said) DO UPDATE SET (meant, both_ways, weight, "on", starter)
            = (excluded.meant, excluded.both_ways, excluded.weight, excluded."on", excluded.starter)
        `.execute(trx);
        const entry = {
          kind: "vocabulary-changed",
          by_user,
          user_id: null,
          document_id: null,
          details: {
            entries: { added: added.length, changed: changed.length, removed: removed.length },
            ...listedIn({ said: touched.map(({ said }) => said) }),
          },
        } as const;
        await addAuditEntries(trx, [entry]);
      }
      await requireAdmin(trx, by_user);
      return { entries: await entriesOf(trx), change };
    });
  }

  addStarters(entries: readonly Starter[]): Promise<boolean> {
    return query(async () => {
      const given = entries.map((entry) => ({ ...entry, on: true, starter: true }));
      const { rows } = await sql<{ added: boolean }>`
        WITH first AS (
          INSERT INTO vocabulary_starters DEFAULT VALUES ON CONFLICT DO NOTHING RETURNING only_row
        ), added AS (
          INSERT INTO vocabulary (${sql.join(COLUMNS.map((name) => sql.ref(name)))})
          SELECT given.* FROM first, (${records(given)}) AS given ON CONFLICT (said) DO NOTHING
        )
        SELECT EXISTS (SELECT FROM first) AS added
      `.execute(this.db);
      return rows[0]?.added ?? false;
    });
  }
}

/** All entries, in code-point order of `said`. */
async function entriesOf(db: Kysely<Schema>): Promise<KeptEntry[]> {
  return db.selectFrom("vocabulary").select(COLUMNS).orderBy("said").execute();
}

const records = (entries: readonly KeptEntry[]) =>
  selectRecords(entries, {
    said: "text",
    meant: "text[]",
    both_ways: "boolean",
    weight: "float8",
    on: "boolean",
    starter: "boolean",
  });
