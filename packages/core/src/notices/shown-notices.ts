import { decideAccess } from "../access/decision.js";
import { dayOf } from "../day.js";
import { type DatedVersion, inForce, standing } from "../documents/life.js";
import type { AccessThen, FoundNotice, NoticedVersion } from "./notice.js";

/** How many days a version in force is news. */
const NEWS_DAYS = 30;
const DAY_MS = 86_400_000;

/** The last day on which a version that came into force is no news any more. */
export function newsSince(day: string): string {
  return dayOf(Date.parse(day) - NEWS_DAYS * DAY_MS);
}

/** A notice on a day. */
export type StandingNotice = FoundNotice & {
  readonly standing: "in_force" | "coming";
  /** Whether the reader is asked to confirm the version. */
  readonly asked: boolean;
  /** The number of the version that it is compared with; null: it is the first. */
  readonly before: number | null;
};

/**
 * The notices of versions that are in force on a day or coming, in their order: first what the reader has to confirm,
 * the reminded first, then by the last day; then what is coming, by date; then what is in force, the newest first.
 */
export function standingNotices(found: readonly FoundNotice[], day: string): readonly StandingNotice[] {
  const notices = found.flatMap((notice) => {
    const { life, number } = notice;
    const own = life.versions.find((version) => version.number === number);
    const stands = own && standing(own, life, day);
    if (stands !== "in_force" && stands !== "coming") return [];
    const before = versionBefore(own as DatedVersion, life.versions)?.number ?? null;
    return [{ ...notice, standing: stands, asked: isAsked(notice), before }];
  });
  return notices.sort(byPlace);
}

/** The standing notices that a reader is shown: those to confirm, those coming, and those in force within 30 days. */
export function shownNotices(found: readonly FoundNotice[], day: string): readonly StandingNotice[] {
  const since = newsSince(day);
  return standingNotices(found, day).filter((notice) => isDue(notice) || notice.effective_from > since);
}

/** Whether the user could read a document with these rules. */
export function couldRead({ rules, user }: AccessThen): boolean {
  return user?.is_active === true && decideAccess(user, rules).allowed;
}

/** The version that was in force, or would have been, before the day of this one; null: none. */
export function versionBefore<Version extends DatedVersion>(
  { effective_from }: Pick<Version, "effective_from">,
  versions: readonly Version[],
): Version | null {
  const earlier = versions.filter((version) => version.effective_from < effective_from);
  return inForce({ versions: earlier, abolished: null }, effective_from);
}

/** Who could not read the document at the end of the last day to confirm is told of the version, and not asked. */
const isAsked = ({ notice, at_deadline }: FoundNotice) =>
  notice === "confirm" && (at_deadline === null || couldRead(at_deadline));
const isDue = ({ asked, confirmed_at }: StandingNotice) => asked && confirmed_at === null;

function byPlace(a: StandingNotice, b: StandingNotice): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  if (one !== other) return one - other;
  const isNews = one === 3;
  return (
    (one < 2 ? compare(a.confirm_by ?? NO_DAY, b.confirm_by ?? NO_DAY) : 0) ||
    (isNews ? -1 : 1) * compare(a.effective_from, b.effective_from) ||
    compare(a.document_id, b.document_id) ||
    a.number - b.number
  );
}

function placeOf(notice: StandingNotice & Pick<NoticedVersion, "reminded_at">): 0 | 1 | 2 | 3 {
  if (isDue(notice)) return notice.reminded_at === null ? 1 : 0;
  return notice.standing === "coming" ? 2 : 3;
}

/** Behind every day. */
const NO_DAY = "~";
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
