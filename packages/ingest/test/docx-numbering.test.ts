import { describe, expect, test } from "@jest/globals";
import { docxChunks, readDocx, shownOfDocx } from "./docx-read.js";
import { abstractNum, headingStyles, type LevelXml, num, numbered, p, style } from "./docx-writer.js";

/** The headings of a document whose paragraphs are numbered by one list, at these levels. */
async function headings(levels: readonly LevelXml[], at: readonly number[], lists = num(1, 1)): Promise<string[]> {
  const body = at.map((level) => p("題", style(`H${level + 1}`) + numbered(1, level))).join("");
  const chunks = await docxChunks({ body, styles: headingStyles, numbering: abstractNum(1, levels) + lists });
  return chunks.map(({ content }) => content ?? "");
}

describe("numbers that Word sets before headings", () => {
  test("are written out in every number format", async () => {
    const cases: readonly (readonly [format: string, numbers: readonly string[]])[] = [
      ["decimal", ["1", "4", "9", "11", "27"]],
      ["decimalFullWidth", ["１", "４", "９", "１１", "２７"]],
      ["decimalZero", ["01", "04", "09", "11", "27"]],
      ["upperRoman", ["I", "IV", "IX", "XI", "XXVII"]],
      ["lowerRoman", ["i", "iv", "ix", "xi", "xxvii"]],
      ["upperLetter", ["A", "D", "I", "K", "AA"]],
      ["lowerLetter", ["a", "d", "i", "k", "aa"]],
      ["ordinal", ["1st", "4th", "9th", "11th", "27th"]],
      ["japaneseCounting", ["一", "四", "九", "十一", "二十七"]],
      ["ideographDigital", ["一", "四", "九", "一一", "二七"]],
      ["ideographTraditional", ["甲", "丁", "壬", "11", "27"]],
      ["aiueo", ["ｱ", "ｴ", "ｹ", "ｻ", "ﾋ"]],
      ["aiueoFullWidth", ["ア", "エ", "ケ", "サ", "ヒ"]],
      ["iroha", ["ｲ", "ﾆ", "ﾘ", "ﾙ", "ｵ"]],
      ["irohaFullWidth", ["イ", "ニ", "リ", "ル", "オ"]],
      ["decimalEnclosedCircle", ["①", "④", "⑨", "⑪", "㉗"]],
      ["decimalEnclosedParen", ["⑴", "⑷", "⑼", "⑾", "27"]],
    ];
    for (const [format, numbers] of cases) {
      const shown = await headings(
        [[format, "第%1条"]],
        Array.from({ length: 27 }, () => 0),
      );
      expect([1, 4, 9, 11, 27].map((n) => shown[n - 1])).toEqual(numbers.map((number) => `第${number}条 題`));
    }
  });

  test("become labels, so that articles are in their chapters", async () => {
    const levels: LevelXml[] = [
      ["decimalFullWidth", "第%1章"],
      ["decimal", "第%2条", "<w:lvlRestart w:val='0'/><w:suff w:val='nothing'/>"],
    ];
    const body = [0, 1, 1, 0, 1].map((level) => p("（題）", style(`H${level + 1}`) + numbered(1, level))).join("");
    const chunks = await docxChunks({ body, styles: headingStyles, numbering: abstractNum(1, levels) + num(1, 1) });
    expect(chunks.map(({ chunk_id, content }) => [chunk_id, content])).toEqual([
      ["rules::ch1::heading-1", "第１章 （題）"],
      ["rules::ch1::art1::heading-1", "第1条（題）"],
      ["rules::ch1::art2::heading-1", "第2条（題）"],
      ["rules::ch2::heading-1", "第２章 （題）"],
      ["rules::ch2::art3::heading-1", "第3条（題）"],
    ]);
  });

  test("count by levels: a higher one restarts the lower ones, a skipped one counts as used", async () => {
    const levels: LevelXml[] = [
      ["decimal", "%1."],
      ["decimal", "%1.%2"],
      ["decimal", "%1.%2.%3"],
    ];
    expect(await headings(levels, [0, 1, 2, 2, 1, 0, 2, 1])).toEqual(
      ["1.", "1.1", "1.1.1", "1.1.2", "1.2", "2.", "2.1.1", "2.2"].map((number) => `${number} 題`),
    );
  });

  test("restart where the list says so, and are all digits in a legal list", async () => {
    const legal: LevelXml[] = [
      ["upperRoman", "%1."],
      ["lowerLetter", "%1.%2", "<w:isLgl/>"],
    ];
    expect(await headings(legal, [0, 0, 1])).toEqual(["I. 題", "II. 題", "2.1 題"]);
    const restarts: LevelXml[] = [
      ["decimal", "%1"],
      ["decimal", "%2"],
      ["decimal", "%3", "<w:lvlRestart w:val='1'/>"],
    ];
    expect(await headings(restarts, [0, 1, 2, 1, 2, 0, 1, 2])).toEqual(
      ["1", "1", "1", "2", "2", "2", "1", "1"].map((number) => `${number} 題`),
    );
    const override = num(1, 1, "<w:lvlOverride w:ilvl='0'><w:startOverride w:val='7'/></w:lvlOverride>");
    expect(await headings([["decimal", "%1"]], [0, 0], override)).toEqual(["7 題", "8 題"]);
  });

  test("continue in another list of the same kind, or restart there", async () => {
    const anew = num(3, 1, "<w:lvlOverride w:ilvl='0'><w:startOverride w:val='1'/></w:lvlOverride>");
    const body = [1, 2, 3, 3, 2].map((list) => p("x", style("H1") + numbered(list))).join("");
    const numbering = abstractNum(1, [["decimal", "第%1条"]]) + num(1, 1) + num(2, 1) + anew;
    const shown = await shownOfDocx({ body, styles: headingStyles, numbering });
    expect(shown).toEqual([1, 2, 1, 2, 3].map((n) => `heading: 第${n}条 x`));
  });

  test("come from the style, from what it is based on, and through list styles", async () => {
    const styles =
      `<w:style w:type="paragraph" w:styleId="Base"><w:name w:val="base"/><w:pPr><w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>` +
      `<w:style w:type="paragraph" w:styleId="A"><w:name w:val="a"/><w:basedOn w:val="Base"/></w:style>` +
      `<w:style w:type="paragraph" w:styleId="B"><w:name w:val="b"/><w:basedOn w:val="B2"/></w:style>` +
      `<w:style w:type="paragraph" w:styleId="B2"><w:name w:val="b"/><w:basedOn w:val="B"/></w:style>` +
      `<w:style w:type="paragraph" w:styleId="C"><w:name w:val="c"/><w:basedOn w:val="Base"/><w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr></w:style>` +
      `<w:style w:type="numbering" w:styleId="L"><w:name w:val="l"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>`;
    const numbering =
      abstractNum(1, [], `<w:numStyleLink w:val="L"/>`) +
      abstractNum(
        2,
        [
          ["decimal", "%1."],
          ["decimal", "第%2条", `<w:pStyle w:val="A"/>`],
        ],
        `<w:styleLink w:val="L"/>`,
      ) +
      num(1, 1) +
      num(2, 2);
    const body = ["Base", "A", "B", "C", "A"].map((id) => p("x", style(id))).join("");
    expect(await shownOfDocx({ body, styles, numbering })).toEqual([
      "heading: 1. x",
      "heading: 第1条 x",
      "paragraph: x",
      "heading: x",
      "heading: 第2条 x",
    ]);
  });

  test("have the level of the nearest style, by its own words or by the list's", async () => {
    const heading = (id: string, more: string) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/>${more}</w:style>`;
    const numPr = (inside: string) => `<w:pPr><w:numPr>${inside}</w:numPr></w:pPr>`;
    const based = `<w:basedOn w:val="One"/>`;
    const numbering =
      num(1, 1) +
      abstractNum(
        1,
        ["One", "Two", ""].map((id, i): LevelXml => {
          return ["decimal", ["%1", "%1.%2", "%1.%2.%3"][i] ?? "", `<w:pStyle w:val="${id}"/>`];
        }),
      );
    const styles =
      heading(
        "One",
        `${numPr(`<w:ilvl w:val="0"/><w:numId w:val="1"/>`)}`.replace("<w:pPr>", `<w:pPr><w:outlineLvl w:val="0"/>`),
      ) +
      heading("Two", based) +
      heading("Three", based + numPr(`<w:ilvl w:val="2"/>`)) +
      heading("Other", based);
    const body = ["One", "Two", "Three", "Two", "Other"].map((id) => p("x", style(id))).join("");
    expect(await shownOfDocx({ body, styles, numbering })).toEqual(
      ["1", "1.1", "1.1.1", "1.2", "2"].map((number) => `heading: ${number} x`),
    );
  });

  test("that cannot be restored cause a warning", async () => {
    const lost = { code: "docx.number_undefined" };
    const unknown = { code: "docx.number_format_unknown", format: "hebrew1" };
    const body = p("x", style("H1") + numbered(1)) + p("y", style("H1") + numbered(9));
    const numbering = abstractNum(1, [["hebrew1", "%1"]]) + num(1, 1);
    expect((await readDocx({ body, styles: headingStyles })).warnings).toEqual([{ ...lost, times: 2 }]);
    const { warnings, tree } = await readDocx({ body, styles: headingStyles, numbering });
    expect(warnings).toEqual([unknown, lost]);
    expect(tree.children).toMatchObject([{ heading: "1 x" }, { heading: "y" }]);
  });
});

describe("numbers that Word sets before other paragraphs", () => {
  const numbering =
    abstractNum(1, [
      ["decimal", "%1."],
      ["lowerLetter", "(%2)"],
      ["bullet", "•"],
    ]) +
    abstractNum(2, [
      ["bullet", "\uf0b7"],
      ["japaneseCounting", "%2"],
    ]) +
    abstractNum(3, [["decimal", "第%1条"]]) +
    [1, 2, 3].map((id) => num(id, id)).join("");
  const list = (...items: readonly (readonly [text: string, list: number, level: number])[]) =>
    items.map(([text, id, level]) => p(text, id === 0 ? "" : numbered(id, level))).join("");

  test("1. 2. 3. and bullets make lists; any other number stands as text before the item", async () => {
    const body = list(["a", 1, 0], ["b", 1, 1], ["c", 1, 1], ["d", 1, 2], ["e", 1, 0], ["f", 2, 0], ["g", 2, 1]);
    expect(await shownOfDocx({ body, numbering })).toEqual([
      "list: 1. a\n   - (a) b\n   - (b) c\n     - d\n2. e",
      "list: - f\n  - 一 g",
    ]);
  });

  test("a list that continues after other content keeps its numbers", async () => {
    const body = list(["a", 1, 0], ["b", 0, 0], ["c", 1, 0], ["d", 2, 0], ["e", 1, 0], ["", 1, 0], ["f", 1, 0]);
    expect(await shownOfDocx({ body, numbering })).toEqual([
      "list: 1. a",
      "paragraph: b",
      "list: 2. c",
      "list: - d",
      "list: 3. e",
      "list: 5. f",
    ]);
  });

  test("a list may begin at any level and be in a cell", async () => {
    const cells = `<w:tbl><w:tr>${[1, 2].map(() => `<w:tc>${list(["x", 1, 1], ["y", 1, 0])}</w:tc>`).join("")}</w:tr></w:tbl>`;
    expect(await shownOfDocx({ body: `${list(["a", 1, 2], ["b", 1, 0])}${cells}`, numbering })).toEqual([
      "list: - a",
      "list: 2. b",
      expect.stringContaining("• (a) x<br>3. y"),
    ]);
  });

  test("articles are articles although no style says so", async () => {
    const body = p("（目的）", numbered(3)) + p("x。") + p("（定義）", numbered(3)) + p("y。") + p("z。", numbered(3));
    expect(await shownOfDocx({ body, numbering })).toEqual([
      "heading: 第1条 （目的）",
      "paragraph: x。",
      "heading: 第2条 （定義）",
      "paragraph: y。",
      "heading: 第3条",
      "paragraph: z。",
    ]);
  });
});
