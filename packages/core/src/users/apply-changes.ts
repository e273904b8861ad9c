import { SenderNotAdminError } from "../errors.js";
import type { Problem } from "../problems.js";
import { userEntries } from "./audit-entries.js";
import { suspectKeys } from "./new-keys.js";
import { deactivates, type Planned, type PlanOptions, planChanges, type WrittenPlan } from "./plan-changes.js";
import type { User } from "./user.js";
import type { HashedChange } from "./user-change.js";
import type { UserDirectory } from "./user-directory.js";

export interface Outcome {
  /** One for each change, in their order. */
  readonly planned: readonly Planned[];
  /** The changed users as they were, by user_id. */
  readonly existing: ReadonlyMap<string, User>;
  /** The problems of users whom the store refused, by user_id. */
  readonly refused: ReadonlyMap<string, Problem>;
}

/** The outcome that {@link applyChanges} would have now, without the guard. Writes nothing. */
export async function plannedOutcome(
  changes: readonly HashedChange[],
  options: PlanOptions,
  users: Pick<UserDirectory, "look">,
): Promise<Outcome> {
  const state = await users.look(userIds(changes), { keys: changes.flatMap(suspectKeys) });
  return { planned: planChanges(changes, state, options), existing: state.existing, refused: new Map() };
}

const userIds = (changes: readonly HashedChange[]) => changes.map(({ user_id }) => user_id);

/**
 * Plans and writes changes to distinct users in one transaction.
 * @throws SenderNotAdminError if the caller is not an active administrator in that transaction's state, and what
 *   {@link UserDirectory.change} throws
 */
export async function applyChanges(
  changes: readonly HashedChange[],
  options: PlanOptions,
  users: Pick<UserDirectory, "change">,
): Promise<Outcome> {
  if (changes.length === 0) return { planned: [], existing: new Map(), refused: new Map() };
  const { kept, refused } = await users.change(
    userIds(changes),
    (state) => {
      const { caller_id } = options;
      // Changes to users run one after the other, so no other one can demote the caller before this one commits.
      if (caller_id !== null && !state.active_admins.includes(caller_id)) throw new SenderNotAdminError(caller_id);
      const planned = planChanges(changes, state, options);
      const written = planned.filter(isWritten);
      const deactivated = written.flatMap(({ user: { user_id }, agreed }) =>
        agreed === undefined ? [] : [{ user_id, agreed }],
      );
      const records = written.map(({ user }) => user);
      const entries = userEntries({ changes, planned, written, state }, options);
      return { kept: { planned, existing: state.existing }, records, entries, deactivated };
    },
    {
      deactivations: options.yes_deactivate !== "unguarded" && deactivates(changes),
      keys: changes.flatMap(suspectKeys),
    },
  );
  return { ...kept, refused };
}

function isWritten(plan: Planned): plan is WrittenPlan {
  return plan.result !== "error" && plan.result !== "skipped" && plan.result !== "unchanged";
}
