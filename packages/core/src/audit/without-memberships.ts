import type { AuditEntry } from "./audit-log.js";

type Details = Readonly<Record<string, unknown>>;

/**
 * The details of an entry without the department and groups of its user, for answers that are not recorded themselves
 * (SPEC 1, docs/decisions/0034). What was requested is left out too: beside its effect, it tells what the user had.
 */
export function withoutMemberships({ kind, details }: Pick<AuditEntry, "kind" | "details">): object {
  const { requested: _, ...rest } = details as Details;
  if (kind !== "user-changed") return rest;
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, without(name, value)]));
}

const HIDDEN: Readonly<Record<string, string>> = {
  before: "department_code",
  after: "department_code",
  groups_added: "first",
  groups_removed: "first",
};

function without(name: string, value: unknown): unknown {
  const hidden = HIDDEN[name];
  if (hidden === undefined || value === null) return value;
  const { [hidden]: _, ...shown } = value as Details;
  return shown;
}
