import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Reader } from "../../src/access/audience.js";
import { AudienceIndex } from "../../src/access/audience-index.js";
import { decideAccess } from "../../src/access/decision.js";
import { type AccessRules, CLOSED, EVERYONE } from "../../src/access/rules.js";

const SEED = 20_261_121;

/** Few names, so that readers and rules share some; a careless index would take each for an entry of another kind. */
const anyName = fc.constantFrom("D1", "d1", "", "*", "d:D1", "g:D1", "u:D1", "__proto__", "𠮷");
const names = fc.array(anyName, { maxLength: 4 });
const anyRules: fc.Arbitrary<AccessRules> = fc.record({
  allow_all: fc.integer({ min: 0, max: 9 }).map((tenth) => tenth === 0),
  allowed_department_codes: names,
  allowed_groups: names,
  allowed_users: names,
});
const anyReader: fc.Arbitrary<Reader> = fc.record({
  user_id: anyName,
  role: fc.constantFrom("user", "user", "user", "admin", "developer"),
  department_code: fc.option(anyName),
  permission_groups: names,
});
const anyDocument = fc.integer({ min: 0, max: 12 }).map(String);
const anyChange = fc.oneof(
  { weight: 4, arbitrary: fc.record({ document_id: anyDocument, rules: anyRules }) },
  { weight: 1, arbitrary: fc.record({ document_id: anyDocument, rules: fc.constant(null) }) },
);

describe("an index of audiences", () => {
  it("gives the same answers as the decision for each document, after any additions, changes and removals", () => {
    let seen = 0;
    let hidden = 0;
    fc.assert(
      fc.property(
        fc.array(anyChange, { maxLength: 40 }),
        fc.array(anyReader, { minLength: 1, maxLength: 8 }),
        (changes, readers) => {
          const index = new AudienceIndex();
          const documents = new Map<string, AccessRules>();
          for (const { document_id, rules } of changes) {
            if (rules !== null) {
              index.set(document_id, rules);
              documents.set(document_id, rules);
            } else expect(index.delete(document_id)).toBe(documents.delete(document_id));
          }
          expect(index.size).toBe(documents.size);
          for (const reader of readers) {
            const expected = [...documents].filter(([, rules]) => decideAccess(reader, rules).allowed);
            expect(index.visibleTo(reader).sort()).toEqual(expected.map(([document_id]) => document_id).sort());
            seen += expected.length;
            hidden += documents.size - expected.length;
          }
        },
      ),
      { seed: SEED, numRuns: 500 },
    );
    expect(seen).toBeGreaterThan(1_000);
    expect(hidden).toBeGreaterThan(1_000);
  });

  it("answers in the order of addition, and a changed rule does not move a document", () => {
    const index = new AudienceIndex();
    for (const document_id of ["c", "a", "b"]) index.set(document_id, EVERYONE);
    const reader: Reader = { user_id: "1", role: "user", department_code: null, permission_groups: [] };
    expect(index.visibleTo(reader)).toEqual(["c", "a", "b"]);
    index.set("c", CLOSED);
    expect(index.visibleTo(reader)).toEqual(["a", "b"]);
    expect(index.visibleTo({ ...reader, role: "admin" })).toEqual(["c", "a", "b"]);
    index.set("c", { ...CLOSED, allowed_users: ["1"] });
    expect(index.visibleTo(reader)).toEqual(["c", "a", "b"]);
    index.delete("a");
    index.set("d", EVERYONE);
    expect(index.visibleTo(reader)).toEqual(["c", "d", "b"]);
    index.delete("c");
    expect(index.visibleTo({ ...reader, role: "developer" })).toStrictEqual(["d", "b"]);
  });
});
