import type { Reader } from "./audience.js";
import { seesEverything } from "./role.js";
import type { AccessRules } from "./rules.js";

/** One reason for access; `value` is the role, `*` for allow_all, or the entry of the rule that matched. */
export interface AccessReason {
  readonly by: "role" | "allow_all" | "department" | "group" | "user";
  readonly value: string;
}

export interface AccessDecision {
  readonly allowed: boolean;
  /** All reasons that hold, in the order of SPEC 5.7; empty exactly if not allowed. */
  readonly reasons: readonly AccessReason[];
}

/**
 * Decides whether this reader may see a document with these rules, and why (SPEC 5.7). It runs for every row that
 * leaves the service, so it uses plain loops over arrays, which are faster than sets at the sizes of real rules.
 *
 * @example
 * ```js
 * const reader = { user_id: "001234", role: "user", department_code: "D1", permission_groups: [] };
 * decideAccess(reader, { ...CLOSED, allowed_department_codes: ["D1"] }).reasons; // → [{ by: "department", value: "D1" }]
 * decideAccess(reader, CLOSED); // → { allowed: false, reasons: [] }
 * ```
 */
export function decideAccess(reader: Reader, rules: AccessRules): AccessDecision {
  // JavaScript may pass the null of `acceptClaims` or `readerOfClaims`.
  if (reader === null) throw new TypeError("decideAccess needs a reader; null means that there is no valid token");
  const reasons: AccessReason[] = [];
  if (seesEverything(reader.role)) reasons.push({ by: "role", value: reader.role });
  if (rules.allow_all) reasons.push({ by: "allow_all", value: "*" });
  const { department_code } = reader;
  if (department_code !== null && names(rules.allowed_department_codes, department_code)) {
    reasons.push({ by: "department", value: department_code });
  }
  if (rules.allowed_groups.length > 0) {
    const groups = reader.permission_groups;
    for (let i = 0; i < groups.length; i += 1) {
      const group = groups[i] as string;
      if (names(rules.allowed_groups, group) && groups.indexOf(group) === i)
        reasons.push({ by: "group", value: group });
    }
  }
  if (names(rules.allowed_users, reader.user_id)) reasons.push({ by: "user", value: reader.user_id });
  return { allowed: reasons.length > 0, reasons };
}

/** Same as `includes`, in two thirds of the time: V8 compiles the comparison inline, and `includes` is a call. */
function names(list: readonly string[], entry: string): boolean {
  for (let i = 0; i < list.length; i += 1) if (list[i] === entry) return true;
  return false;
}
