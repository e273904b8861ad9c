import type { AuditLog } from "../ports/audit-log.js";
import type { Clock } from "../ports/clock.js";
import type { UsageEntry, UsageStore } from "../ports/usage-store.js";
import { USERS_MIN, type UsageKind } from "./kinds.js";

const DAY_MS = 86_400_000;
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
 * What at least three users looked for, missed or read on one day. @param days how many, with today (UTC)
 *
 * @returns `from`: the first of these days
 */
export async function reportUsage(
  days: number,
  { store, audit, clock }: UsageDeps,
): Promise<{ readonly from: string; readonly entries: readonly ReportedUsage[] }> {
  const from = new Date(clock.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const found = await store.report(from, USERS_MIN, REPORTED);
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
