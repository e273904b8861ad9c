import { createHash } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { anAnnex, anArticle, aParagraph, WORK_RULES } from "@retrieval/contract";
import { propertyRuns } from "@retrieval/contract/property-runs";
import fc from "fast-check";
import type { DocumentTree } from "../../../src/chunks/document-tree.js";
import { isHeading, sectionsOf } from "../../../src/chunks/sections.js";
import { structureDocument } from "../../../src/chunks/structure-document.js";
import { embeddingParts } from "../../../src/search/index/embedding-parts.js";

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
  it("have the title and the names around them in front; a table as key:value text", () => {
    expect(partsOf(WORK_RULES).map(({ place, chunks, text }) => [place, chunks, text])).toEqual([
      [0, 1, "就業規則\nこの規則は、社員の就業に関する事項を定める。"],
      [2, 2, "就業規則 > 第1条 目的\n目的の第1項\n目的の第2項"],
      [5, 2, "就業規則 > 第16条 手当\n手当の額は、別表第1のとおりとする。\n手当の第2項"],
      [8, 1, "就業規則 > 別表第1 第16条関係\n職位: 課長 / 額: 30,000円"],
    ]);
  });

  it("are none for headings alone", () => {
    expect(
      textsOf({ children: [chapter(anArticle("第3条", "欠番"), anArticle("第4条", "額", aParagraph("五千円")))] }),
    ).toEqual(["就業規則 > 第2章 手当 > 第4条 額\n五千円"]);
  });

  it("begin at the borders of chunks that fit into one, and at sub-headings", () => {
    const paragraphs = ["あ", "い", "う", "え"].map((sign) => aParagraph(sign.repeat(70)));
    expect(
      partsOf({ children: [anArticle("第1条", "", ...paragraphs)] }).map(({ place, chunks }) => [place, chunks]),
    ).toEqual([
      [1, 2],
      [3, 2],
    ]);
    const below = (title: string): DocumentTree["children"][number] => ({
      ...{ kind: "section", type: "section", label: "", title, heading: title, children: [aParagraph("短い")] },
    });
    expect(textsOf({ children: [anAnnex("別表", "", below("甲"), below("乙"))] }, "t")).toEqual([
      "t > 別表 > 甲\n短い",
      "t > 別表 > 乙\n短い",
    ]);
  });

  it("have about 160 signs of Japanese or 400 of Latin script of a long chunk, cut between sentences", () => {
    const bodies = (sentence: string) =>
      textsOf({ children: [aParagraph(sentence.repeat(20))] }, "t").map((text) => text.slice(2));
    const japanese = bodies(`${"う".repeat(49)}。`);
    expect(japanese).toEqual([...Array(6).fill(`${"う".repeat(49)}。`.repeat(3)), `${"う".repeat(49)}。`.repeat(2)]);
    const english = bodies("The quick brown fox jumps over the lazy dog now. ");
    expect(english).toHaveLength(3);
    for (const text of english) expect(text).toMatch(/^The .*now\.$/);
  });

  it("cut a sentence without an end between signs, and never a row of a table", () => {
    const signs = textsOf({ children: [aParagraph("𠮷".repeat(1_000))] }, "t").map((text) => text.slice(2));
    expect(signs.join("")).toBe("𠮷".repeat(1_000));
    for (const text of signs) expect(text.isWellFormed()).toBe(true);
    const rows = ["一".repeat(500), "二", "三", "四".repeat(500)];
    const [table] = chunksOf({ children: [aParagraph("x")] });
    const chunk = { ...(table as NonNullable<typeof table>), text_type: "table" as const, content: rows.join("\n") };
    expect(embeddingParts("t", [chunk]).map(({ text }) => text.slice(2))).toEqual([rows[0], "二\n三", rows[3]]);
  });

  it("have the end of very long names", () => {
    const [text] = textsOf({ children: [anArticle("第1条", `𠮷${"あ".repeat(298)}x`, aParagraph("本文"))] });
    expect(text).toBe(`${"あ".repeat(298)}x\n本文`);
  });

  it("have a heading outside every section in front", () => {
    const [heading] = chunksOf({ children: [aParagraph("お知らせ")] });
    const [text] = chunksOf({ children: [aParagraph("夏は休み")] });
    const chunks = [{ ...(heading as NonNullable<typeof heading>), text_type: "heading" as const }, text];
    expect(embeddingParts("t", chunks as never).map((part) => part.text)).toEqual(["t > お知らせ\n夏は休み"]);
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

it("all text is in parts of its section, in order, within the bounds, the same each time", () => {
  fc.assert(
    fc.property(tree, (given) => {
      const chunks = chunksOf(given);
      const sections = sectionsOf(chunks);
      const parts = embeddingParts("題名", chunks);
      const plain = (text: string) => text.replaceAll(/\s/g, "");
      const bodies = parts.map(({ text }) => text.slice(text.indexOf("\n")));
      const texts = chunks.filter((chunk) => !isHeading(chunk)).map(({ content }) => content ?? "");
      expect(plain(bodies.join(""))).toBe(plain(texts.join("")));
      for (const { place, chunks: count, text, hash } of parts) {
        expect(sections.some(({ first, end }) => first <= place && place + count <= end)).toBe(true);
        expect(chunks.slice(place, place + count).some((chunk) => !isHeading(chunk))).toBe(true);
        expect(text.length).toBeLessThanOrEqual(300 + 1 + 800);
        expect(text).not.toMatch(/\n$/);
        expect(Buffer.from(hash).toString("hex")).toBe(createHash("sha256").update(text).digest("hex"));
      }
      expect(embeddingParts("題名", structureDocument({ document_id: "other", title: "題名" }, given))).toEqual(parts);
    }),
    { numRuns: propertyRuns(300) },
  );
});
