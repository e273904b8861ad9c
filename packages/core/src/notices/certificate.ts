import { seesEverything } from "../access/role.js";
import type { AccessRules } from "../access/rules.js";
import type { AuditLog } from "../audit/audit-log.js";
import { versionHash } from "../chunks/text-hash.js";
import { dayIn } from "../day.js";
import { type DatedVersion, inForce, nextChange } from "../documents/life.js";
import { isRefusal, type Refusal } from "../errors.js";
import { type ConfirmationDeps, findVersion, type StandingVersion } from "./confirmations.js";
import type { Confirmations } from "./notice-store.js";
import { couldRead } from "./shown-notices.js";

/** What is known of how a version was made known. Times are milliseconds since 1970, days are texts. */
export interface Certificate extends StandingVersion {
  readonly made_at: number;
  readonly text_sha256: string;
  /** The first day on which readers do not see it any more; null: they see it. */
  readonly readable_until: string | null;
  /** Who could read the document at the deadline, or now: active users with role `user`. */
  readonly readers: { readonly at: number; readonly count: number; readonly access_rules: AccessRules };
  /** null: nobody is asked to confirm it. */
  readonly confirmations: Confirmations | null;
}

/** Puts together the certificate of a published version. */
export async function readCertificate(
  document_id: string,
  number: number,
  deps: ConfirmationDeps & { readonly audit: Pick<AuditLog, "usersAt"> },
): Promise<Certificate | Refusal> {
  const found = await findVersion(document_id, number, deps);
  if (isRefusal(found)) return found;
  const { notices, audit, clock, timeZone } = deps;
  const { deadline, access_rules, notice } = found.version;
  const made_at = clock.now();
  const at = deadline === null ? made_at : deadline.at - 1;
  const rules = deadline?.rules ?? access_rules;
  const users = await audit.usersAt(at);
  const count = users.filter((user) => !seesEverything(user.role) && couldRead({ rules, user })).length;
  return {
    ...found,
    made_at,
    text_sha256: versionHash(await notices.textHashes(document_id, number)),
    readable_until: readableUntil(found, timeZone),
    readers: { at, count, access_rules: rules },
    confirmations: notice === "confirm" ? await notices.confirmations(found.version, { state: "all", limit: 0 }) : null,
  };
}

function readableUntil({ version, standing }: StandingVersion, timeZone: string): string | null {
  if (version.withdrawn_at !== null) return dayIn(version.withdrawn_at, timeZone);
  if (standing !== "past") return null;
  const { life, number, effective_from } = version;
  const wasInForce = (inForce(life, effective_from) as DatedVersion | null)?.number === number;
  return wasInForce ? nextChange(life, effective_from) : effective_from;
}
