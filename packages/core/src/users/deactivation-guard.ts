import type { Deactivations } from "./user-directory.js";

/** This many users can always be deactivated, so that the guard does not hinder small companies. */
const DEACTIVATIONS_ALWAYS = 10;
/** One in this many: 20 %. */
const DEACTIVATIONS_ONE_IN = 5;

/**
 * How many ordinary users may be deactivated within 24 hours without agreement (docs/decisions/0003): 20 % of
 * the users who were active in that time, and at least 10. A deactivation does not change the limit, because it moves a
 * user from `active` to `recent`.
 */
export function deactivationLimit({ active, recent }: Deactivations): number {
  return Math.max(DEACTIVATIONS_ALWAYS, Math.floor((active + recent) / DEACTIVATIONS_ONE_IN));
}

/** How many ordinary users a call may deactivate: the number it agrees to, or the rest of the limit if that is more. */
export function deactivationsAllowed(so_far: Deactivations, agreed: number): number {
  return Math.max(agreed, deactivationLimit(so_far) - so_far.unagreed);
}

type GuardVerdict =
  | { readonly allowed: true; readonly agreed: boolean }
  /** `count`: the deactivations within 24 hours with this one, without those that earlier calls agreed to. */
  | { readonly allowed: false; readonly count: number; readonly max: number };

/**
 * The guard of one call. The caller asks it once for each deactivation, in order. It allows `deactivationsAllowed` of
 * them; the first `agreed` ones do not count in later calls.
 *
 * @param agreed "unguarded": all are allowed, and all count in later calls
 */
export function deactivationGuard(so_far: Deactivations | null, agreed: number | "unguarded"): () => GuardVerdict {
  if (agreed === "unguarded") return () => ({ allowed: true, agreed: false });
  if (so_far === null) throw new Error("the guard needs the deactivations of the last 24 hours");
  const allowed = deactivationsAllowed(so_far, agreed);
  let made = 0;
  return () => {
    if (made >= allowed) {
      return { allowed: false, count: so_far.unagreed + made + 1, max: deactivationLimit(so_far) };
    }
    made += 1;
    return { allowed: true, agreed: made <= agreed };
  };
}
