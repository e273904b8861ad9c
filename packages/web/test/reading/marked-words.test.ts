import { describe, expect, it } from "@jest/globals";
import { folded } from "../../src/folded.js";
import type { SearchResult } from "../../src/reading/answers.js";
import { chunksWith } from "../../src/reading/document/find-in-text.js";
import { placesOf, wordsOf } from "../../src/reading/document/marked-words.js";
import { chunkOf, part } from "./a-document.js";

const result = (body_text: string | null, body_md: string | null, highlights: [number, number][]) =>
  ({ chunk: { display: { body_text, body_md } }, highlights }) as unknown as SearchResult;

describe("The words of a search", () => {
  it("are what the search marked, longest first, without single signs", () => {
    const text = "通勤手当の上限";
    expect(
      wordsOf(
        result(text, null, [
          [5, 7],
          [0, 4],
          [4, 5],
        ]),
      ),
    ).toEqual(["通勤手当", "上限"]);
    expect(wordsOf(result(null, "| 額 |", [[2, 3]]))).toEqual(["額"]);
    expect(wordsOf(result(text, null, []))).toEqual([]);
  });

  it("are found in any text of the article, without case", () => {
    expect(placesOf(["leave", "days"], "Leave of 20 days; LEAVE")).toEqual([
      [0, 5],
      [18, 23],
      [12, 16],
    ]);
    expect(placesOf([], "text")).toEqual([]);
  });

  it("leave a text unmarked whose lower case is longer", () => {
    expect(placesOf(["x"], "İ x")).toEqual([]);
  });
});

describe("A search in the whole document", () => {
  it("finds a phrase without case, width and line breaks, in reading order", () => {
    const texts = ["ＡＢＣ　株式会社", "others", "abc\n株式会社"];
    const parts = [part(texts.map((text, i) => chunkOf(`d::paragraph-${i}`, "paragraph", text)))];
    expect(chunksWith("Abc 株式", parts)).toEqual(["d::paragraph-0", "d::paragraph-2"]);
    expect(chunksWith("  ", parts)).toEqual([]);
    expect(folded("Ａ\n  b")).toBe("a b");
  });
});
