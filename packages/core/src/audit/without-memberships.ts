import type { StoredEntry } from "./audit-log.js";
import type { AuditDetails } from "./details.js";

type Details = Readonly<Record<string, unknown>>;

/** What tells the department or groups of a user, by the detail that has it. */
const HIDDEN: { readonly [Name in keyof AuditDetails<"user-changed">]?: string } = {
  before: "department_code",
  after: "department_code",
  groups_added: "first",
  groups_removed: "first",
};

/**
 * The details of an entry without the department and groups of its user, for answers that are not recorded themselves
 * (SPEC 1, docs/decisions/0034). What was requested is left out too: beside its effect, it tells what the user had. It
 * applies to the entries of other versions too.
 */
export function withoutMemberships({ kind, details }: Pick<StoredEntry, "kind" | "details">): object {
  const { requested: _, ...rest } = details as Details;
  if (kind !== "user-changed") return rest;
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, without(name, value)]));
}

function without(name: string, value: unknown): unknown {
  if (!Object.hasOwn(HIDDEN, name) || value === null) return value;
  const hidden = HIDDEN[name as keyof typeof HIDDEN] as string;
  const { [hidden]: _, ...shown } = value as Details;
  return shown;
}
