import { describe, expect, it } from "@jest/globals";
import { TEXT_TYPES, type TextType } from "../../../src/chunks/structured-chunk.js";
import type { ScoredChunk } from "../../../src/search/ranking/chunk-scores.js";
import { passagesOf } from "../../../src/search/ranking/passages.js";

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

const text = (place: number, type: TextType, points: number): ScoredChunk => {
  return {
    place,
    type: TEXT_TYPES.indexOf(type),
    isHeading: false,
    points,
    matches: points > 0,
    matchesText: points > 0,
  };
};

describe("passages", () => {
  it("have the list or table behind a paragraph, and the paragraph before a list, whatever these have of the question", () => {
    const section = [text(1, "paragraph", 5), text(2, "list", 0), text(3, "paragraph", 0), text(4, "table", 3)];
    expect(passagesOf(section, null)).toEqual({ best: 1, passages: [1, 4], pairs: [[1, 2]] });
    const list = [text(1, "paragraph", 0), text(2, "list", 5), text(3, "paragraph", 1), text(4, "table", 0)];
    expect(passagesOf(list, null).pairs).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(passagesOf(list, 0xff).pairs).toEqual([]);
  });

  it("are headings only where a part has nothing else", () => {
    const tables = 1 << TEXT_TYPES.indexOf("table");
    for (const types of [null, tables])
      expect(passagesOf([heading(7, 0), heading(8, 5)], types)).toEqual({ best: 8, passages: [8], pairs: [] });
  });
});
