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

  it("that cannot be compiled fail when they are handed in, before any request", () => {
    const broken = Type.Object({ a: Type.String({ pattern: "(" }) });
    expect(() => queryReader(broken)).toThrow();
    expect(() => bodyJudge(broken)).toThrow();
  });
});
