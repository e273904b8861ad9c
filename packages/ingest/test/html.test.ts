import { describe, expect, test } from "@jest/globals";
import { read, sectionsOf, shown } from "./read.js";

describe("raw HTML", () => {
  test("shows its text and not its tags", async () => {
    for (const [source, text] of [
      ["H<sub>2</sub>O and <kbd>Ctrl</kbd> <span>*a* <b>b</b></span>\n", "H2O and Ctrl a b"],
      ["a<br>b<br/>c\n", "a\nb\nc"],
      ["<ruby>漢字<rt>かんじ</rt></ruby>である\n", "漢字（かんじ）である"],
      ["<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>\n", "漢字(かんじ)"],
      ["<p align='center'>a\n  b</p>\n", "a b"],
      ["<div>a<wbr>b</div>\n", "ab"],
      ["<div data-mdast='ignore'>a</div>\n", "a"],
      ["<div><select><option>a</option><option>b</option></select></div>\n", "a / b"],
      ["x <b>never closed\n", "x never closed"],
      ["x <code>**y**</code> <select>z\n", "x y z"],
    ]) {
      expect(await shown(source as string)).toEqual([`paragraph: ${text}`]);
    }
  });

  test("drops comments, scripts, styles and templates, and nothing beside them", async () => {
    for (const hidden of [
      "<!-- 要検討 -->",
      "<!--\n## 第12章\n\n1. 未定\n-->",
      "<script>\n\nalert(1)\n\n</script>",
      "<style>p { color: red }</style>",
      "<div><template>x</template></div>",
      "<?php x ?>",
      "<!DOCTYPE html>",
    ]) {
      expect(await shown(`a\n\n${hidden}\n\nb\n`)).toEqual(["paragraph: a", "paragraph: b"]);
    }
    expect(await shown("a <!-- x --> b\n\n1. c\n   <!-- y -->\n2. d\n")).toEqual([
      "paragraph: a  b",
      "list: 1. c\n2. d",
    ]);
  });

  test("a comment that is never closed causes a warning", async () => {
    expect((await read("a\n\n<!-- b\n\n## 第1条\n")).warnings).toEqual([{ code: "html.open_comment" }]);
  });

  test("around Markdown leaves the Markdown as it is", async () => {
    const source = "<details>\n<summary>S</summary>\n\n## 第1条\n\n- **a**\n  b\n\n</details>\n\n## 第2条\n";
    expect(await shown(source)).toEqual(["paragraph: S", "heading: 第1条", "list: - a\n  b", "heading: 第2条"]);
  });

  test("that is never closed hides no heading and moves no text", async () => {
    for (const tag of ["<table><tr><td>", "<ul><li>", "<blockquote>", "<div title='", "<select>", "<svg>"]) {
      const sections = await sectionsOf(`## 第1条\n\n${tag}\n\n## 第2条\n\nx\n`);
      expect(sections).toEqual(["art1", "art2"]);
    }
  });

  test("of blocks inside a line splits the line", async () => {
    expect(await shown("a <div>b</div> c\n")).toEqual(["paragraph: a", "paragraph: b", "paragraph: c"]);
  });

  test("content that cannot be shown causes a warning", async () => {
    expect(
      (await read("<video src='a'></video> <audio src='b'></audio> <iframe src='c'></iframe>\n")).warnings,
    ).toEqual(["video", "sound", "page"].map((kind) => ({ code: "media.left_out", kind })));
  });
});

describe("HTML tables", () => {
  const tableOf = async (html: string) => {
    const { tree, warnings } = await read(html);
    const tables = tree.children.filter((child) => child.kind === "table");
    return { tables, warnings };
  };

  test("with headings are Markdown tables, with markup and line breaks inside cells as text", async () => {
    const html =
      "<table><caption>表</caption><thead><tr><th>a</th><th>b</th></tr></thead>" +
      "<tbody><tr><td><b>1</b><br>2</td><td><ul><li>p</li><li>q</li></ul>r | s</td></tr></tbody></table>\n";
    expect(await shown(html)).toEqual([
      "paragraph: 表",
      "table: | a          | b                    |\n| ---------- | -------------------- |\n| **1**<br>2 | • p<br>• q<br>r \\| s |",
    ]);
  });

  test("read across blank lines and as one, inside a list item too", async () => {
    const html = "1. x\n\n   <table>\n   <tr><th>a</th></tr>\n\n   <tr><td>1</td></tr>\n   </table>\n2. y\n";
    expect(await shown(html)).toEqual(["list: 1. x", "table: | a |\n| - |\n| 1 |", "list: 2. y"]);
  });

  test("merged cells: the text is shown once, and searched in every place that it covers", async () => {
    const html =
      "<table><tr><th rowspan=2>区分</th><th colspan=2>支出</th></tr><tr><th>2025</th><th>2026</th></tr>" +
      "<tr><td rowspan=2>建物</td><td>1</td><td>2</td></tr><tr><td colspan=2>3</td></tr></table>\n";
    const { tables, warnings } = await tableOf(html);
    expect(tables).toEqual([
      {
        kind: "table",
        table: {
          columns: ["区分", "支出 2025", "支出 2026"],
          rows: [
            ["建物", "1", "2"],
            ["建物", "3", "3"],
          ],
        },
        markdown:
          "| 区分 | 支出 | ←    |\n| ---- | ---- | ---- |\n| ↑    | 2025 | 2026 |\n| 建物 | 1    | 2    |\n| ↑    | 3    | ←    |",
      },
    ]);
    expect(warnings).toEqual([{ code: "table.merged_cells" }]);
  });

  test("a merged cell that a split table cuts is shown again", async () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `<tr>${i === 0 ? "<td rowspan=60>甲</td>" : ""}<td>${"乙".repeat(150)}</td></tr>`,
    );
    const { tables } = await tableOf(`<table><tr><th>a</th><th>b</th></tr>${rows.join("")}</table>\n`);
    expect(tables).toHaveLength(2);
    for (const table of tables) {
      const cells = table.markdown
        .split("\n")
        .slice(2)
        .map((line) => line.split("|")[1]?.trim());
      expect(cells).toEqual(["甲", ...cells.slice(1).fill("↑")]);
    }
  });

  test("without headings are named by their first row, or by their first column if there are two", async () => {
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
    const wide = await tableOf(`<table>${row("0.5年", "1.5年", "2.5年")}${row("10日", "11日", "12日")}</table>\n`);
    expect(wide.tables).toMatchObject([
      { table: { columns: ["0.5年", "1.5年", "2.5年"], rows: [["10日", "11日", "12日"]] } },
    ]);
    const pairs = await tableOf(`<table>${row("けん責", "戒める")}${row("減給", "減給する")}</table>\n`);
    expect(pairs.tables).toMatchObject([
      {
        table: { columns: ["けん責", "減給"], rows: [["戒める", "減給する"]] },
        markdown: "|        |          |\n| ------ | -------- |\n| けん責 | 戒める   |\n| 減給   | 減給する |",
      },
    ]);
  });

  test("with headings down the side are named by them", async () => {
    const html = "<table><tr><th>A</th><td>1</td><td>2</td></tr><tr><th>B</th><td>3</td><td>4</td></tr></table>\n";
    expect((await tableOf(html)).tables).toMatchObject([
      {
        table: {
          columns: ["A", "B"],
          rows: [
            ["1", "3"],
            ["2", "4"],
          ],
        },
      },
    ]);
  });

  test("a table inside a cell is kept as plain text, with a warning", async () => {
    const html = "<table><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>\n";
    const { tables, warnings } = await tableOf(html);
    expect(tables).toMatchObject([{ table: { columns: ["a"], rows: [["b c"]] } }]);
    expect(warnings).toEqual([{ code: "table.nested" }]);
  });

  test("spans beyond the table, or beyond reason, do no harm", async () => {
    const { tree } = await read("<table><tr><td colspan=99999 rowspan=99999>a</td></tr><tr><td>b</td></tr></table>\n");
    expect(JSON.stringify(tree)).toMatch(/: a .*: b"/);
    const huge = `<table>${"<tr><td colspan=1000>x</td></tr>".repeat(600)}</table>\n`;
    await expect(read(huge)).rejects.toThrow("file.too_many_cells");
  });
});
