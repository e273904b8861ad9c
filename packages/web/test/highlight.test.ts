import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Highlight } from "../src/reading/excerpt.js";
import { fewRows, pieces } from "../src/reading/highlight.js";

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

describe("A table in a list of results", () => {
  const TABLE = "| a | b |\n| --- | --- |\n| one | 1 |\n| two | 2 |\n| three | 3 |";

  it("has its header and its first rows", () => {
    expect(fewRows(TABLE, [], 1)).toEqual({
      markdown: "| a | b |\n| --- | --- |\n| one | 1 |",
      highlights: [],
      left: 2,
    });
  });

  it("has the rows with highlights, at their new offsets", () => {
    const at = TABLE.indexOf("three");
    const { markdown, highlights } = fewRows(
      TABLE,
      [
        [2, 3],
        [at, at + 5],
      ],
      1,
    );
    expect(markdown).toBe("| a | b |\n| --- | --- |\n| three | 3 |");
    expect(highlights.map(([from, to]) => markdown.slice(from, to))).toEqual(["a", "three"]);
  });

  it("has the rows with most of what is marked", () => {
    const table = "| a | b |\n| --- | --- |\n| car | own |\n| car | hired, abroad |\n| bus | hired |";
    const marks = [...table.matchAll(/car|hired/g)].map(
      ({ 0: word, index }): Highlight => [index, index + word.length],
    );
    expect(fewRows(table, marks, 1).markdown).toBe("| a | b |\n| --- | --- |\n| car | hired, abroad |");
  });

  it("is whole if it is short", () => {
    expect(fewRows(TABLE, [], 10).markdown).toBe(TABLE);
    const at = TABLE.indexOf("three");
    expect(fewRows(TABLE, [[at, at + 5]], 3)).toEqual({ markdown: TABLE, highlights: [[at, at + 5]], left: 0 });
    expect(fewRows("", [], 3).markdown).toBe("");
  });
});
