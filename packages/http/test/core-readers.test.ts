import { describe, expect, it } from "@jest/globals";
import { OPERATIONS, type OperationId } from "@retrieval/api";
import { propertyRuns } from "@retrieval/contract/property-runs";
import { isRefusal } from "@retrieval/core/errors";
import type { Problem, ProblemCode } from "@retrieval/core/problems";
import fc from "fast-check";
import { CORE_READERS } from "../src/routing/core-readers.js";
import { bodyJudge } from "../src/routing/read-body.js";

const text = fc.oneof(
  fc.constantFrom(
    "a",
    "規程",
    "𠮷",
    "D1020",
    " a",
    "a ",
    "a　",
    "a\nb",
    "a\u2028",
    "\ud800",
    "",
    "user",
    "a@b",
    "A@b c",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.string({ unit: fc.constantFrom("a", "𠮷"), minLength: 127, maxLength: 129 }),
);
const good = fc.constantFrom("a", "規程 第2版", "𠮷".repeat(128));
const name = fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: text });
const chunkId = fc.constantFrom("a::paragraph-1", "規程::art36~2::table-10");
const junk = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e300, [], [[]], {}, [null], "x::paragraph-0", "m@2026-1-31"),
  text,
);
const optional = { requiredKeys: [] };
const userFields = {
  department_code: fc.option(name),
  email: fc.constantFrom(null, "a@b", `${"a".repeat(252)}@b`, `${"a".repeat(253)}@b`),
  role: fc.constantFrom("user", "developer", "admin"),
  permission_groups: fc.oneof(
    fc.array(name, { maxLength: 3 }),
    fc.constantFrom(500, 501).map((length) => Array(length).fill("g")),
  ),
  is_active: fc.boolean(),
};
const list = fc.option(fc.array(name, { maxLength: 2 }));

/** Good bodies, or nearly good ones. */
const BODIES = {
  issueSessionToken: fc.record({
    user_id: name,
    timestamp: fc.constantFrom(0, 1_768_435_200, 99_999_999_999, 100_000_000_000),
    signature: text,
  }),
  readReference: fc.record({ docId: fc.constantFrom("a", "規程-2.1_b"), chunkId }),
  importUsers: fc.record(
    {
      users: fc.oneof(
        fc.array(
          fc.record(
            { user_id: name, display_name: name, department: fc.option(name), password: name, ...userFields },
            { requiredKeys: ["user_id", "display_name"] },
          ),
          { maxLength: 2 },
        ),
        fc
          .constantFrom(100, 101)
          .map((length) => Array.from({ length }, (_, i) => ({ user_id: `${i}`, display_name: "a" }))),
      ),
      update_existing: fc.boolean(),
    },
    { requiredKeys: ["users"] },
  ),
  synchroniseUser: fc.record(
    { user_id: fc.constant("a"), display_name: name, department_name: fc.option(name), ...userFields },
    { requiredKeys: ["display_name"] },
  ),
  replaceDepartments: fc.record({
    departments: fc.oneof(
      fc.array(fc.record({ code: name, name }), { maxLength: 2 }),
      fc.constantFrom(5_000, 5_001).map((length) => Array.from({ length }, (_, i) => ({ code: `${i}`, name: "a" }))),
    ),
  }),
  changeAccessRules: fc.record(
    { allow_all: fc.boolean(), allowed_department_codes: list, allowed_groups: list, allowed_users: list },
    optional,
  ),
  previewAccessRules: fc.record({ allow_all: fc.boolean(), allowed_users: list }, optional),
};

/** What core refuses and no schema can say: it compares two values. */
const REFUSED_BY_CORE_ALONE: readonly ProblemCode[] = [
  "user_id.duplicate",
  "user_id.other_in_path",
  "department_code.duplicate",
];
/** What core leaves out as it reads, and the schema refuses, because it may be a mistyped field. */
const REFUSED_BY_SCHEMA_ALONE: readonly ProblemCode[] = ["body.unknown_field"];

/** One value or field anywhere in a body becomes another one, or is gone. */
function broken(body: unknown, path: readonly number[], junk: unknown, how: "set" | "delete" | "add"): unknown {
  const [first, ...rest] = path;
  if (typeof body !== "object" || body === null || first === undefined) return junk;
  const names = Object.keys(body);
  const name = how === "add" && rest.length === 0 ? "added" : names[first % Math.max(names.length, 1)];
  if (Array.isArray(body)) {
    return body.map((entry, i) => (String(i) === name ? broken(entry, rest, junk, how) : entry));
  }
  const fields = Object.entries(body).flatMap(([key, value]): [string, unknown][] => {
    if (key !== name) return [[key, value]];
    if (rest.length === 0 && how === "delete") return [];
    return [[key, rest.length === 0 ? junk : broken(value, rest, junk, how)]];
  });
  return Object.fromEntries(name === "added" ? [...fields, [name, junk]] : fields);
}

const change = fc.record({
  path: fc.array(fc.nat({ max: 9 }), { maxLength: 4 }),
  junk,
  how: fc.constantFrom("set" as const, "delete" as const, "add" as const),
});

describe("the documented schema and core's reader take the same bodies:", () => {
  it("every body that core reads is here", () => {
    expect(Object.keys(BODIES).sort()).toEqual(Object.keys(CORE_READERS).sort());
  });

  it.each(Object.keys(BODIES) as (keyof typeof BODIES)[])("%s", (id) => {
    const { schema } = OPERATIONS[id].body;
    const problemIn = bodyJudge({ schema });
    const bodies = fc
      .tuple(BODIES[id] as fc.Arbitrary<unknown>, fc.array(change, { maxLength: 2 }))
      .map(([good, changes]) => changes.reduce((body, { path, junk, how }) => broken(body, path, junk, how), good));
    const taken = { good: 0, bad: 0 };
    fc.assert(
      fc.property(bodies, (body) => {
        const bySchema = problemIn(body);
        const byCore = problemsOfCore(id, body);
        taken[bySchema === null ? "good" : "bad"] += 1;
        if (byCore.some(({ code }) => REFUSED_BY_CORE_ALONE.includes(code))) return;
        if (bySchema !== null && REFUSED_BY_SCHEMA_ALONE.includes(bySchema.code)) return;
        expect({ schema: bySchema === null, core: byCore.length === 0 }).toEqual({
          schema: byCore.length === 0,
          core: byCore.length === 0,
        });
      }),
      { numRuns: propertyRuns(2_000) },
    );
    expect(Math.min(taken.good, taken.bad)).toBeGreaterThan(20);
  });
});

/** A bulk import's entries are refused one by one. */
function problemsOfCore(id: OperationId, body: unknown): readonly Problem[] {
  const read = CORE_READERS[id]?.(body, { user_id: "a" });
  if (isRefusal(read)) return read.problems;
  const { errors = [] } = read as { readonly errors?: readonly { readonly problems: readonly Problem[] }[] };
  return errors.flatMap(({ problems }) => problems);
}
