import type { Deactivations } from "../ports/user-directory.js";

/** This many users can always be deactivated, so that the guard leaves small companies alone. */
export const DEACTIVATIONS_ALWAYS = 10;
/** One in this many: 20 %. */
export const DEACTIVATIONS_ONE_IN = 5;

/**
 * How many ordinary users may be deactivated within 24 hours without agreement (DESIGN, "mass deactivation"): 20 % of
 * those who were active in that time, and never fewer than 10. A deactivation does not change the limit, because it
 * moves a user from `active` to `recent`.
 */
export function deactivationLimit({ active, recent }: Deactivations): number {
  return Math.max(DEACTIVATIONS_ALWAYS, Math.floor((active + recent) / DEACTIVATIONS_ONE_IN));
}

/** How many more ordinary users a call may deactivate if it agrees to `agreed` of them. */
export function deactivationsAllowed(so_far: Deactivations, agreed: number): number {
  return agreed + Math.max(0, deactivationLimit(so_far) - so_far.unagreed);
}

export type GuardVerdict =
  | { readonly allowed: true; readonly agreed: boolean }
  /** `count`: the deactivations without agreement if this one were made too. */
  | { readonly allowed: false; readonly count: number; readonly max: number };

/**
 * The guard of one call as a question that is asked once for each deactivation, in order: the first `agreed` ones are
 * agreed to, and those after them count against the limit. It allows `deactivationsAllowed` of them and no more.
 *
 * @param agreed "unguarded": all are allowed, and all count in the calls after this one
 */
export function deactivationGuard(so_far: Deactivations | null, agreed: number | "unguarded"): () => GuardVerdict {
  if (agreed === "unguarded") return () => ({ allowed: true, agreed: false });
  if (so_far === null) throw new Error("the guard needs the deactivations of the last 24 hours");
  const max = deactivationLimit(so_far);
  let [left, count] = [agreed, so_far.unagreed];
  return () => {
    if (left > 0) {
      left -= 1;
      return { allowed: true, agreed: true };
    }
    if (count >= max) return { allowed: false, count: count + 1, max };
    count += 1;
    return { allowed: true, agreed: false };
  };
}
