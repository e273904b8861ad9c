import { describe, expect, it } from "@jest/globals";
import { aUser } from "@retrieval/contract/builders";
import fc from "fast-check";
import { readerOf } from "../../src/access/audience.js";
import { decideAccess } from "../../src/access/decision.js";
import { type AccessRules, CLOSED, EVERYONE } from "../../src/access/rules.js";
import type { DocumentRecord } from "../../src/documents/document-catalog.js";
import { NO_FIELDS } from "../../src/documents/document-fields.js";
import { ImportEffects } from "../../src/users/import-effects.js";
import type { User } from "../../src/users/user.js";

/** Documents `0`, `1`, … with these rules, as a catalog lists them; `asked` counts the pages. */
function catalogOf(rules: readonly AccessRules[]) {
  const all: DocumentRecord[] = rules.map((access_rules, i) => ({
    document_id: String(i).padStart(4, "0"),
    title: "",
    version: "",
    access_rules,
    rules_version: 1,
    ...NO_FIELDS,
    ...{ effective_from: null, version_number: null, life: null, next_on: null, draft: null },
  }));
  const catalog = {
    asked: 0,
    largest: 0,
    async list({ limit, after = "" }: { limit: number; after?: string }) {
      catalog.asked += 1;
      catalog.largest = Math.max(catalog.largest, limit);
      return all.filter(({ document_id }) => document_id > after).slice(0, limit);
    },
  };
  return catalog;
}

const only = (fields: Partial<AccessRules>): AccessRules => ({ ...CLOSED, ...fields });
const effectsOf = (moves: readonly (readonly [User | null, User])[], rules: readonly AccessRules[]) => {
  const effects = new ImportEffects();
  for (const [before, after] of moves) effects.add(before, after);
  return effects.on(catalogOf(rules));
};

describe("the effects of an import", () => {
  const RULES = [
    only({ allowed_department_codes: ["D1"] }),
    only({ allowed_department_codes: ["D2"] }),
    EVERYONE,
    CLOSED,
    only({ allowed_users: ["1"], allowed_department_codes: ["D2"] }),
  ];

  it("move a user who changes department from one document to another; a user whom a rule names keeps access", async () => {
    const users = ["1", "2", "3"].map((user_id) => aUser({ user_id, department_code: "D1" }));
    const moves = users.map((user) => [user, { ...user, department_code: "D2" }] as const);
    expect(await effectsOf(moves, RULES)).toEqual([
      { document_id: "0000", title: "", gained: 0, lost: 3 },
      { document_id: "0001", title: "", gained: 3, lost: 0 },
      { document_id: "0004", title: "", gained: 2, lost: 0 },
    ]);
  });

  it("take every document from a leaver, and give a new or returning user those of the department", async () => {
    const here = aUser({ user_id: "1", department_code: "D1" });
    const gone = { ...here, is_active: false };
    const lost = [0, 2, 4].map((i) => ({ document_id: `000${i}`, title: "", gained: 0, lost: 1 }));
    expect(await effectsOf([[here, gone]], RULES)).toEqual(lost);
    for (const before of [gone, null])
      expect(await effectsOf([[before, here]], RULES)).toEqual(
        lost.map(({ document_id }) => ({ document_id, title: "", gained: 1, lost: 0 })),
      );
  });

  it("are none if no field that rules read changes, and then no document is read", async () => {
    const user = aUser({ department_code: "D1" });
    const admin = aUser({ role: "admin", department_code: "D1" });
    const effects = new ImportEffects();
    effects.add(user, aUser({ department_code: "D1", display_name: "別名", email: "a@b.example" }));
    effects.add(admin, { ...admin, department_code: "D2", is_active: false });
    effects.add(null, admin);
    const catalog = catalogOf(RULES);
    expect(await effects.on(catalog)).toEqual([]);
    expect(catalog.asked).toBe(0);
  });

  it("read fewer documents at once the more users change in different ways", async () => {
    const effects = new ImportEffects();
    for (let i = 0; i < 10_000; i++) effects.add(null, aUser({ user_id: `${i}`, permission_groups: [`${i}`] }));
    const catalog = catalogOf(Array.from({ length: 30 }, () => EVERYONE));
    expect(await effects.on(catalog)).toHaveLength(30);
    expect(catalog.largest).toBeLessThanOrEqual(10);
  });

  it("are exactly the difference between the readers before and after", async () => {
    const name = fc.constantFrom("1", "2", "3", "a", "D1");
    const names = fc.uniqueArray(name, { maxLength: 3 });
    const facts = fc.record({
      department_code: fc.option(name),
      permission_groups: names,
      is_active: fc.boolean(),
      role: fc.constantFrom("user", "user", "user", "admin", "developer"),
    });
    const user = fc.record({
      user_id: fc.constantFrom("1", "2", "3", "4", "5"),
      before: fc.option(facts),
      after: facts,
    });
    const rule = fc.record({
      allow_all: fc.boolean(),
      allowed_department_codes: names,
      allowed_groups: names,
      allowed_users: names,
    });
    const users = fc.uniqueArray(user, { maxLength: 5, selector: ({ user_id }) => user_id });
    await fc.assert(
      fc.asyncProperty(users, fc.array(rule, { maxLength: 4 }), async (given, rules) => {
        const moves = given.map(({ user_id, before, after }) => {
          const was = before === null ? null : aUser({ user_id, ...(before as Partial<User>) });
          return [was, aUser({ user_id, ...(after as Partial<User>) })] as const;
        });
        const reads = (user: User | null, rule: AccessRules) =>
          user?.is_active === true && user.role === "user" && decideAccess(readerOf(user), rule).allowed;
        const expected = rules.map((rule, i) => ({
          document_id: `000${i}`,
          title: "",
          gained: moves.filter(([was, is]) => reads(is, rule) && !reads(was, rule)).length,
          lost: moves.filter(([was, is]) => reads(was, rule) && !reads(is, rule)).length,
        }));
        expect(await effectsOf(moves, rules)).toEqual(expected.filter(({ gained, lost }) => gained + lost > 0));
      }),
      { seed: 20_260_401, numRuns: 500 },
    );
  });
});
