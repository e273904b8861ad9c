import { describe, expect, it } from "@jest/globals";
import { aUser } from "@retrieval/contract";
import type { Problem } from "../../src/problems.js";
import { type PlanOptions, planChanges } from "../../src/users/plan-changes.js";
import type { User } from "../../src/users/user.js";
import type { HashedChange } from "../../src/users/user-change.js";

/** The problems of one change to a user who exists. */
function problemsOf(
  change: Partial<HashedChange>,
  user: User,
  options: Partial<PlanOptions> = {},
  deactivations = { active: 0, recent: 0, unagreed: 0 },
): readonly Problem[] {
  const state = {
    existing: new Map([[user.user_id, user]]),
    active_admins: user.role === "admin" ? [user.user_id] : ["000009", "000008"],
    deactivations,
    known_keys: new Set<string>(),
    departments: [
      { code: "D1", name: "人事部" },
      { code: "D2", name: "人事部" },
    ],
  };
  const [plan] = planChanges([{ user_id: user.user_id, ...change }], state, {
    update_existing: true,
    caller_id: null,
    via: "import",
    yes_deactivate: 0,
    ...options,
  });
  return plan?.result === "error" ? [plan.problem] : (plan?.warnings ?? []);
}

const admin = aUser({ user_id: "000001", role: "admin" });
const ordinary = aUser({ user_id: "000002", role: "user" });
const inactive = { ...ordinary, is_active: false };

describe("a refused or suspicious change", () => {
  it.each<[string, readonly Problem[], Problem]>([
    ["the last admin", problemsOf({ is_active: false }, admin), { code: "admin.last" }],
    ["oneself", problemsOf({ is_active: false }, admin, { caller_id: "000001" }), { code: "admin.own_role" }],
    [
      "an admin in a synchronisation",
      problemsOf({ role: "user" }, admin, { via: "sync" }),
      { code: "role.left_alone", role: "admin" },
    ],
    [
      "an unknown department",
      problemsOf({ department: "無い部署" }, ordinary),
      { code: "department.unmatched", why: "unknown" },
    ],
    [
      "an ambiguous department",
      problemsOf({ department: "人事部" }, ordinary),
      { code: "department.unmatched", why: "ambiguous" },
    ],
    ["an unknown code", problemsOf({ department_code: "D9" }, ordinary), { code: "department_code.unknown" }],
    [
      "an inactive user in a file",
      problemsOf({ display_name: "x" }, inactive),
      { code: "user.stays_inactive", via: "file" },
    ],
    [
      "an inactive user in a call",
      problemsOf({ display_name: "x" }, inactive, { via: "bulk" }),
      { code: "user.stays_inactive", via: "call" },
    ],
    [
      "a group that looks like another",
      problemsOf({ permission_groups: ["g", "\u2066g"] }, ordinary),
      { code: "field.invisible_character", field: "permission_groups[1]", character: "U+2066", place: 1 },
    ],
    [
      "a deactivation too many",
      problemsOf({ is_active: false }, ordinary, {}, { active: 20, recent: 10, unagreed: 10 }),
      { code: "deactivations.too_many", count: 11, max: 10 },
    ],
    ["a user who is gone", problemsOf({ user_id: "000003", is_active: false }, ordinary), { code: "user.gone" }],
  ])("names its problem: %s", (_, problems, problem) => {
    expect(problems).toEqual([problem]);
  });
});
