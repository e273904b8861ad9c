import { describe, expect, it } from "@jest/globals";
import { TEXT_TYPES } from "../../../src/chunks/structured-chunk.js";
import type { ScoredChunk } from "../../../src/search/index/chunk-scores.js";
import { passagesOf } from "../../../src/search/index/passages.js";

const heading = (place: number, points: number): ScoredChunk => {
  return {
    place,
    type: TEXT_TYPES.indexOf("heading"),
    isHeading: true,
    points,
    matches: points > 0,
    matchesText: false,
  };
};

describe("passages", () => {
  it("are headings only where a part has nothing else", () => {
    const tables = 1 << TEXT_TYPES.indexOf("table");
    for (const types of [null, tables])
      expect(passagesOf([heading(7, 0), heading(8, 5)], types)).toEqual({ best: 8, passages: [8] });
  });
});
