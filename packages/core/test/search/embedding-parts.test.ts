import { createHash } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { anAnnex, anArticle, aParagraph, WORK_RULES } from "@retrieval/contract";
import { propertyRuns } from "@retrieval/contract/property-runs";
import fc from "fast-check";
import type { DocumentTree } from "../../src/chunks/document-tree.js";
import { isHeading, sectionsOf } from "../../src/chunks/sections.js";
import { structureDocument } from "../../src/chunks/structure-document.js";
import { embeddingParts } from "../../src/search/index/embedding-parts.js";

const chunksOf = (tree: DocumentTree, document_id = "work-rules", title = "就業規則") =>
  structureDocument({ document_id, title }, tree);
const partsOf = (tree: DocumentTree, title = "就業規則") => embeddingParts(title, chunksOf(tree));
const textsOf = (tree: DocumentTree, title?: string) => partsOf(tree, title).map(({ text }) => text);
const chapter = (...children: DocumentTree["children"]): DocumentTree["children"][number] => ({
  kind: "section",
  type: "chapter",
  label: "第2章",
  title: "手当",
  heading: "第2章 手当",
  children,
});

describe("the parts of a document", () => {
  it("are its sections: their names, and their text; a table as key:value text", () => {
    expect(partsOf(WORK_RULES).map(({ place, chunks, text }) => [place, chunks, text])).toEqual([
      [0, 1, "就業規則\nこの規則は、社員の就業に関する事項を定める。"],
      [1, 3, "第1条 目的\n目的の第1項\n目的の第2項"],
      [4, 3, "第16条 手当\n手当の額は、別表第1のとおりとする。\n手当の第2項"],
      [7, 2, "別表第1 第16条関係\n職位: 課長 / 額: 30,000円"],
    ]);
  });

  it("have the names around them, and no part for headings alone", () => {
    expect(
      textsOf({ children: [chapter(anArticle("第3条", "欠番"), anArticle("第4条", "額", aParagraph("五千円")))] }),
    ).toEqual(["第2章 手当 > 第4条 額\n五千円"]);
  });

  it("have the same text under another title of the document, where names are around them", () => {
    const tree = { children: [anArticle("第4条", "額", aParagraph("五千円"))] };
    const hashes = ["旅費規程 2025年版", "旅費規程 2026年版"].map((title) => partsOf(tree, title)[0]?.hash);
    expect(hashes[0]).toEqual(hashes[1]);
    const [first] = embeddingParts("x", chunksOf(tree, "another"));
    expect(first?.hash).toEqual(hashes[0]);
  });

  it("are cut at chunk borders, and at sub-headings if they are long enough", () => {
    const paragraphs = Array.from({ length: 5 }, () => aParagraph("あ".repeat(400)));
    expect(
      partsOf({ children: [anArticle("第1条", "", ...paragraphs)] }).map(({ place, chunks }) => [place, chunks]),
    ).toEqual([
      [0, 3],
      [3, 2],
      [5, 1],
    ]);
    const below = (title: string): DocumentTree["children"][number] => ({
      kind: "section",
      type: "section",
      label: "",
      title,
      heading: title,
      children: [aParagraph("い".repeat(300))],
    });
    const parts = partsOf({ children: [anAnnex("別表", "", below("甲"), below("乙"), below("丙"))] });
    expect(parts.map(({ place, chunks }) => [place, chunks])).toEqual([
      [0, 5],
      [5, 2],
    ]);
    expect(parts[1]?.text).toMatch(/^別表 > 丙\nい+$/);
  });

  it("cut a long chunk at the end of a sentence, else between characters", () => {
    const [sentences] = textsOf({ children: [aParagraph(`${"う".repeat(89)}。`.repeat(30))] }, "t");
    expect(sentences).toMatch(/^t\n(う{89}。){11}$/);
    const [signs] = textsOf({ children: [aParagraph(`a${"𠮷".repeat(5_000)}`)] }, "t");
    expect(signs?.isWellFormed()).toBe(true);
    expect(signs?.length).toBe("t\n".length + 999);
    const [early] = textsOf({ children: [aParagraph(`え。${"お".repeat(5_000)}`)] }, "t");
    expect(early?.length).toBe("t\n".length + 1_000);
  });

  it("have the end of very long names", () => {
    const [text] = textsOf({ children: [anArticle("第1条", `𠮷${"あ".repeat(298)}x`, aParagraph("本文"))] });
    expect(text).toBe(`${"あ".repeat(298)}x\n本文`);
  });
});

const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.nat(3_000).map((length) => "規定。による ".repeat(length / 7)),
);
const paragraph = fc.record({ kind: fc.constant("paragraph" as const), text: texts });
type Child = DocumentTree["children"][number];
const { child } = fc.letrec<{ child: Child; section: Child }>((tie) => ({
  child: fc.oneof({ depthSize: "small", withCrossShrink: true }, paragraph, tie("section")),
  section: fc.record({
    kind: fc.constant("section" as const),
    type: fc.constantFrom("chapter" as const, "section" as const, "article" as const, "annex" as const),
    label: fc.constantFrom("", "第1条", "第2条"),
    title: fc.oneof(fc.constantFrom("", "目的"), fc.string({ maxLength: 500 })),
    heading: fc.constantFrom("第1条（目的）", "見出し"),
    children: fc.array(tie("child"), { maxLength: 6 }),
  }),
}));
const tree = fc.record({ children: fc.array(child, { maxLength: 5 }) });

it("every chunk with text is in exactly one part of its section, within the bounds, the same each time", () => {
  fc.assert(
    fc.property(tree, (given) => {
      const chunks = chunksOf(given);
      const sections = sectionsOf(chunks);
      const parts = embeddingParts("題名", chunks);
      const covered = parts.flatMap(({ place, chunks: count }) => Array.from({ length: count }, (_, i) => place + i));
      expect(new Set(covered).size).toBe(covered.length);
      chunks.forEach((chunk, place) => {
        if (!isHeading(chunk) && (chunk.content ?? "").trim() !== "") expect(covered).toContain(place);
      });
      for (const { place, chunks: count, text, hash } of parts) {
        expect(sections.some(({ first, end }) => first <= place && place + count <= end)).toBe(true);
        expect(chunks.slice(place, place + count).some((chunk) => !isHeading(chunk))).toBe(true);
        expect(text.length).toBeLessThanOrEqual(1_501);
        expect(text).not.toMatch(/\n$/);
        expect(Buffer.from(hash).toString("hex")).toBe(createHash("sha256").update(text).digest("hex"));
      }
      expect(embeddingParts("題名", structureDocument({ document_id: "other", title: "題名" }, given))).toEqual(parts);
    }),
    { numRuns: propertyRuns(300) },
  );
});
