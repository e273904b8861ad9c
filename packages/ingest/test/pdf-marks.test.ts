import { describe, expect, test } from "@jest/globals";
import { bookmarked, type TagElement, tagged } from "./pdf-marks.js";
import { pdfShown, readPdf } from "./pdf-read.js";
import { type Mark, tableRules, tinyPdf } from "./tiny-pdf.js";

const at = (y: number, text: string, more: Partial<Mark> = {}): Mark => ({ text, x: 60, y, ...more });
const BODY = `本文は${"あ".repeat(30)}。`;

describe("the bookmarks of a PDF", () => {
  test("make the lines of their titles headings of their depth, also wrapped ones and with a number", async () => {
    const marks = [
      [at(100, "案内"), at(130, BODY), at(160, "１．１ 旅費の"), at(178, "精算"), at(208, "終わり。")],
      [at(100, BODY), at(130, "出張"), at(160, BODY), at(300, "出張"), at(330, BODY)],
    ];
    const outline = bookmarked([
      { title: "案内", page: 0, top: 700, items: [{ title: "旅費の精算", page: 0, top: 640 }] },
      { title: "出張", page: 1, top: 510 },
    ]);
    expect(await pdfShown(tinyPdf(marks, "", outline))).toEqual([
      "heading: 案内",
      `paragraph: ${BODY}`,
      "heading: １．１　旅費の精算",
      "paragraph: 終わり。",
      `paragraph: ${BODY}`,
      "paragraph: 出張",
      `paragraph: ${BODY}`,
      "heading: 出張",
      `paragraph: ${BODY}`,
    ]);
    const { tree } = await readPdf(tinyPdf(marks, "", outline));
    expect(tree.children).toMatchObject([
      { heading: "案内", children: [{ text: BODY }, { heading: "１．１　旅費の精算" }] },
      { heading: "出張" },
    ]);
  });

  test("leave articles to their labels, and count for nothing without such a line", async () => {
    const marks = [at(100, "（目的）"), at(118, `第１条　${BODY}`), at(148, "第２条（定義）"), at(178, BODY)];
    const titles = ["（目的）", "第１条", "第２条（定義）", "どこにもない", ""];
    const outline = bookmarked(titles.map((title) => ({ title, page: 0, top: 700 })));
    const [plain, marked] = [tinyPdf([marks]), tinyPdf([marks], "", outline)];
    expect(await pdfShown(marked)).toEqual(await pdfShown(plain));
    expect((await readPdf(marked)).warnings).toEqual([]);
  });

  test("are no running heads, at the top of each page", async () => {
    const page = (topic: number) => [at(40, `Topic ${topic}`), at(100, "Text."), at(780, `${topic}`)];
    const outline = bookmarked([1, 2, 3, 4].map((topic) => ({ title: `Topic ${topic}`, page: topic - 1, top: 770 })));
    const shown = await pdfShown(tinyPdf([1, 2, 3, 4].map(page), "", outline));
    expect(shown).toEqual([1, 2, 3, 4].flatMap((topic) => [`heading: Topic ${topic}`, "paragraph: Text."]));
  });
});

describe("the tags of a PDF", () => {
  const marks = [
    at(100, "Guide to travel", { id: 0 }),
    at(130, "This guide says who pays for travel.", { id: 1 }),
    at(160, "Before you", { id: 2 }),
    at(178, "travel", { id: 2 }),
    at(196, "Ask your manager first.", { id: 3 }),
    at(226, "Please note", { id: 4, bold: true }),
    at(256, "Trains are cheap.", { id: 5 }),
    at(286, "After", { id: 6 }),
    at(316, "Keep the receipts.", { id: 7 }),
  ];

  test("make headings of their level, the only H1 the title; a bold line without one is none", async () => {
    const pdf = tinyPdf([marks], "", tagged(["H1", "P", "H2", "P", "P", "P", "H2", "P"]));
    expect((await readPdf(pdf)).title).toBe("Guide to travel");
    expect(await pdfShown(pdf)).toEqual([
      "paragraph: This guide says who pays for travel.",
      "heading: Before you travel",
      "paragraph: Ask your manager first.",
      "paragraph: Please note",
      "paragraph: Trains are cheap.",
      "heading: After",
      "paragraph: Keep the receipts.",
    ]);
  });

  test("count for nothing where they make headings of most of the text", async () => {
    const shown = await pdfShown(tinyPdf([marks], "", tagged(marks.map(() => "H1"))));
    expect(shown.filter((one) => one.startsWith("heading"))).toEqual(["heading: Please note"]);
  });

  test("leave the pages without them to their bookmarks", async () => {
    const pages = [marks, [at(100, "Trains"), at(130, "Book early.")], [at(100, "Planes"), at(130, "Book late.")]];
    const tags = tagged(["H1", "P", "P", "P", "P", "P", "P", "P"]);
    const outline = bookmarked(
      ["Trains", "Planes"].map((title, n) => ({ title, page: n + 1, top: 700 })),
      200_000,
    );
    const both = {
      entries: `${tags.entries} ${outline.entries}`,
      objects: new Map([...tags.objects, ...outline.objects]),
    };
    const shown = await pdfShown(tinyPdf(pages, "", both));
    expect(shown).toEqual(expect.arrayContaining(["heading: Trains", "heading: Planes"]));
  });

  test("are not asked about bold lines where they mark no headings", async () => {
    const pdf = tinyPdf([marks], "", tagged(["P", "P", "P", "P", "P", "P", "P", "P"]));
    expect(await pdfShown(pdf)).toContain("heading: Please note");
  });
});

describe("the tags of a table", () => {
  const cell = (id: number, x: number, y: number, text: string): Mark => ({ text, x, y, id });
  const row = (...cells: TagElement[]): TagElement => ["TR", cells];
  const marks = [
    at(100, "These are the limits.", { id: 0 }),
    ...[cell(1, 60, 130, "City"), cell(2, 160, 130, "Limit"), cell(3, 260, 130, "Note")],
    ...[cell(4, 60, 148, "Tokyo"), cell(5, 160, 148, "10000")],
    ...[cell(6, 60, 166, "Osaka"), cell(7, 260, 166, "Ask your"), cell(7, 260, 178, "manager")],
    at(230, "Keep the receipts.", { id: 8 }),
  ];
  const table: TagElement = ["Table", [row("TH", "TH", "TH"), ["TBody", [row("TD", "TD"), row("TD", ["TD", ["P"]])]]]];

  test("make its rows and cells where no lines divide them, also with empty and wrapped cells", async () => {
    expect(await pdfShown(tinyPdf([marks], "", tagged(["P", table, "P"])))).toEqual([
      "paragraph: These are the limits.",
      "table: | City  | Limit | Note             |\n" +
        "| ----- | ----- | ---------------- |\n" +
        "| Tokyo | 10000 |                  |\n" +
        "| Osaka |       | Ask your manager |",
      "paragraph: Keep the receipts.",
    ]);
  });

  test("say which rows are its headings", async () => {
    const ages = [
      cell(0, 60, 100, "Age 61"),
      cell(1, 160, 100, "5"),
      cell(2, 60, 118, "Age 62"),
      cell(3, 160, 118, "6"),
    ];
    const shown = (head: TagElement) => pdfShown(tinyPdf([ages], "", tagged([["Table", [head, row("TD", "TD")]]])));
    expect(await shown(row("TH", "TH"))).toEqual(["table: | Age 61 | 5 |\n| ------ | - |\n| Age 62 | 6 |"]);
    expect(await shown(row("TD", "TD"))).not.toEqual(await shown(row("TH", "TH")));
  });

  test("leave a ruled table as its lines make it", async () => {
    const ruled = [...marks, ...tableRules([50, 150, 250, 400], [115, 135, 153, 185])];
    const other: TagElement = ["Table", [row("TH", "TH"), row("TH", "TD"), row("TD", "TD", "TD")]];
    expect(await pdfShown(tinyPdf([ruled], "", tagged(["P", other, "P"])))).toEqual(await pdfShown(tinyPdf([ruled])));
  });

  test.each<[string, TagElement]>([
    ["one row", ["Table", [row("TD", "TD", "TD", "TD", "TD", "TD", "TD")]]],
    ["one column", ["Table", ["TD", "TD", "TD", "TD", "TD", "TD", "TD"].map((role) => row(role))]],
    ["two cells of a row in one column", ["Table", [row("TD", "TD", "TD", "TD"), row("TD", "TD", "TD")]]],
    ["cells without rows", ["Table", ["TD", "TD", "TD", "TD", "TD", "TD", "TD"]]],
  ])("count for nothing with %s", async (_, layout) => {
    const shown = await pdfShown(tinyPdf([marks], "", tagged(["P", layout, "P"])));
    expect(shown).toEqual(await pdfShown(tinyPdf([marks])));
  });

  test("lose and double no text: a table in a cell, ids twice and ids of nothing", async () => {
    const nested: TagElement = ["Table", [row("TD", ["TD", [table]]), row("TD", "TD", "TD", "TD")]];
    const texts = marks.flatMap((mark) => ("text" in mark ? mark.text.split(" ") : []));
    const twice = marks.map((mark, i) => ("text" in mark && i > 5 ? { ...mark, id: 5 } : mark));
    for (const [drawn, tags] of [
      [marks, nested],
      [twice, table],
    ] as const) {
      const shown = (await pdfShown(tinyPdf([drawn], "", tagged(["P", tags, "P"])))).join(" ");
      const words = shown.match(/[\w.]+/g)?.filter((word) => !["paragraph", "table", "heading"].includes(word));
      expect(words?.sort()).toEqual([...texts].sort());
    }
  });
});
