import { type DocumentLife, inForce, nextChange } from "./life.js";
import { publicationEntries } from "./publication-entries.js";
import type { Head, HeldState, HeldVersion, PlannedEntry, PublicationPlan } from "./publication-plan.js";

export const headOf = ({ title, version }: Head): Head => ({ title, version });

/**
 * Completes a plan: parts that are not given keep the held state.
 *
 * @param life the versions and the abolition from now on
 * @param own the entries of the event itself
 */
export function planOf(
  held: HeldState,
  given: Partial<Omit<PublicationPlan, "entries">>,
  life: DocumentLife<HeldVersion> = held,
  own: readonly PlannedEntry[] = [],
): PublicationPlan {
  const [before, after] = [inForce(held, held.day), inForce(life, held.day)];
  const plan = {
    publishes: null,
    shows: after?.number ?? null,
    next_on: nextChange(life, held.day),
    waits: held.draft === null ? null : ("draft" as const),
    drops: [],
    ...((before?.number !== after?.number || before?.version !== after?.version) && { head: after && headOf(after) }),
    withdraws: null,
    destroys: null,
    returns: null,
    keeps_return: false,
    changes_version: null,
    accepted: held.accepted,
    rule: null,
    cause: null,
    draft_rule: null,
    draft_fields: null,
    fields: null,
    rule_outdated: false,
    unchanged: false,
    restores: null,
    ...given,
  };
  const { publishes, waits, drops } = plan;
  const dropsDraft = held.draft !== null && waits !== "draft" && publishes?.revision !== "draft";
  return {
    ...plan,
    drops: dropsDraft ? [...drops, "draft"] : drops,
    entries: publicationEntries(held, plan, own),
  };
}
