import { describe, expect, it } from "@jest/globals";
import { TEXT_TYPES } from "../../../src/chunks/structured-chunk.js";
import type { ScoredChunk } from "../../../src/search/ranking/scores.js";
import { bestChunk } from "../../../src/search/ranking/search-answer.js";

const heading = (place: number, points: number): ScoredChunk => ({
  ...{ place, type: TEXT_TYPES.indexOf("heading"), isHeading: true, points, matches: points > 0 },
});

describe("the best chunk", () => {
  it("is a heading only where a part has nothing else", () => {
    const tables = 1 << TEXT_TYPES.indexOf("table");
    for (const types of [null, tables]) expect(bestChunk([heading(7, 0), heading(8, 5)], types, null).place).toBe(8);
  });
});
