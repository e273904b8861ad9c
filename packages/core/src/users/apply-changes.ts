import { SenderNotAdminError } from "../errors.js";
import type { Problem } from "../problems.js";
import { userEntries } from "./audit-entries.js";
import { suspectKeys } from "./new-keys.js";
import { deactivates, type Planned, type PlanOptions, planChanges, type WrittenPlan } from "./plan-changes.js";
import type { HashedChange } from "./user-change.js";
import type { ChangeStep, Reached, UserDirectory } from "./user-directory.js";

/**
 * Plans and writes changes to distinct users in one transaction.
 * @throws SenderNotAdminError if the caller is not an active administrator in that transaction's state, and what
 *   {@link UserDirectory.change} throws
 */
export async function applyChanges(
  changes: readonly HashedChange[],
  options: PlanOptions,
  users: Pick<UserDirectory, "change">,
  step?: ChangeStep<readonly Planned[]>,
): Promise<{ planned: readonly Planned[]; refused: ReadonlyMap<string, Problem>; reached: Reached | null }> {
  if (changes.length === 0) return { planned: [], refused: new Map(), reached: null };
  const { kept: planned, ...outcome } = await users.change(
    changes.map(({ user_id }) => user_id),
    (state) => {
      const { caller_id } = options;
      // Changes to users run one after the other, so no other one can demote the caller before this one commits.
      if (caller_id !== null && !state.active_admins.includes(caller_id)) throw new SenderNotAdminError(caller_id);
      const kept = planChanges(changes, state, options);
      const written = kept.filter(isWritten);
      const deactivated = written.flatMap(({ user: { user_id }, agreed }) =>
        agreed === undefined ? [] : [{ user_id, agreed }],
      );
      const records = written.map(({ user }) => user);
      return { kept, records, entries: userEntries({ changes, planned: kept, written, state }, options), deactivated };
    },
    {
      step,
      deactivations: options.yes_deactivate !== "unguarded" && deactivates(changes),
      keys: changes.flatMap(suspectKeys),
    },
  );
  return { planned, ...outcome };
}

function isWritten(plan: Planned): plan is WrittenPlan {
  return plan.result !== "error" && plan.result !== "skipped" && plan.result !== "unchanged";
}
