import type { AccessDecision, AccessReason, AccessRules, Reader } from "@retrieval/core";

/** The rule in its simplest form: for each way in, a check of its list. */
export function naiveDecision(reader: Reader, rules: AccessRules): AccessDecision {
  const reasons: AccessReason[] = [];
  if (["admin", "developer"].includes(reader.role)) reasons.push({ by: "role", value: reader.role });
  if (rules.allow_all) reasons.push({ by: "allow_all", value: "*" });
  if (reader.department_code !== null && rules.allowed_department_codes.includes(reader.department_code)) {
    reasons.push({ by: "department", value: reader.department_code });
  }
  for (const group of reader.permission_groups) {
    if (rules.allowed_groups.includes(group)) reasons.push({ by: "group", value: group });
  }
  if (rules.allowed_users.includes(reader.user_id)) reasons.push({ by: "user", value: reader.user_id });
  return { allowed: reasons.length > 0, reasons };
}

/** The same without reasons: it stops at the first way in. */
export function naiveMaySee(reader: Reader, rules: AccessRules): boolean {
  return (
    reader.role === "admin" ||
    reader.role === "developer" ||
    rules.allow_all ||
    (reader.department_code !== null && rules.allowed_department_codes.includes(reader.department_code)) ||
    reader.permission_groups.some((group) => rules.allowed_groups.includes(group)) ||
    rules.allowed_users.includes(reader.user_id)
  );
}
