import type { AccessReason, AccessRules, Reader } from "@retrieval/core";
import { type Enforcer, newEnforcer, newModelFromString, StringAdapter } from "casbin";

/** Attributes of reader and document (ABAC), one policy for each way in; the policy that allows is the reason. */
const MODEL = `
[request_definition]
r = reader, document, act

[policy_definition]
p = way, act

[policy_effect]
e = some(where (p.eft == allow))

[matchers]
m = r.act == p.act && ( \\
  p.way == "role" && (r.reader.role == "admin" || r.reader.role == "developer") || \\
  p.way == "allow_all" && r.document.allow_all || \\
  p.way == "department" && contains(r.document.allowed_department_codes, r.reader.department_code) || \\
  p.way == "group" && meets(r.document.allowed_groups, r.reader.permission_groups) || \\
  p.way == "user" && contains(r.document.allowed_users, r.reader.user_id))
`;
const WAYS: readonly AccessReason["by"][] = ["role", "allow_all", "department", "group", "user"];

export async function casbinEnforcer(): Promise<Enforcer> {
  const policies = WAYS.map((way) => `p, ${way}, read`).join("\n");
  const enforcer = await newEnforcer(newModelFromString(MODEL), new StringAdapter(policies));
  await enforcer.addFunction("contains", (list: readonly string[], entry: string) => list.includes(entry));
  await enforcer.addFunction("meets", (list: readonly string[], others: readonly string[]) =>
    others.some((entry) => list.includes(entry)),
  );
  return enforcer;
}

/** The first reason, or undefined if there is none. */
export function casbinReason(enforcer: Enforcer, reader: Reader, rules: AccessRules): string | undefined {
  const [allowed, [way]] = enforcer.enforceExSync(reader, rules, "read");
  return allowed ? way : undefined;
}
