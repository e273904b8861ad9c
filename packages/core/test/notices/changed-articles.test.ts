import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { textHash, versionHash } from "../../src/chunks/text-hash.js";
import { type ArticleChunk, changedArticles } from "../../src/notices/changed-articles.js";

const article = (number: number, ...texts: readonly string[]): ArticleChunk[] =>
  texts.map((text_hash, i) => ({
    chunk_id: `rule::art${number}::paragraph-${i + 1}`,
    text_hash,
    section_path: [{ level: 1, type: "article", label: `第${number}条`, title: "" }],
  }));

describe("the changed articles", () => {
  it("are named once each, in reading order, the removed where they were", () => {
    const before = [...article(1, "a"), ...article(2, "b", "c"), ...article(3, "d"), ...article(5, "e", "f")];
    const after = [...article(1, "a"), ...article(2, "b"), ...article(4, "x", "y"), ...article(5, "z", "z")];
    expect(changedArticles(before, after)).toEqual(["第2条", "第3条", "第4条", "第5条"]);
    expect(changedArticles(before, before)).toEqual([]);
  });

  it("have their title where there is no label; text outside of every section has neither", () => {
    const chunk = (text_hash: string, titles: readonly string[]): ArticleChunk => ({
      chunk_id: titles.join(),
      text_hash,
      section_path: titles.map((title, i) => ({ level: i + 1, type: "section", label: "", title })),
    });
    expect(changedArticles([], [chunk("a", ["Scope", "Places"]), chunk("b", [])])).toEqual(["Places"]);
  });

  it("are those of the chunks that differ, of any two versions", () => {
    const row = fc.tuple(fc.nat(6), fc.constantFrom("a", "b"));
    const version = fc.uniqueArray(row, { selector: ([number]) => number });
    fc.assert(
      fc.property(version, version, (one, other) => {
        const chunks = (rows: typeof one) => rows.flatMap((row) => article(...row));
        const [before, after] = [new Map(one), new Map(other)];
        const expected = [0, 1, 2, 3, 4, 5, 6].filter((number) => before.get(number) !== after.get(number));
        const found = changedArticles(chunks(one), chunks(other));
        expect([...found].sort()).toEqual(expected.map((number) => `第${number}条`));
      }),
    );
  });
});

it("the hash of a version is that of the text hashes of its chunks, a line each", () => {
  const hashes = ["一", "二"].map((content) => textHash({ text_type: "paragraph", content, content_md: null }));
  // By sha256sum: of "paragraph\n一\n", of "paragraph\n二\n", and of both results joined by a line feed.
  expect(versionHash(hashes)).toBe("sha256:f35f9b61f5f764ef3854099a6ead4e9484d97dab6d74af9bb7c6478d7ecdd8f1");
});
