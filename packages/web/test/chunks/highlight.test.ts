import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Highlight } from "../../src/chunks/highlight.js";
import { pieces } from "../../src/chunks/highlight.js";

const ranges = fc.array(fc.tuple(fc.nat(80), fc.nat(80)).map(([a, b]): Highlight => [Math.min(a, b), Math.max(a, b)]));

describe("Highlights in a text", () => {
  it("cut it where they begin and end", () => {
    expect(
      pieces("通勤手当の上限は", [
        [5, 7],
        [0, 4],
      ]),
    ).toEqual([
      { text: "通勤手当", marked: true, at: 0 },
      { text: "の", marked: false, at: 4 },
      { text: "上限", marked: true, at: 5 },
      { text: "は", marked: false, at: 7 },
    ]);
  });

  it("neither lose nor repeat text, whatever the ranges are", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), ranges, fc.nat(20), (text, highlights, offset) => {
        const found = pieces(text, highlights, offset);
        expect(found.map((piece) => piece.text).join("")).toBe(text);
        for (const { text: part, marked, at } of found)
          for (let i = 0; i < part.length; i += 1)
            expect(highlights.some(([start, end]) => start <= at + i && at + i < end)).toBe(marked);
      }),
    );
  });
});
