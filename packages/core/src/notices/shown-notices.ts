import { decideAccess } from "../access/decision.js";
import { type Role, seesEverything } from "../access/role.js";
import { dayOf } from "../day.js";
import { type DocumentLife, inForce, standing, versionBefore } from "../documents/life.js";
import type { AccessThen, FoundNotice, NoticedVersion, TellingLife, TellingVersion } from "./notice.js";

/** How many days a version is news after it came into force, was published, or was confirmed by the reader. */
export const NEWS_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Whether the notice of a version is about what is in force or coming today. A later version without a notice, such as
 * a corrected word, does not end it.
 */
export function noticeStanding(version: TellingVersion, { versions, abolitions, day }: TellingLife) {
  return standing(version, { versions: versions.filter(({ notice }) => notice !== "none"), abolitions }, day);
}

/**
 * The versions that a notice compares: the one before its day, and the last of its day, because a version without a
 * notice corrects it; null: no notice of the day of this version is about what is in force or coming.
 */
export function toldVersions<Version extends TellingVersion>(
  { effective_from }: Version,
  life: DocumentLife<Version> & Pick<TellingLife, "day">,
): { readonly before: Version | null; readonly after: Version } | null {
  const told = life.versions.find((other) => {
    if (other.effective_from !== effective_from || other.notice === "none") return false;
    const is = noticeStanding(other, life);
    return is === "in_force" || is === "coming";
  });
  if (told === undefined) return null;
  return { before: versionBefore(told, life.versions), after: inForce(life, effective_from) ?? told };
}

/** A notice today. */
export type StandingNotice = FoundNotice & {
  /** As {@link noticeStanding} says. */
  readonly standing: "in_force" | "coming";
  /** The numbers of the versions that it compares ({@link toldVersions}); null: there is none before. */
  readonly before: number | null;
  readonly after: number;
};

/**
 * The notices of versions that are in force or coming, in their order: first what the reader has to confirm,
 * the reminded first, then by the last day; then what is coming, by date; then what is in force, the newest first.
 */
export function standingNotices(found: readonly FoundNotice[], role: Role): readonly StandingNotice[] {
  const notices = found.flatMap((notice) => {
    const { life, number } = notice;
    const own = life.versions.find((version) => version.number === number);
    if (own === undefined) return [];
    const stands = noticeStanding(own, life);
    if (stands !== "in_force" && stands !== "coming") return [];
    const told = toldVersions(own, life);
    const compared = { before: told?.before?.number ?? null, after: told?.after.number ?? number };
    const isTold = notice.notice === "confirm" && (seesEverything(role) || !isAsked(notice));
    return [{ ...notice, ...(isTold && { notice: "tell" as const }), standing: stands, ...compared }];
  });
  return notices.sort(byPlace);
}

/** The standing notices that a reader is shown: those to confirm, those coming, and the news of {@link NEWS_DAYS}. */
export function shownNotices(found: readonly FoundNotice[], role: Role): readonly StandingNotice[] {
  return standingNotices(found, role).filter((notice) => isDue(notice) || isNews(notice));
}

function isNews({ effective_from, published_on, confirmed_on, life }: FoundNotice): boolean {
  const since = dayOf(Date.parse(life.day) - NEWS_DAYS * DAY_MS);
  return [effective_from, published_on, confirmed_on ?? ""].some((day) => day > since);
}

/** Whether the user could read a document with these rules. */
export function couldRead({ rules, user }: AccessThen): boolean {
  return user?.is_active === true && decideAccess(user, rules).allowed;
}

/**
 * Who could not read the document at the end of the last day to confirm is told of the version, and not asked; nor is who
 * sees every document.
 */
const isAsked = ({ at_deadline }: FoundNotice) => at_deadline === null || couldRead(at_deadline);
const isDue = ({ notice, confirmed_at }: StandingNotice) => notice === "confirm" && confirmed_at === null;

function byPlace(a: StandingNotice, b: StandingNotice): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  if (one !== other) return one - other;
  return (
    (one < 2 ? compare(a.confirm_by ?? NO_DAY, b.confirm_by ?? NO_DAY) : 0) ||
    (one === 3 ? -1 : 1) * compare(a.effective_from, b.effective_from) ||
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
