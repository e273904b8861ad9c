import { describe, expect, it } from "@jest/globals";
import { sectionMark } from "../../src/search/index/section-mark.js";
import { readSectionCursor, writeSectionCursor } from "../../src/search/section-cursor.js";

describe("a cursor of sections", () => {
  it("has the key of the last one, and all weights with the terms they belong to", () => {
    const after = { tier: 1, refined: true, score: 1_234_567, document_id: "規程", place: 7 };
    const means = { mean_section_length: 10.5, mean_chunk_length: 5.25 };
    for (const weights of [[], [0, 0], [0, 1.25, 0, 3]]) {
      for (const terms_hash of [0, 0xffff_ffff]) {
        const from = { after, weights: { terms_hash, weights, ...means } };
        expect(readSectionCursor(writeSectionCursor(from, "of"), "of")).toEqual(from);
        const marks = Array.from({ length: 140 }, (_, place) => sectionMark({ document_id: "規程", place }));
        const placed = { shown: marks.slice(0, 100), next: marks.slice(100), alone: 3, fits: true };
        for (const key of [null, after]) {
          const both = { ...from, after: key, placed };
          const text = writeSectionCursor(both, "of");
          expect(readSectionCursor(text, "of")).toEqual(both);
          expect(text.length).toBeLessThan(1_500);
        }
      }
    }
  });

  it("is no cursor with anything else in place of what was placed", () => {
    const weights = { terms_hash: 0, weights: [], mean_section_length: 1, mean_chunk_length: 1 };
    const placed = { shown: ["12345678"], next: [], alone: 0, fits: false };
    const parts: unknown[] = JSON.parse(writeSectionCursor({ after: null, weights, placed }, "of"));
    for (const at of [3, 4, 5, 6])
      for (const value of [null, "1234567", "1234567!", "x".repeat(8 * 301), -1, 0.5, 301, [], {}])
        expect(readSectionCursor(JSON.stringify(parts.with(at, value)), "of")).toBeNull();
  });
});
