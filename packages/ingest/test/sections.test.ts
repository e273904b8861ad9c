import { describe, expect, test } from "@jest/globals";
import { chunksOf, read, sectionsOf } from "./read.js";

describe("sections", () => {
  test("labelled headings nest by rank, in Japanese", async () => {
    const rules =
      "## 第1編 総則\n### 第一章　通則\n### 第２節 細則\n#### 第1款\n#### 第三十六条の二（時間外）\n## 第2編\n";
    expect(await sectionsOf(rules)).toEqual([
      "part1",
      "part1::ch1",
      "part1::ch1::sec2",
      "part1::ch1::sec2::sec1",
      "part1::ch1::sec2::sec1::art36-2",
      "part2",
    ]);
  });

  test("and in English", async () => {
    const rules =
      "# Part I\n## Chapter II: Hours\n### Section 3\n### Article 12 - Overtime\n## Chapter III\n# Annex III\n";
    expect(await sectionsOf(rules)).toEqual([
      "part1",
      "part1::ch2",
      "part1::ch2::sec3",
      "part1::ch2::sec3::art12",
      "part1::ch3",
      "annex3",
    ]);
  });

  test("by rank whatever levels the source gives them", async () => {
    for (const levels of [
      ["##", "###", "###", "##"],
      ["##", "##", "##", "##"],
      ["###", "##", "####", "#"],
      ["######", "#", "##", "###"],
    ]) {
      const [a, b, c, d] = levels;
      const rules = `text\n\n${a} 第1章\n${b} 第1条\n${c} 第2条\n${d} 第2章\n`;
      expect(await sectionsOf(rules)).toEqual(["ch1", "ch1::art1", "ch1::art2", "ch2"]);
    }
  });

  test("an annex and a supplement close chapters and articles", async () => {
    const rules = "## 第1章\n### 第1条\n### 附則\n#### 第1条（施行期日）\n### 別表第1（第16条関係）\n## 別紙2\n";
    expect(await sectionsOf(rules)).toEqual(["ch1", "ch1::art1", "384f3eac", "384f3eac::art1", "annex1", "annex2"]);
  });

  test("an annex below a part stays in it", async () => {
    expect(await sectionsOf("## 第1部\n### 第1条\n### 別紙1\n## 別紙2\n")).toEqual([
      "part1",
      "part1::art1",
      "part1::annex1",
      "annex2",
    ]);
  });

  test("a supplement contains its own articles on the same level, an annex its own numbers", async () => {
    expect(await sectionsOf("## 第5条\n## 附則\n## 第1条（施行期日）\n## 別紙1\n## 1. 目的\n## 別紙2\n")).toEqual([
      "art5",
      "384f3eac",
      "384f3eac::art1",
      "annex1",
      "annex1::sec1",
      "annex2",
    ]);
  });

  test("numbers nest by their parts, and inside an article", async () => {
    expect(await sectionsOf("## 1. Purpose\n## 1.1 Scope\n## 1.2 Terms\n### 1.2.1 Staff\n## 2. Hours\n")).toEqual([
      "sec1",
      "sec1::sec1-1",
      "sec1::sec1-2",
      "sec1::sec1-2::sec1-2-1",
      "sec2",
    ]);
    expect(await sectionsOf("### 第1条\n### 1. 届出\n### 2. 承認\n### 第2条\n")).toEqual([
      "art1",
      "art1::sec1",
      "art1::sec2",
      "art2",
    ]);
  });

  test("Section stands above Article or below it, as the document's levels or their order say", async () => {
    expect(await sectionsOf("## Article 1\n### Section 1\n### Section 2\n## Article 2\n")).toEqual([
      "art1",
      "art1::sec1",
      "art1::sec2",
      "art2",
    ]);
    expect(await sectionsOf("## Section 1\n## Article 1\n## Article 2\n## Section 2\n")).toEqual([
      "sec1",
      "sec1::art1",
      "sec1::art2",
      "sec2",
    ]);
  });

  test("headings without a label nest by level", async () => {
    const chunks = await chunksOf("## A\n#### B\n### C\n## 第1条\n### D\n## E\n");
    expect(chunks.map(({ display }) => display.breadcrumb.join(" > "))).toEqual([
      "A",
      "A > B",
      "A > C",
      "第1条",
      "第1条 > D",
      "E",
    ]);
  });

  test("a heading inside a quote, a list or a table opens no section", async () => {
    const rules = "## 第1条\n\n> ## 第2条\n\n- ## 第3条\n\n<table><tr><td><h2>第4条</h2></td></tr></table>\n";
    expect(await sectionsOf(rules)).toEqual(["art1"]);
  });

  test("markup in headings is plain text", async () => {
    const [heading] = await chunksOf("## 第1章 **総則** `x` [y](z)<br>\n");
    expect(heading?.content).toBe("第1章 総則 x y");
    expect(heading?.metadata.section_path).toEqual([{ level: 1, type: "chapter", label: "第1章", title: "総則 x y" }]);
  });

  test("an empty heading is nothing", async () => {
    expect(await chunksOf("## \n\n##\n\n## <!-- x -->\n")).toEqual([]);
  });

  test("a heading longer than a title may be keeps all of its text in its chunk", async () => {
    const long = "長".repeat(700);
    const [heading] = await chunksOf(`## ${long}\n`);
    expect(heading?.content).toBe(long);
    expect([...(heading?.metadata.section_path[0]?.title ?? "")]).toHaveLength(512);
    expect((await read(`## ${long}\n`)).warnings).toEqual([{ code: "heading.shortened", max: 512 }]);
  });

  test("an endless label is no label", async () => {
    const [heading] = await chunksOf(`## 第1条${"の2".repeat(200)}\n`);
    expect(heading?.metadata.section_path[0]?.label).toBe("");
  });
});

describe("the title of the document", () => {
  test("is the only heading of the first level, if it comes first and has no label", async () => {
    const { title, tree } = await read("社外秘\n\n# 就業 *規則*\n\n## 第1条\n");
    expect(title).toBe("就業 規則");
    expect(tree.children.map((child) => (child.kind === "section" ? child.heading : child.kind))).toEqual([
      "paragraph",
      "第1条",
    ]);
  });

  test("is not any other heading", async () => {
    for (const rules of ["# A\n# B\n", "## A\n# B\n", "# 第1章 総則\n", "text\n", `# ${"長".repeat(600)}\n`]) {
      expect((await read(rules)).title).toBeNull();
    }
  });

  test("comes from the front matter if there is no such heading", async () => {
    for (const [line, title] of [
      ["title: Work Rules", "Work Rules"],
      ['title: "規程 \\"A\\""', '規程 "A"'],
      ["title: '社員''規程'", "社員'規程"],
    ]) {
      const found = await read(`---\n${line}\n---\n\n## 第1条\n`);
      expect(found).toMatchObject({ title, warnings: [] });
    }
  });
});

describe("front matter", () => {
  test("becomes no text and no warning", async () => {
    const { title, tree, warnings } = await read("---\ntitle: [a, b]\ntags:\n  - x\n# c\n---\ntext\n");
    expect(title).toBeNull();
    expect(tree.children).toEqual([{ kind: "paragraph", text: "text" }]);
    expect(warnings).toEqual([]);
    expect((await read("---\ntitle: A\ndate: 2024-04-01\n---\n# B\n")).warnings).toEqual([]);
  });

  test("is not found in text that only looks like it", async () => {
    for (const text of [
      "---\n本文である。\n---\n",
      "---\n\n第1条\n\n---\n",
      "---\na: b\n",
      "text\n\n---\na: b\n---\n",
    ]) {
      const { tree } = await read(text);
      expect(JSON.stringify(tree)).toMatch(/本文である|第1条|a: b/);
    }
  });
});

describe("marks of site generators", () => {
  test("are left out, and what they enclose and their titles stay, without a warning", async () => {
    for (const [text, shown] of [
      ['{{% alert title="注意" color="warning" %}}\n本文\n{{% /alert %}}', ["注意", "本文"]],
      ["{{< tabs >}}\n本文{{<note>}}である{{</note>}}。\n{{< /tabs >}}", ["本文である。"]],
      ["{% if site.x %}\n本文\n{% endif %}", ["本文"]],
      ['{{< alert title="注意" >}}本文{{< /alert >}}', ["注意 本文"]],
      [":::note\n本文\n:::", ["本文"]],
      ["::: tip 見出し\n本文\n:::\n\n::::warning[見出し]{.a}\n本文\n::::", ["見出し", "本文", "見出し", "本文"]],
      ["> :::note 見出し\n> 本文\n> :::", ["見出し", "本文"]],
    ] as const) {
      const { tree, warnings } = await read(text);
      expect(tree.children).toEqual(shown.map((line) => ({ kind: "paragraph", text: line })));
      expect(warnings).toEqual([]);
    }
  });

  test("stay in code and where they are none", async () => {
    for (const text of [
      "`{% raw %}`",
      "```\n{{< a >}}\n:::note\n```",
      "::: ご注意",
      "単価 {{ price }} 円",
      "10 % {a}",
      ":::",
    ]) {
      const { tree } = await read(`${text}\n`);
      expect(JSON.stringify(tree)).toContain(JSON.stringify(text.replace(/^```\n|\n```$|`/g, "")).slice(1, -1));
    }
  });
});
