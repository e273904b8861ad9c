import { type Refusal, refuse } from "../errors.js";
import { applyChanges } from "./apply-changes.js";
import type { Planned, PlanOptions, WrittenPlan } from "./plan-changes.js";
import type { HashedChange } from "./user-change.js";
import type { UserDirectory } from "./user-directory.js";

/** A change that names its one user needs no agreement to a deactivation (docs/decisions/0003). */
export function optionsOfOne(caller_id: string | null): PlanOptions {
  return {
    update_existing: true,
    caller_id,
    via: "record",
    yes_deactivate: "unguarded",
  };
}

/** Plans and writes a change to one user. @throws SenderNotAdminError as {@link applyChanges} does */
export async function applyOneChange(
  change: HashedChange,
  caller_id: string | null,
  users: Pick<UserDirectory, "change">,
): Promise<WrittenPlan | Refusal> {
  const { planned, refused } = await applyChanges([change], optionsOfOne(caller_id), users);
  const problem = refused.get(change.user_id);
  return problem === undefined ? acceptedPlan(planned) : refuse("INVALID_REQUEST", problem);
}

/** The plan of one change, or the refusal of a plan that failed. */
export function acceptedPlan([plan]: readonly Planned[]): WrittenPlan | Refusal {
  if (plan === undefined) throw new Error("a plan for one change came back empty");
  if (plan.result !== "error") return plan;
  if (plan.problem.code === "user.gone") return refuse("USER_NOT_FOUND", { code: "user.unknown" });
  return refuse(plan.invalid ? "INVALID_REQUEST" : "CONFLICT", plan.problem);
}
