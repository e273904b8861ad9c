import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Line } from "../src/pdf/layout-types.js";
import { markerOf } from "../src/pdf/markers.js";
import { passagesOf } from "../src/pdf/passages.js";
import { withoutRadicals } from "../src/pdf/radicals.js";
import { plainText } from "../src/plain-text.js";
import { pdfChunks, pdfShown } from "./pdf-read.js";
import { HEIGHT, lines, type Mark, tableRules, tinyPdf } from "./tiny-pdf.js";

const FULL = "あ".repeat(48);

describe("columns", () => {
  /** A column of 20 full lines and a short one, each of 22 letters. */
  const column = (sign: string, x: number, { y = 200, count = 20, end = "了。" } = {}): Mark[] =>
    lines([...Array.from({ length: count }, () => sign.repeat(22)), end], { x, y });
  const whole = (sign: string, count = 20, end = "了。") => `paragraph: ${sign.repeat(22 * count)}${end}`;

  test("are read one after the other, below a heading and above a note of the full width", async () => {
    const page: Mark[] = [
      ...lines([FULL, "序。"], { y: 80 }),
      ...column("左", 60),
      ...column("右", 320),
      ...lines(["注".repeat(48), "終。"], { y: 640 }),
    ];
    expect(await pdfShown(tinyPdf([page]))).toEqual([
      `paragraph: ${FULL}序。`,
      whole("左"),
      whole("右"),
      `paragraph: ${"注".repeat(48)}終。`,
    ]);
  });

  test("carry a paragraph from the first to the second", async () => {
    const text = (sign: string, x: number): Mark[] => column(sign, x, { count: 25, end: sign.repeat(22) });
    const shown = await pdfShown(tinyPdf([[...text("左", 60), ...text("右", 320)]]));
    expect(shown).toEqual([`paragraph: ${"左".repeat(22 * 26)}${"右".repeat(22 * 26)}`]);
  });

  test("go on beside a page number between them, and below a header that is farther out", async () => {
    const text = (sign: string, x: number): Mark[] => column(sign, x, { count: 25, end: sign.repeat(22) });
    const page = (number: number, [left, right]: [string, string]): Mark[] => [
      { text: "社外秘", x: 560, y: 40, size: 8 },
      ...text(left, 60),
      ...text(right, 320),
      { text: String(number), x: 298, y: 780, size: 8 },
    ];
    const shown = await pdfShown(tinyPdf([page(1, ["甲", "乙"]), page(2, ["丙", "丁"]), page(3, ["戊", "己"])]));
    expect(shown).toEqual([
      `paragraph: ${["甲", "乙", "丙", "丁", "戊", "己"].map((sign) => sign.repeat(22 * 26)).join("")}`,
    ]);
  });

  test("may begin and end at other heights, and be three", async () => {
    const narrow = (sign: string, x: number, y: number, count: number): Mark[] =>
      lines([...Array.from({ length: count }, () => sign.repeat(14)), "了。"], { x, y });
    const three = [...narrow("左", 60, 200, 9), ...narrow("中", 230, 207, 12), ...narrow("右", 400, 200, 7)];
    expect(await pdfShown(tinyPdf([three]))).toEqual([
      `paragraph: ${"左".repeat(14 * 9)}了。`,
      `paragraph: ${"中".repeat(14 * 12)}了。`,
      `paragraph: ${"右".repeat(14 * 7)}了。`,
    ]);
  });

  test("are above and below a table of the full width, which is read between them", async () => {
    const table: Mark[] = [
      ...tableRules([60, 300, 540], [320, 340, 360]),
      ...["項", "値", "甲", "乙"].map((text, i): Mark => ({ text, x: i % 2 ? 310 : 70, y: i < 2 ? 334 : 354 })),
    ];
    const part = (sign: string, x: number, y: number) => column(sign, x, { y, count: 6 });
    const shown = await pdfShown(
      tinyPdf([
        [...part("甲", 60, 180), ...part("乙", 320, 180), ...table, ...part("丙", 60, 400), ...part("丁", 320, 400)],
      ]),
    );
    expect(shown.map((text) => text.slice(0, 12))).toEqual(
      [
        whole("甲", 6).slice(0, 12),
        whole("乙", 6).slice(0, 12),
        "table: | 項 |",
        whole("丙", 6).slice(0, 12),
        whole("丁", 6).slice(0, 12),
      ].map((text) => text.slice(0, 12)),
    );
  });

  test("are not the cells of a table without rules, nor names and their values", async () => {
    const names = Array.from({ length: 8 }, (_, i) => `項目${i}`);
    const rows = names.flatMap((name, i): Mark[] => [
      { text: name, x: 60, y: 100 + i * 18 },
      { text: "値".repeat(6 + (i % 3) * 5), x: 320, y: 100 + i * 18 },
    ]);
    const [table = ""] = await pdfShown(tinyPdf([[...rows, ...lines([FULL], { y: 400 })]]));
    expect(table.split("\n")[1]).toBe(`項目1　${"値".repeat(11)}`);
  });
});

test("radicals that a file has for characters of the same shape are read as the characters", () => {
  expect(withoutRadicals("社⻑は⽤⽇を⾦⻘⾊の⼾籍に")).toBe("社長は用日を金青色の戸籍に");
  const kangxi = Array.from({ length: 214 }, (_, i) => String.fromCodePoint(0x2f00 + i)).join("");
  expect(withoutRadicals(kangxi)).toMatch(/^[\u4e00-\u9fff]{214}$/);
});

describe("words divided at the end of a line", () => {
  const column = (texts: readonly string[]) => tinyPdf([lines(texts)]);
  const fill = (text: string) => text.padEnd(48, "x");

  test("are joined if the document has them undivided, and keep their hyphen if not", async () => {
    const [shown] = await pdfShown(
      column([
        "The information is in each rule and is kept rule-",
        "book of the company. Each reader has the infor-",
        "mation. Some leave is for part- and full-time em-",
        "ployees, also abroad.",
      ]),
    );
    expect(shown).toBe(
      "paragraph: The information is in each rule and is kept rule-book of the company. Each reader has the " +
        "information. Some leave is for part- and full-time em-ployees, also abroad.",
    );
  });

  test("are joined where the document divides its words, if the second part is no word", async () => {
    const known = "information department application known";
    const [shown] = await pdfShown(
      column([
        fill(`${known} `),
        "and some more words of this text about the infor-",
        "mation, which was written by that large depart-",
        "ment, and which explains in some detail the appli-",
        "cation of rules, the rights of each of the employ-",
        "ees, and which part of it is by now already well-",
        "known to the readers.",
      ]),
    );
    expect(shown).toContain("the information, which was written by that large department, and which explains");
    expect(shown).toContain("application of rules, the rights of each of the employees, and");
    expect(shown).toContain("already well-known to");
  });
});

describe("formulas", () => {
  test("have fractions on one line, and belong to the item above", async () => {
    const marks: Mark[] = [
      ...lines(["①　次の式による。"], { y: 100 }),
      { text: "基本給＋手当", x: 100, y: 130 },
      { rule: [95, 134, 165, 134] },
      { text: "時間数", x: 115, y: 147 },
      { text: "×１．２５", x: 170, y: 138 },
      ...lines(["②　前号のほか、別に定める。"], { y: 170 }),
      ...lines([FULL], { y: 300 }),
    ];
    const [list] = await pdfChunks(tinyPdf([marks]));
    expect(list?.content).toBe(
      "- ①　次の式による。\n  （基本給＋手当）⁄時間数　×１．２５\n- ②　前号のほか、別に定める。",
    );
  });

  test("are not underlined words above other words", async () => {
    const marks: Mark[] = [
      ...lines(["見出しの語", "続く本文は、線の幅より長い。"], { y: 100 }),
      { rule: [60, 103, 110, 103] },
      ...lines([FULL], { y: 300 }),
    ];
    expect((await pdfShown(tinyPdf([marks])))[0]).not.toContain("⁄");
  });

  test.each(["（改正案）", "－改正案－", "＜改正案＞"])("are not an underlined title above %s", async (below) => {
    const marks: Mark[] = [
      { text: "就業規則取扱要領", x: 260, y: 100 },
      { rule: [260, 103, 340, 103] },
      { text: below, x: 275, y: 118 },
      ...lines([FULL], { y: 300 }),
    ];
    expect((await pdfShown(tinyPdf([marks]))).join()).not.toContain("⁄");
  });

  test("may be a sum in a fraction without anything beside it", async () => {
    const marks: Mark[] = [
      { text: "基本給＋手当", x: 100, y: 130 },
      { rule: [95, 134, 165, 134] },
      { text: "時間数", x: 115, y: 147 },
      ...lines([FULL], { y: 300 }),
    ];
    expect((await pdfShown(tinyPdf([marks])))[0]).toContain("（基本給＋手当）⁄時間数");
  });

  test("may have framed terms", async () => {
    const term = (text: string, x: number): Mark[] => [
      ...tableRules([x - 4, x + 64], [96, 132]),
      ...lines([text.slice(0, 6), text.slice(6)], { x, y: 108 }),
    ];
    const marks: Mark[] = [
      ...term("代替休暇の時間数", 60),
      { text: "＝", x: 140, y: 117 },
      ...term("時間外労働の時間", 170),
      { text: "×　換算率", x: 245, y: 117 },
      ...lines([FULL], { y: 300 }),
    ];
    expect((await pdfShown(tinyPdf([marks])))[0]).toBe("paragraph: 代替休暇の時間数　＝　時間外労働の時間　×　換算率");
  });
});

describe("labels and short lines", () => {
  test("belong to what they name, and lines to one another", async () => {
    const shown = await pdfShown(
      tinyPdf([
        [
          ...lines(["【第１条　目的】", "１　一。", "２　二。"], { y: 60 }),
          ...lines(["【第２条　適用】", "説明。"], { y: 140 }),
          ...lines(["部長　１円", "課長　２円", "＊　＊　＊"], { y: 220 }),
          ...lines([FULL], { y: 500 }),
        ],
      ]),
    );
    expect(shown).toEqual([
      "list: - 【第１条　目的】\n- １　一。\n- ２　二。",
      "paragraph: 【第２条　適用】\n説明。",
      "paragraph: 部長　１円\n課長　２円\n＊　＊　＊",
      `paragraph: ${FULL}`,
    ]);
  });

  test("keep counted items of a table's two sides apart", async () => {
    const foot: Mark = { text: "最後。", x: 60, y: HEIGHT - 200 };
    const shown = await pdfShown(tinyPdf([[...lines(["1. 一つ", "2. 二つ"], { y: 60 }), foot]]));
    expect(shown).toEqual(["list: 1. 一つ\n2. 二つ", "paragraph: 最後。"]);
  });
});

test("passages lose, double and move no text, whatever its markers and indents are", () => {
  const markers = [
    "",
    "",
    "①",
    "②",
    "（１）",
    "（ア）",
    "（イ）",
    "１　",
    "２　",
    "1. ",
    "2. ",
    "・",
    "※",
    "【参考】",
    "（注）",
  ];
  const paragraph = fc.record({
    marker: fc.constantFrom(...markers),
    words: fc.constantFrom("本文", "a＝b", "文。", ""),
    indent: fc.integer({ min: 0, max: 4 }),
    width: fc.integer({ min: 20, max: 480 }),
  });
  fc.assert(
    fc.property(fc.array(paragraph, { maxLength: 30 }), (paragraphs) => {
      const texts = paragraphs.map(({ marker, words, indent, width }, i) => {
        const text = `${marker}${words}${i}`;
        const [x0, baseline] = [60 + indent * 10, 100 + i * 18];
        const box = { x0, x1: x0 + width, y0: baseline - 10, y1: baseline };
        const line: Line = {
          ...{ ...box, page: 1, text, baseline, size: 10 },
          ...{ bold: false, tabbed: false, left: 0, right: 540 },
        };
        return { text, lines: [line] };
      });
      const numbered = /^\d+\.\s*|^・/;
      const letters = (text: string) => text.replace(/[\s　]+/g, "");
      const shown = passagesOf(texts)
        .map((passage) => letters(plainText(passage)))
        .join("");
      const given = texts.map(({ text }) => letters(text)).join("");
      // A list shows its own numbers and bullets.
      const bare = texts.map(({ text }) => letters(text.replace(numbered, ""))).join("");
      const dropped = /[・.\d]/g;
      expect(shown.replace(dropped, "")).toBe(given.replace(dropped, ""));
      expect(shown.length).toBeGreaterThanOrEqual(bare.length);
    }),
  );
});

test.each(["–", "-", "－"])("a sign %s is a bullet only before a space: no minus is lost", (sign) => {
  expect(markerOf(`${sign}5 ℃`)).toBeNull();
  expect(markerOf(`${sign} 項目`)?.kind).toBe("・");
});
