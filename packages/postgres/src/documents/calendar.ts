import { planSwitch } from "@retrieval/core/documents";
import { UnavailableError } from "@retrieval/core/errors";
import type { AuditEntry, Calendar } from "@retrieval/core/ports";
import { type Kysely, sql, type Transaction } from "kysely";
import { addAuditEntries } from "../audit/add-audit-entries.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { headColumns, lockDay, readDocuments } from "./document-row.js";

/** One row: the pointers of all documents stand for its day. */
export class PostgresCalendar implements Calendar {
  constructor(private readonly db: Kysely<Schema>) {}

  async moveTo(day: string, timeZone: string): Promise<number> {
    const now = await this.read();
    if (now.time_zone === timeZone && now.day >= day) return 0;
    return inTransaction(this.db, async (trx) => {
      const { day: before, time_zone } = await lockDay(trx);
      if (time_zone !== null && time_zone !== timeZone) throw new UnavailableError(otherTimeZone(time_zone, timeZone));
      await trx.updateTable("calendar").set({ time_zone: timeZone }).execute();
      return before >= day ? 0 : switchTo(trx, before, day, sql<boolean>`next_on <= ${day}::date`);
    });
  }

  set(day: string, timeZone: string): Promise<number> {
    return inTransaction(this.db, async (trx) => {
      const { day: before } = await lockDay(trx);
      await trx.updateTable("calendar").set({ time_zone: timeZone }).execute();
      return switchTo(trx, before, day, sql<boolean>`versions > 0`);
    });
  }

  read(): Promise<{ day: string; time_zone: string | null }> {
    return query(() => this.db.selectFrom("calendar").select(["day", "time_zone"]).executeTakeFirstOrThrow());
  }
}

const otherTimeZone = (stored: string, given: string) =>
  `the days of documents begin by the time zone ${stored}, and TIME_ZONE here is ${given}: set TIME_ZONE=${stored}, or change it for all instances with retrieval migrate --time-zone`;

/** How many documents one statement reads. */
const AT_ONCE = 500;

async function switchTo(
  trx: Transaction<Schema>,
  before: string,
  day: string,
  which: ReturnType<typeof sql<boolean>>,
): Promise<number> {
  await trx.updateTable("calendar").set({ day }).execute();
  const due = await trx
    .selectFrom("documents")
    .select(["document_id", "revision_id"])
    .where(which)
    .orderBy("document_id")
    .forNoKeyUpdate()
    .execute();
  let changed = 0;
  for (let from = 0; from < due.length; from += AT_ONCE) {
    const ids = due.slice(from, from + AT_ONCE).map(({ document_id }) => document_id);
    changed += await switchDocuments(trx, ids, before);
  }
  return changed;
}

async function switchDocuments(trx: Transaction<Schema>, ids: readonly string[], before: string): Promise<number> {
  const held = [...(await readDocuments(trx, ids, null)).values()];
  const switches = held.map((document) => {
    const plan = planSwitch(document, before);
    const shown = document.versions.find(({ number }) => number === plan.shows);
    const { document_id, title, version } = document;
    const names = headColumns({ document_id, title, version, ...plan.head });
    return { ...plan, document_id, ...names, revision_id: shown?.revision_id ?? null, was: document.revision_id };
  });
  await sql`
    UPDATE documents SET title = planned.title, version = planned.version, search_key = planned.search_key,
      revision_id = planned.revision_id, next_on = planned.next_on, updated_at = now()
    FROM json_to_recordset(${JSON.stringify(switches)}::json)
      AS planned (document_id text, title text, version text, search_key text, revision_id bigint, next_on date)
    WHERE documents.document_id = planned.document_id
  `.execute(trx);
  const changed = switches.filter(({ was, revision_id }) => was !== revision_id);
  if (changed.length > 0) {
    await trx
      .insertInto("document_states")
      .values(changed.map(({ document_id, head }) => ({ document_id, ...(head ?? { title: null, version: null }) })))
      .execute();
  }
  const entries = switches.flatMap(({ document_id, entries }) =>
    entries.map((entry) => ({ ...entry, by_user: null, user_id: null, document_id }) as AuditEntry),
  );
  await addAuditEntries(trx, entries);
  return changed.length;
}
