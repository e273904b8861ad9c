import { describe, expect, it } from "@jest/globals";
import { readSectionCursor, writeSectionCursor } from "../../src/search/section-cursor.js";

describe("a cursor of sections", () => {
  it("has the key of the last one, and all weights with the terms they belong to", () => {
    const after = { tier: 1, refined: true, score: 1_234_567, document_id: "規程", place: 7 };
    const means = { mean_section_length: 10.5, mean_chunk_length: 5.25 };
    for (const weights of [[], [0, 0], [0, 1.25, 0, 3]]) {
      for (const terms_hash of [0, 0xffff_ffff]) {
        const from = { after, weights: { terms_hash, weights, ...means } };
        expect(readSectionCursor(writeSectionCursor(from, "of"), "of")).toEqual(from);
      }
    }
  });
});
