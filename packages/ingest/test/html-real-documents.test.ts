import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "@jest/globals";
import { describeWithRealData, realDataDir } from "@retrieval/contract";
import { type StructuredChunk, structureDocument } from "@retrieval/core/chunks";
import type { ReadDocument } from "@retrieval/core/ports";
import { readHtml } from "./html-read.js";
import { expectEveryHtmlCharacter } from "./html-visible-text.js";
import { expectOutline } from "./outline.js";

describeWithRealData("the GDPR as the Official Journal publishes it", () => {
  let html: string;
  let read: ReadDocument;
  let chunks: StructuredChunk[];

  beforeAll(async () => {
    html = readFileSync(`${realDataDir}/gdpr/gdpr-eurlex-en.html`, "utf8");
    read = await readHtml(html);
    chunks = structureDocument({ document_id: "gdpr", title: read.title ?? "" }, read.tree);
  });

  const sectionsOf = (type: string) =>
    chunks
      .filter(({ text_type }) => text_type === "heading")
      .map(({ metadata }) => metadata.section_path)
      .filter((path) => path.at(-1)?.type === type);

  test("has its title, 11 chapters, 15 sections and 99 articles, each titled and in its place", () => {
    expect(read.title).toBe("REGULATION (EU) 2016/679 OF THE EUROPEAN PARLIAMENT AND OF THE COUNCIL");
    expect(sectionsOf("chapter")).toHaveLength(11);
    expect(sectionsOf("section")).toHaveLength(15);
    const articles = sectionsOf("article");
    expect(articles.map((path) => path.at(-1)?.label)).toEqual(
      Array.from({ length: 99 }, (_, i) => `Article ${i + 1}`),
    );
    for (const path of articles) {
      expect(path[0]?.type).toBe("chapter");
      expect(path.every(({ title }) => title !== "")).toBe(true);
    }
    expect(chunks.find(({ chunk_id }) => chunk_id === "gdpr::ch3::sec2::art15::list-1")?.display.breadcrumb).toEqual([
      "CHAPTER III Rights of the data subject",
      "Section 2 Information and access to personal data",
      "Article 15 Right of access by the data subject",
    ]);
  });

  test("has its recitals and items as lists with their markers, and no table", () => {
    expect(chunks.filter(({ text_type }) => text_type === "table")).toEqual([]);
    const before = chunks.slice(
      0,
      chunks.findIndex(({ text_type }) => text_type === "heading"),
    );
    const recitals = before.flatMap(({ content }) => content?.match(/^- \(\d+\)/gm) ?? []);
    expect(recitals).toEqual(Array.from({ length: 173 }, (_, i) => `- (${i + 1})`));
    const items = chunks.find(({ chunk_id }) => chunk_id === "gdpr::ch1::art2::list-1")?.content;
    expect(items?.match(/^- \([a-d]\) /gm)).toEqual(["- (a) ", "- (b) ", "- (c) ", "- (d) "]);
    expect(chunks.filter(({ content }) => /^\(\d+\)\s+\S/.test(content ?? ""))).toHaveLength(21);
  });

  test("has every visible character, once and in order, and nothing of its scripts", async () => {
    await expectEveryHtmlCharacter(html);
    expect(JSON.stringify(chunks)).not.toMatch(/jquery|parse_gdpr/);
  });

  test("has the outline that was checked by eye", () => expectOutline(read, "gdpr-eurlex-en"));
});
