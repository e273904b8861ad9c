import { expect, test } from "@jest/globals";
import { structureDocument } from "@retrieval/core/chunks";
import type { ReadDocument } from "@retrieval/core/ports";
import { readDocx } from "./docx-read.js";
import { abstractNum, headingStyles, num, numbered, p, style, tbl, tc, tr } from "./docx-writer.js";
import { readHtml } from "./html-read.js";
import { read } from "./read.js";

const markdown = `# 就業規則

## 第1章 総則

### 第1条（目的）

この規則は、目的を定める。

1. 甲
2. 乙
   - 丙

### 第2条（定義）

| 用語 | 意味 |
| ---- | ---- |
| 社員 | 正社員 |

## 附則

この規則は、公布の日から施行する。
`;

const html = `<!DOCTYPE html><title>x</title><h1>就業規則</h1><h2>第1章 総則</h2><h3>第1条（目的）</h3>
<p>この規則は、目的を定める。</p><ol><li>甲</li><li>乙<ul><li>丙</li></ul></li></ol><h3>第2条（定義）</h3>
<table><tr><th>用語</th><th>意味</th></tr><tr><td>社員</td><td>正社員</td></tr></table>
<h2>附則</h2><p>この規則は、公布の日から施行する。</p>`;

const docx = {
  body:
    p("就業規則", style("H1")) +
    p("総則", style("H2") + numbered(1, 0)) +
    p("（目的）", style("H3") + numbered(1, 1)) +
    p("この規則は、目的を定める。") +
    p("甲", numbered(2)) +
    p("乙", numbered(2)) +
    p("丙", numbered(2, 1)) +
    p("（定義）", style("H3") + numbered(1, 1)) +
    tbl(tr([tc("用語"), tc("意味")], "<w:tblHeader/>"), tr([tc("社員"), tc("正社員")])) +
    p("附則", style("H2")) +
    p("この規則は、公布の日から施行する。"),
  styles: headingStyles,
  numbering:
    abstractNum(1, [
      ["decimal", "第%1章", "<w:suff w:val='space'/>"],
      ["decimal", "第%2条", "<w:suff w:val='nothing'/>"],
    ]) +
    abstractNum(2, [
      ["decimal", "%1."],
      ["bullet", "•"],
    ]) +
    num(1, 1) +
    num(2, 2),
};

test("the same rules in Markdown, HTML and Word have the same chunks, with the same ids and text hashes", async () => {
  const chunks = ({ tree, title }: ReadDocument) => structureDocument({ document_id: "d", title: title ?? "" }, tree);
  const expected = chunks(await read(markdown));
  expect(expected).toHaveLength(8);
  expect(chunks(await readHtml(html))).toEqual(expected);
  expect(chunks(await readDocx(docx))).toEqual(expected);
});
