import { describe, expect, test } from "@jest/globals";
import { read, shown } from "./read.js";

describe("paragraphs", () => {
  test("are plain text with the line breaks and white space of the source", async () => {
    expect(
      await shown("　**全角**  で\n次の*行* と\\\n`code`  \n[text](https://x.y) <https://u.v> &amp; \\*\n"),
    ).toEqual(["paragraph: 　全角  で\n次の行 と\ncode\ntext https://u.v & *"]);
  });

  test("come from code, quotes and footnotes, in place", async () => {
    expect(await shown("a[^n]\n\n> b\n>\n> > c\n\n```js\nd\n  e\n```\n\n***\n\n[^n]: f\n\n    g\n\nh\n")).toEqual([
      "paragraph: a[n]",
      "paragraph: b",
      "paragraph: c",
      "paragraph: d\n  e",
      "paragraph: [n] f",
      "paragraph: g",
      "paragraph: h",
    ]);
  });

  test("have a picture's alternative text; a picture without one causes a warning", async () => {
    const source = "![図1](a.png) ![図2][r] <img alt='図3' src='c.png'> ![](d.png)\n\n[r]: b.png\n";
    expect(await shown(source)).toEqual(["paragraph: 図1 図2 図3"]);
    expect((await read(source)).warnings).toEqual([
      { code: "picture.replaced", times: 3 },
      { code: "picture.left_out" },
    ]);
  });

  test("struck-out text is kept, with a warning", async () => {
    const { tree, warnings } = await read("~~5日~~ 6日\n");
    expect(tree.children).toEqual([{ kind: "paragraph", text: "5日 6日" }]);
    expect(warnings).toEqual([{ code: "text.struck_out" }]);
  });
});

describe("lists", () => {
  test("are one chunk, with markers, numbers and nesting, as text and as Markdown", async () => {
    const { tree } = await read(
      "3. a\n4. b\n    * c\n      ① d\n    * e\n        1. (1) f\n\n       g\n5. [x](./y) **h**\n",
    );
    expect(tree.children).toEqual([
      {
        kind: "list",
        text: "3. a\n4. b\n   - c\n     ① d\n   - e\n     1. (1) f\n     g\n5. x h",
        markdown: "3. a\n4. b\n   - c\n     ① d\n   - e\n\n     1. (1) f\n\n     g\n5. x **h**",
      },
    ]);
  });

  test("keep task boxes and code; an empty item without a number is nothing", async () => {
    expect(await shown("- [x] a\n- [ ] b\n  ```\n  c\n    d\n  ```\n-\n")).toEqual([
      "list: - [x] a\n- [ ] b\n  c\n    d",
    ]);
  });

  test("are split at a table inside an item, and go on with their numbers and nesting", async () => {
    const source = "1. a\n   1. b\n\n      | x | y |\n      |---|---|\n      | 1 | 2 |\n\n      c\n   2. d\n2. e\n";
    const { tree } = await read(source);
    expect(tree.children.map((child) => (child.kind === "section" ? child : { ...child, table: undefined }))).toEqual([
      { kind: "list", text: "1. a\n   1. b", markdown: "1. a\n   1. b" },
      { kind: "table", markdown: "| x | y |\n| - | - |\n| 1 | 2 |" },
      { kind: "list", text: "      c\n   2. d\n2. e", markdown: "1. 1. c\n   2. d\n2. e" },
    ]);
  });

  test("keep the number of an item that is only a table", async () => {
    const table = (cell: string) => `<table><tr><td>k</td><td>${cell}</td></tr></table>`;
    expect((await shown(`1. ${table("v")}\n2. ${table("w")}\n`)).map((line) => line.split("\n").at(-1))).toEqual([
      "list: 1.",
      "| k | v |",
      "list: 2.",
      "| k | w |",
    ]);
    expect((await shown(`- ${table("v")}\n`)).map((line) => line.split("\n").at(-1))).toEqual(["| k | v |"]);
  });

  test("longer than 4,000 characters are split between outermost items", async () => {
    const item = (n: number) => `${n}. ${"あ".repeat(900)}\n    - ${"い".repeat(600)}`;
    const lists = await shown(Array.from({ length: 5 }, (_, i) => item(i + 7)).join("\n"));
    expect(lists.map((list) => list.match(/\d+\./g))).toEqual([["7.", "8."], ["9.", "10."], ["11."]]);
    expect(lists.every((list) => list.length < 4_010)).toBe(true);
  });

  test("numbered differently from Markdown cause a warning with the place", async () => {
    expect((await read("## 第5条\n\n1. a\n2. b\n2. c\n")).warnings).toEqual([
      { code: "list.renumbered", written: 2, shown: 3, headings: ["第5条"] },
    ]);
    const several = ["一", "二", "三", "四"].map((name) => `## ${name}\n\n1. a\n2. b\n2. c\n`).join("\n");
    expect((await read(several)).warnings).toEqual([
      { code: "list.renumbered", written: 2, shown: 3, times: 4, headings: ["一", "二", "三"] },
    ]);
    for (const source of ["1. a\n1. b\n1. c\n", "4. a\n5. b\n", "- a\n- b\n"]) {
      expect((await read(source)).warnings).toEqual([]);
    }
  });
});

describe("Markdown tables", () => {
  test("are texts for search, and Markdown that stands alone", async () => {
    const { tree } = await read("| 区分 | *額* |\n|:--|--:|\n| a\\|b | `1`<br>![図](x.png) |\n| c |\n");
    expect(tree.children).toEqual([
      {
        kind: "table",
        table: {
          columns: ["区分", "額"],
          rows: [
            ["a|b", "1 図"],
            ["c", ""],
          ],
        },
        markdown: "| 区分 |      *額* |\n| :--- | --------: |\n| a\\|b | `1`<br>図 |\n| c    |",
      },
    ]);
  });

  test("with a long cell are not padded", async () => {
    const [table] = await shown(`| a | b |\n|---|---|\n| ${"x".repeat(300)} | y |\n| z | w |\n`);
    expect(table?.endsWith("\n| z | w |")).toBe(true);
  });

  test("longer than 6,000 characters are split between rows, with their headings", async () => {
    const rows = Array.from({ length: 100 }, (_, i) => `| ${i} | ${"x".repeat(140)} |`);
    const tables = await shown(`| no | text |\n|---|---|\n${rows.join("\n")}\n`);
    expect(tables).toHaveLength(3);
    for (const table of tables) {
      expect(table.length).toBeLessThanOrEqual(6_000 + "table: ".length);
      expect(table).toMatch(/^table: \| no +\| text +\|\n/);
    }
    expect(
      tables
        .join("\n")
        .match(/^\| \d+ +\|/gm)
        ?.map((cell) => Number(cell.slice(2, -2))),
    ).toEqual([...rows.keys()]);
  });

  test("with two columns and no headings are named by the first", async () => {
    const { tree } = await read("| | |\n|---|---|\n| 休暇日数 | 5日 |\n| 期限 | 6か月 |\n");
    expect(tree.children[0]).toMatchObject({ table: { columns: ["休暇日数", "期限"], rows: [["5日", "6か月"]] } });
  });
});
