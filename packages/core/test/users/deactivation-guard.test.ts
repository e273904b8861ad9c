import { describe, expect, it } from "@jest/globals";
import { aUser } from "@retrieval/contract/builders";
import fc from "fast-check";
import { deactivationGuard, deactivationLimit, deactivationsAllowed } from "../../src/users/deactivation-guard.js";
import { type PlanOptions, planChanges } from "../../src/users/plan-changes.js";
import type { Deactivations } from "../../src/users/user-directory.js";

const some = (max: number) => fc.nat({ max });
/** `unagreed` is part of `recent`. */
const states: fc.Arbitrary<Deactivations> = fc
  .tuple(some(300), some(80), some(80))
  .map(([active, unagreed, agreed]) => ({ active, recent: unagreed + agreed, unagreed }));

describe("the limit of deactivations", () => {
  it.each([
    [0, 10],
    [10, 10],
    [50, 10],
    [54, 10],
    [55, 11],
    [280, 56],
    [281, 56],
    [284, 56],
    [285, 57],
  ])("of %d users is %d: 20 %, and never fewer than 10", (active, limit) => {
    expect(deactivationLimit({ active, recent: 0, unagreed: 0 })).toBe(limit);
  });

  it("is exceeded exactly by more than 20 % and more than 10", () => {
    fc.assert(
      fc.property(states, some(100), (state, count) => {
        const mass = count > 10 && count > 0.2 * (state.active + state.recent);
        expect(count > deactivationLimit(state)).toBe(mass);
      }),
    );
  });
});

describe("the guard of a call", () => {
  const asked = (state: Deactivations, agreed: number, times: number) => {
    const guard = deactivationGuard(state, agreed);
    return Array.from({ length: times }, guard);
  };

  it("allows the first ones, up to the agreed number or the rest of the limit, and counts those without agreement", () => {
    fc.assert(
      fc.property(states, some(60), some(120), (state, agreed, times) => {
        const verdicts = asked(state, agreed, times);
        const allowed = Math.max(agreed, deactivationLimit(state) - state.unagreed);
        expect(deactivationsAllowed(state, agreed)).toBe(allowed);
        expect(verdicts.map((verdict) => verdict.allowed)).toEqual(verdicts.map((_, i) => i < allowed));
        expect(verdicts.filter((verdict) => verdict.allowed && verdict.agreed)).toHaveLength(Math.min(times, agreed));
      }),
    );
  });

  it("gives the same result in one call as in several", () => {
    fc.assert(
      fc.property(states, fc.array(some(40), { maxLength: 6 }), (state, calls) => {
        let now = state;
        for (const times of calls) {
          const made = asked(now, 0, times).filter(({ allowed }) => allowed).length;
          now = { active: now.active - made, recent: now.recent + made, unagreed: now.unagreed + made };
        }
        const together = calls.reduce((sum, times) => sum + times, 0);
        expect(now.unagreed - state.unagreed).toBe(asked(state, 0, together).filter(({ allowed }) => allowed).length);
      }),
    );
  });

  it("names the count and the limit if it refuses", () => {
    expect(deactivationGuard({ active: 20, recent: 12, unagreed: 10 }, 0)()).toEqual({
      allowed: false,
      count: 11,
      max: 10,
    });
  });
});

describe("planned changes under the guard", () => {
  const OPTIONS: PlanOptions = {
    update_existing: true,
    caller_id: null,
    via: "bulk",
    yes_deactivate: 0,
  };
  const users = Array.from({ length: 14 }, (_, i) => aUser({ user_id: `${i}` }));
  const resultsOf = (changed: readonly ReturnType<typeof aUser>[], options: Partial<PlanOptions> = {}) => {
    const state = {
      existing: new Map(changed.map((user) => [user.user_id, user])),
      departments: [],
      active_admins: ["admin"],
      known_keys: new Set<string>(),
      deactivations: { active: changed.length, recent: 0, unagreed: 0 },
    };
    const changes = changed.map(({ user_id }) => ({ user_id, is_active: false }));
    return planChanges(changes, state, { ...OPTIONS, ...options }).map(({ result }) => result);
  };

  it("deactivate ordinary users up to the limit, in the order of the entries", () => {
    expect(resultsOf(users)).toEqual([...Array(10).fill("deactivated"), ...Array(4).fill("error")]);
    expect(resultsOf(users, { yes_deactivate: 13 })).toEqual([...Array(13).fill("deactivated"), "error"]);
    expect(resultsOf(users, { yes_deactivate: 3 })).toEqual(resultsOf(users));
    expect(resultsOf(users, { yes_deactivate: 14 })).toEqual(Array(14).fill("deactivated"));
    expect(resultsOf(users, { yes_deactivate: "unguarded" })).toEqual(Array(14).fill("deactivated"));
  });

  it("count neither developers nor users who are inactive already", () => {
    const others = users.map((user, i) => ({
      ...user,
      ...(i % 2 ? { is_active: false } : { role: "developer" as const }),
    }));
    expect(
      new Set(resultsOf([...others, ...users.slice(0, 10).map((user) => ({ ...user, user_id: `p${user.user_id}` }))])),
    ).toEqual(new Set(["deactivated", "unchanged"]));
  });
});
