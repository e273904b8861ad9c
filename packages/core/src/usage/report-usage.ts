import type { AuditLog } from "../audit/audit-log.js";
import type { Clock } from "../clock.js";
import { dayOf } from "../day.js";
import { OTHERS_MIN, USERS_MIN, type UsageKind } from "./kinds.js";
import type { UsageEntry, UsageStore } from "./usage-store.js";

const DAY_MS = 86_400_000;
/** A day is over for the report this long after its end, because its last marks are written then. */
const WRITTEN_MS = 60_000;
/** How many subjects of each kind are reported. */
const REPORTED = 100;
const OF_DOCUMENTS: ReadonlySet<UsageKind> = new Set(["answer-wrong-in", "document-read"]);

/** A word, or a document with its last title. */
interface ReportedUsage extends Omit<UsageEntry, "subject"> {
  readonly word: string | null;
  readonly document_id: string | null;
  readonly title: string | null;
}

interface UsageDeps {
  readonly store: Pick<UsageStore, "report">;
  readonly audit: Pick<AuditLog, "names">;
  readonly clock: Clock;
}

/**
 * What at least three users looked for, missed or read on one day. Only days that are over count: on the current one, a
 * number that rises would show what the user asked whom the audit log names at that moment.
 *
 * @param days how many, up to yesterday (UTC)
 * @returns `from`: the first of these days
 */
export async function reportUsage(
  days: number,
  { store, audit, clock }: UsageDeps,
): Promise<{ readonly from: string; readonly entries: readonly ReportedUsage[] }> {
  const now = clock.now() - WRITTEN_MS;
  const [from, before] = [dayOf(now - days * DAY_MS), dayOf(now)];
  const found = await store.report({ from, before }, { users: USERS_MIN, others: OTHERS_MIN }, REPORTED);
  const ids = new Set(found.flatMap(({ kind, subject }) => (OF_DOCUMENTS.has(kind) ? [subject] : [])));
  const { documents } = await audit.names({ user_ids: [], document_ids: [...ids] });
  const titles = new Map(documents.map(({ document_id, title }) => [document_id, title]));
  const entries = found.map(({ subject, ...counts }) =>
    OF_DOCUMENTS.has(counts.kind)
      ? { ...counts, word: null, document_id: subject, title: titles.get(subject) ?? null }
      : { ...counts, word: subject, document_id: null, title: null },
  );
  return { from, entries };
}
