import { describe, expect, it } from "@jest/globals";
import Type from "typebox";
import { bodyJudge, queryReader } from "../src/pipeline/validate.js";

describe("schemas", () => {
  it("turn the texts of a query into numbers, and never those of a body, also where it is the same schema", () => {
    const schema = Type.Object({ limit: Type.Integer() }, { additionalProperties: false });
    for (let turn = 0; turn < 2; turn += 1) {
      expect(queryReader(schema)({ query: { limit: "7" } })).toEqual({ limit: 7 });
      expect(bodyJudge(schema)({ limit: "7" })).toBe("limit must be integer.");
      expect(bodyJudge(schema)({ limit: 7 })).toBeNull();
    }
  });

  it("take whole numbers of a query in decimal digits, and no other text that JavaScript takes for a number", () => {
    const limits = { limit: Type.Optional(Type.Integer({ minimum: -5, maximum: 200 })) };
    const read = queryReader(Type.Object(limits, { additionalProperties: false }));
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
        answer: { code: "INVALID_REQUEST", message: "limit must be integer." },
      });
  });

  it("that cannot be compiled fail when they are handed in, before any request", () => {
    const broken = Type.Object({ a: Type.String({ pattern: "(" }) });
    expect(() => queryReader(broken)).toThrow();
    expect(() => bodyJudge(broken)).toThrow();
  });
});
