import { describe, expect, it } from "@jest/globals";
import { OPERATIONS, sentenceOf } from "@retrieval/api";
import { refuse } from "@retrieval/core/errors";
import type { Problem } from "@retrieval/core/problems";
import Type from "typebox";
import { bodyJudge } from "../src/routing/read-body.js";
import { queryReader } from "../src/routing/read-query.js";

describe("schemas", () => {
  it("turn the texts of a query into numbers, and never those of a body, also where it is the same schema", () => {
    const schema = Type.Object({ limit: Type.Integer() }, { additionalProperties: false });
    for (let turn = 0; turn < 2; turn += 1) {
      expect(queryReader({ query: schema })({ query: { limit: "7" } })).toEqual({ limit: 7 });
      expect(bodyJudge({ schema })({ limit: "7" })).toEqual({ code: "field.not_whole_number", field: "limit" });
      expect(bodyJudge({ schema })({ limit: 7 })).toBeNull();
    }
  });

  it("take whole numbers of a query in decimal digits, and no other text that JavaScript takes for a number", () => {
    const limits = { limit: Type.Optional(Type.Integer({ minimum: -5, maximum: 200 })) };
    const read = queryReader({ query: Type.Object(limits) });
    for (const [text, limit] of [
      ["0", 0],
      ["007", 7],
      ["-5", -5],
      ["200", 200],
    ] as const)
      expect(read({ query: { limit: text } })).toEqual({ limit });
    for (const text of [
      "1e400",
      "-1e400",
      "Infinity",
      "NaN",
      "1e2",
      "0x10",
      " 5",
      "5 ",
      "1.0",
      "",
      "٥",
      "9".repeat(400),
    ])
      expect({ text, answer: read({ query: { limit: text } }) }).toEqual({
        text,
        answer: refuse("INVALID_REQUEST", { code: "field.not_whole_number", field: "limit" }),
      });
  });

  it.each([
    [{}, "query is required."],
    [{ query: 1 }, "query must be a string."],
    [{ query: "" }, "query must not be empty."],
    [{ query: "12345" }, "query must have at most 4 characters."],
    [{ query: "a", limit: 1.5 }, "limit must be a whole number."],
    [{ query: "a", limit: 0 }, "limit must be at least 1."],
    [{ query: "a", limit: 51 }, "limit must be at most 50."],
    [{ query: "a", filters: [] }, "filters must be an object."],
    [{ query: "a", filters: {} }, "filters.ids is required."],
    [{ query: "a", filters: { ids: "x" } }, "filters.ids must be an array."],
    [{ query: "a", filters: { ids: ["x", "y", "z"] } }, "filters.ids may have at most 2 entries."],
    [{ query: "a", filters: { ids: ["x", null] } }, "filters.ids.1 must be a string."],
    [{ query: "a", note: 1 }, "note must be a string."],
    [{ query: "a", note: "x\n" }, "note must not contain control characters or line breaks."],
    [{ query: "a", note: " x" }, "note must not begin or end with white space."],
    [{ query: "a", note: "\u202Ex" }, "note must not contain the invisible character U+202E (character 1)."],
    [
      { query: "a", filters: { ids: ["x", "\ud800"] } },
      "filters.ids.1 must be well-formed Unicode (it has a lone surrogate).",
    ],
    [{ query: "a", note: "A" }, "note is not valid."],
    [{ query: "a", filters: { ids: [] } }, "filters.ids must have at least 1 entry."],
    [{ query: "a", kind: "c" }, "kind must be one of a, b."],
    [{ query: "a", loud: "yes" }, "loud must be true or false."],
    [{ query: "a", more: 1 }, 'the body has an unknown field "more".'],
    [[], "the body must be an object."],
  ])("say of %j that %s", (body, sentence) => {
    const closed = { additionalProperties: false };
    const schema = Type.Object(
      {
        query: Type.String({ minLength: 1, maxLength: 4 }),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
        filters: Type.Optional(
          Type.Object({ ids: Type.Array(Type.String({ pattern: "^[a-z]+$" }), { minItems: 1, maxItems: 2 }) }, closed),
        ),
        note: Type.Optional(Type.Union([Type.String({ pattern: "^[a-z]+$" }), Type.Null()])),
        kind: Type.Optional(Type.Enum(["a", "b"])),
        loud: Type.Optional(Type.Boolean()),
      },
      closed,
    );
    expect(sentenceOf([bodyJudge({ schema })(body) as Problem], "en")).toBe(sentence);
  });

  it("that cannot be compiled fail when they are handed in, before any request", () => {
    const broken = Type.Object({ a: Type.String({ pattern: "(" }) });
    expect(() => queryReader({ query: broken })).toThrow();
    expect(() => bodyJudge({ schema: broken })).toThrow();
  });

  it("let pass what core judges: a parameter as any text, the entries of a list in a body", () => {
    const at = queryReader(OPERATIONS.whoCouldRead);
    expect(at({ query: { document_id: "d", at: "never" } })).toEqual({ document_id: "d", at: "never" });
    expect(at({ query: { document_id: "d" } })).toEqual(
      refuse("INVALID_REQUEST", { code: "field.required", field: "at" }),
    );
    const users = bodyJudge(OPERATIONS.importUsers.body);
    for (const body of [{ users: [] }, { users: [null, 7, { user_id: [] }] }]) expect(users(body)).toBeNull();
    expect(users([])).toEqual({ code: "body.not_object" });
    expect(users({ users: 1 })).toEqual({ code: "field.not_array", field: "users" });
    expect(users({ users: [], user: [] })).toEqual({ code: "body.unknown_field", name: "user" });
    const search = bodyJudge(OPERATIONS.searchChunks.body);
    expect(search({ query: "" })).toEqual({ code: "field.empty", field: "query" });
  });
});
