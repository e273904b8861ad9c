import { seesEverything } from "../access/role.js";
import type { AccessRules } from "../access/rules.js";
import type { AuditLog } from "../audit/audit-log.js";
import { versionHash } from "../chunks/text-hash.js";
import type { Clock } from "../clock.js";
import { dayIn, startOfDay } from "../day.js";
import { ceasesOn, isAfter, type RecordedVersion, revives } from "../documents/life.js";
import { isRefusal, type Refusal } from "../errors.js";
import { isPseudonym } from "../users/pseudonym.js";
import type { CertifiedMoment } from "../users/user-erasures.js";
import { type ConfirmationDeps, findVersion, type StandingVersion, standingOf } from "./confirmations.js";
import type { AccessThen } from "./notice.js";
import type { Confirmations, ToldVersion } from "./notice-store.js";
import { couldRead } from "./shown-notices.js";

/** What is known of how a version was made known. Times are milliseconds since 1970, days are texts. */
export interface Certificate extends StandingVersion {
  readonly made_at: number;
  readonly text_sha256: string;
  /** The first day on which readers do not see it any more; null: they see it. */
  readonly readable_until: string | null;
  /** Active users with role `user` who could read the version at the deadline, else at its end, else now. */
  readonly readers: { readonly at: number; readonly count: number; readonly access_rules: AccessRules };
  /** null: it is not to be confirmed. */
  readonly confirmations: Confirmations | null;
}

/** Puts together the certificate of a published version. */
export async function readCertificate(
  document_id: string,
  number: number,
  deps: ConfirmationDeps & { readonly audit: Pick<AuditLog, "documentAt" | "usersAt">; readonly clock: Clock },
): Promise<Certificate | Refusal> {
  const found = await findVersion(document_id, number, deps);
  if (isRefusal(found)) return found;
  const { notices, audit, clock, timeZone } = deps;
  const { notice, deadline } = found.version;
  const made_at = clock.now();
  const readable_until = readableUntil(found, timeZone);
  const { at, access_rules } = certifiedAt(found.version, readable_until, made_at, timeZone);
  const rules = (await audit.documentAt(document_id, at))?.access_rules ?? access_rules;
  const known = (await audit.usersAt(at)).filter(({ user_id }) => !isPseudonym(user_id));
  // None of a version that is in force again: an erased user is no reader now.
  const erased = deadline === null && readable_until === null ? 0 : found.version.erased_readers;
  const count = known.filter((user) => isCounted({ rules, user })).length + erased;
  return {
    ...found,
    made_at,
    text_sha256: found.version.destroyed_sha256 ?? versionHash(await notices.textHashes(document_id, number)),
    readable_until,
    readers: { at, count, access_rules: rules },
    confirmations: notice === "confirm" ? await notices.confirmations(found.version, { state: "all", limit: 0 }) : null,
  };
}

/** Whether a certificate counts the user as a reader. */
export function isCounted({ rules, user }: AccessThen): boolean {
  return user !== null && !seesEverything(user.role) && couldRead({ rules, user });
}

/** The moments that are over of which certificates count readers. */
export async function certifiedMoments({
  notices,
  clock,
  timeZone,
}: ConfirmationDeps & { readonly clock: Clock }): Promise<readonly CertifiedMoment[]> {
  const now = clock.now();
  const moments: CertifiedMoment[] = [];
  for await (const version of notices.published(timeZone)) {
    const found = standingOf(version);
    const readable_until = found && readableUntil(found, timeZone);
    if (version.deadline === null && readable_until === null) continue;
    const { document_id, number } = version;
    moments.push({ document_id, number, ...certifiedAt(version, readable_until, now, timeZone) });
  }
  return moments;
}

/** The moment of which a certificate counts the readers, and the rule then where no history has it. */
function certifiedAt(
  { deadline, access_rules }: ToldVersion,
  readable_until: string | null,
  now: number,
  timeZone: string,
): Pick<CertifiedMoment, "at" | "access_rules"> {
  const ended = deadline?.at ?? (readable_until === null ? now : startOfDay(readable_until, timeZone));
  return { at: Math.min(ended - 1, now), access_rules: deadline?.rules ?? access_rules };
}

/**
 * The first day on which readers did not see a version any more: the day that ended it, or the later one on which that was
 * stated, or the one on which it was withdrawn; null: they see it.
 */
export function readableUntil({ version, standing }: StandingVersion, timeZone: string): string | null {
  const { life, number, published_at, withdrawn_at, history } = version;
  const withdrawn_on = withdrawn_at === null ? NEVER : dayIn(withdrawn_at, timeZone);
  const own = life.versions.find((other) => other.number === number);
  if (own === undefined || (standing !== "past" && standing !== "withdrawn")) return null;
  const ceased = ceasesOn(own, life);
  const by = ceased ?? own.effective_from;
  const stated = [
    ...life.versions.filter((other) => isAfter(other, own) && cameInForce(other) && other.effective_from <= by),
    ...life.abolitions.filter((end) => end.effective_on <= by && !revives(own, end)),
  ].map(({ stated_on }) => stated_on);
  const lost = [ceased ?? "", dayIn(published_at, timeZone), stated.sort()[0] ?? NEVER].sort().at(-1) as string;
  const last = history === "readers" || lost > withdrawn_on ? withdrawn_on : lost;
  return last === NEVER ? null : last;
}

const cameInForce = ({ effective_from, withdrawn_on }: RecordedVersion) => (withdrawn_on ?? NEVER) > effective_from;
/** Behind every day. */
const NEVER = "~";
