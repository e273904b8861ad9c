import { describe, expect, test } from "@jest/globals";
import { UnreadableDocumentError } from "@retrieval/core/ports";
import { breadcrumbsOfHtml, htmlChunks, readHtml, shownOfHtml } from "./html-read.js";

const page = (body: string, head = "") => `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`;

describe("a page of HTML", () => {
  test("is read with its headings, paragraphs, lists and tables", async () => {
    const html = page(
      "<h1>就業規則</h1><nav><a href='#a'>第1条</a></nav><main><h2 id=a>第1条（目的）</h2><p>目的<br>である。</p>" +
        "<ol start=3><li>a</li></ol><table><tr><th>甲</th></tr><tr><td>1</td></tr></table></main>",
    );
    expect((await readHtml(html)).title).toBe("就業規則");
    expect(await shownOfHtml(html)).toEqual([
      "heading: 第1条（目的）",
      "paragraph: 目的\nである。",
      "list: 3. a",
      "table: | 甲 |\n| -- |\n| 1  |",
    ]);
  });

  test("is its content without navigation, and without the header and footer of the page, with one warning", async () => {
    const menu = "<ul><li><a href=/>ホーム</a></li><li><a href=/rules>規程一覧</a></li></ul>";
    const rules = "<h2>第1条（目的）</h2><p>目的は<a href=#b>別表</a>による。</p>";
    const shown = ["heading: 第1条（目的）", "paragraph: 目的は別表による。"];
    const [header, footer] = [
      `<header><a href=/>社内ポータル</a><nav>${menu}</nav></header>`,
      "<footer>© 2024</footer>",
    ];
    for (const body of [
      `${header}<main><nav>${menu}</nav>${rules}</main><div>お問い合わせ</div>${footer}`,
      `<div role=banner>社内ポータル</div><div role=Navigation>${menu}</div><div role=main>${rules}</div>`,
      `<div>${header}<aside>${menu}</aside><article>${rules}</article>${footer}</div>`,
      `<div>${header}<div>${rules}</div>${footer}</div>`,
      `<header><div>社内ポータル</div></header><h1>就業規則</h1><main>${rules}</main>`,
      `<header>社内ポータル<h1>就業規則</h1></header><main>${rules}</main>${footer}`,
    ]) {
      expect([body, ...(await shownOfHtml(page(body)))]).toEqual([body, ...shown]);
      const { warnings } = await readHtml(page(body));
      expect(warnings).toMatchObject([{ code: "html.outside_content" }]);
      expect(JSON.stringify(warnings)).toContain("社内ポータル");
    }
  });

  test("keeps headers and footers of articles, all of several contents, and text beside an article", async () => {
    for (const [body, shown] of [
      ["<main><header>a</header><p>b</p><footer>c</footer></main>", "abc"],
      ["<article><header>a</header><p>b</p><footer>c</footer></article><p>附則<a href=/>d</a></p>", "abc附則d"],
      ["<main>a</main><main>b</main>", "ab"],
      ["<article>a</article><article>b</article><ul><li><a href=/>c</a></li></ul>", "abc"],
      ["<header><h1>a</h1><p>b</p></header><p>c</p>", "bc"],
      ["<main></main><div>a</div>", "a"],
      ["<nav>a</nav><footer>b</footer>", "ab"],
    ] as const) {
      const { warnings } = await readHtml(page(body));
      const texts = (await htmlChunks(page(body))).map(({ content }) => content?.replace(/^- /, ""));
      expect([body, texts.join(""), warnings]).toEqual([body, shown, []]);
    }
  });

  test("shows no scripts, styles, templates or hidden content", async () => {
    const html = page(
      "a<script>secret()</script><style>.secret { }</style><template>secret</template><noscript>secret</noscript>" +
        "<p hidden>secret</p><p style='color: red; display:none'>secret</p><!-- secret --><p hidden='until-found'>b</p>",
      "<script>secret()</script><style>secret</style><meta name=description content=secret>",
    );
    expect(await shownOfHtml(html)).toEqual(["paragraph: a", "paragraph: b"]);
    expect(JSON.stringify(await htmlChunks(html))).not.toContain("secret");
  });

  test("is titled by its one h1, else by its title element, else by the line that it begins with", async () => {
    for (const [head, body, title] of [
      ["<title>A | B</title>", "<h1>C</h1><p>d</p>", "C"],
      ["<title> A \n B </title>", "<h1>第1章 C</h1><p>d</p>", "A B"],
      [
        "<title>L_2016119EN.xml</title>",
        "<table><tr><td>x</td><td>y</td></tr></table><p>RULES</p><p>of 2016</p>",
        "RULES",
      ],
      ["<title>無題ドキュメント</title>", "<p>規程<sup><a href='#n'>[1]</a></sup></p><p>a</p>", "規程"],
      ["", "<p>This is a sentence.</p>", null],
      ["<svg><title>no</title></svg>", "<p>This is a sentence.</p>", null],
    ] as const) {
      expect((await readHtml(page(body, head))).title).toBe(title);
    }
  });

  test("may be written in the encoding that it marks or declares", async () => {
    const utf16 = (text: string) => Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, "utf16le")]);
    const latin = (head: string, bytes: number[]) => Uint8Array.from([...Buffer.from(`${head}<p>`), ...bytes]);
    for (const [bytes, text] of [
      [utf16("<p>規程</p>"), "規程"],
      [new TextEncoder().encode("\uFEFF<meta charset=shift_jis><p>規程"), "規程"],
      [latin("<meta charset='EUC-JP'>", [0xc2, 0xe8]), "第"],
      [latin("<meta http-equiv=Content-Type content='text/html; charset=windows-1252'>", [0x80]), "€"],
      [latin("<?xml version='1.0' encoding='ISO-8859-15'?>", [0xa4]), "€"],
      [latin("<meta charset=utf-16>", [0xe7, 0xac, 0xac]), "第"],
      [latin("", [0x91, 0xe6]), "第"],
    ] as const) {
      expect((await readHtml(bytes)).tree.children).toEqual([{ kind: "paragraph", text }]);
    }
  });

  test("that declares a wrong or unknown encoding is read as it is, which a warning says", async () => {
    for (const charset of ["us-ascii-8", "EUC-JP"]) {
      const { tree, warnings } = await readHtml(`<meta charset=${charset}><p>規程、€`);
      expect(tree.children).toMatchObject([{ text: "規程、€" }]);
      expect(warnings).toEqual([{ code: "text.other_encoding" }]);
    }
  });

  test("without any visible text, nested beyond reason or of another type is refused", async () => {
    for (const [html, code] of [
      ["", "html.no_text"],
      ["<title>T</title>", "html.no_text"],
      ["<script>a()</script><p> <br></p><table><tr><td></td></tr></table>", "html.no_text"],
      ["<div>".repeat(10_000), "file.nested_too_deep"],
      [`${"<b>".repeat(3_000)}a`, "file.nested_too_deep"],
      [`${"<table><tr><td>".repeat(300)}a`, "file.nested_too_deep"],
      [`${"<ul><li>".repeat(300)}a`, "file.nested_too_deep"],
      [`<table>${"<tr><td colspan=1000>x</td><td>y</td></tr>".repeat(600)}</table>`, "file.too_many_cells"],
    ] as const) {
      const reading = readHtml(html);
      await expect(reading).rejects.toThrow(UnreadableDocumentError);
      await expect(reading).rejects.toThrow(code);
    }
    await expect(readHtml(Uint8Array.from([0x80, 0xa0]))).rejects.toThrow("file.not_text");
  });
});

describe("headings that are written as paragraphs", () => {
  test("open sections: the label alone with its title in the next paragraph, or both in one", async () => {
    const html = page(
      "<p>Rules</p><p>CHAPTER I</p><p><b>General</b></p><div><p>Article 1</p><div><p>Aim</p></div></div><p>a.</p>" +
        "<p>CHAPTER II – Duties</p><p>Section 1</p><p>Work</p><p>Article 2</p><p>This has no title.</p><p>ANNEX I</p><p>b.</p>",
    );
    expect(await breadcrumbsOfHtml(html)).toEqual([
      "CHAPTER I General",
      "CHAPTER I General > Article 1 Aim",
      "CHAPTER II Duties",
      "CHAPTER II Duties > Section 1 Work",
      "CHAPTER II Duties > Section 1 Work > Article 2",
      "ANNEX I",
    ]);
  });

  test("in Japanese too", async () => {
    const html = page(
      "<p>第１章　総則</p><p>第１条（目的）</p><p>この規程は、…を定める。</p><p>第２条</p><p>（定義）</p><p>次による。</p>" +
        "<p>附則</p><p>施行する。</p><p>別表第１（第２条関係）</p><p>x</p>",
    );
    expect(await breadcrumbsOfHtml(html)).toEqual([
      "第１章 総則",
      "第１章 総則 > 第１条 目的",
      "第１章 総則 > 第２条 定義",
      "附則",
      "別表第１ 第２条関係",
    ]);
  });

  test("with sections inside articles, where the document has them so", async () => {
    const html = page(
      "<p>Article 1</p><p>Section 1</p><p>a.</p><p>Section 2</p><p>b.</p><p>Article 2</p><p>Section 1</p>",
    );
    expect(await breadcrumbsOfHtml(html)).toEqual([
      "Article 1",
      "Article 1 > Section 1",
      "Article 1 > Section 2",
      "Article 2",
      "Article 2 > Section 1",
    ]);
  });

  test("are not seen in sentences, lists, tables, contents and quotations, nor beside real ones of their kind", async () => {
    for (const body of [
      "<p>Article 5 applies to all members</p><p>Article 6 shall apply.</p><p>第5条の規定による。</p><p>第5条は除く</p>",
      "<ul><li>Article 1</li></ul><table><tr><td>Article 1</td><td>x</td></tr></table>",
      "<nav><p>Article 1</p></nav><blockquote><p>Article 1</p></blockquote>",
      "<p>Article 1 Aim ........ 3</p><p>Article 1 Aim 3</p><p>第1条 目的……1</p>",
      "<p><a href='#a1'>Article 1</a></p><p><a href='#a2'>第2条（定義）</a></p>",
      "<p>1. Purpose</p><p>2.</p>",
    ]) {
      expect(await breadcrumbsOfHtml(page(body))).toEqual([]);
    }
    expect(await breadcrumbsOfHtml(page("<h2>Section 1</h2><p>Section 2</p>"))).toEqual(["Section 1"]);
  });
});

describe("tables for the look alone", () => {
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  const table = (...rows: string[]) => `<table>${rows.join("")}</table>\n`;

  test("with a list marker in the first column are lists, one after the other one list", async () => {
    const inner = table(row("(i)", "x;"), row("(ii)", "y."));
    const html = page(
      table(row("<p>(a)</p>", "<p>one:</p>"), row("", "<p>more</p>")) + table(row("(b)", `<p>two</p>${inner}`)),
    );
    expect(await shownOfHtml(html)).toEqual(["list: - (a) one:\n  more\n- (b) two\n  - (i) x;\n  - (ii) y."]);
    expect(await shownOfHtml(page(table(row("3.", "c"), row("4.", "d"))))).toEqual(["list: 3. c\n4. d"]);
    expect(await shownOfHtml(page(table(row("•", "c"), row("–", "d"))))).toEqual(["list: - c\n- d"]);
  });

  test("that frame a text are the text", async () => {
    expect(await shownOfHtml(page(table(row("<h2>第1条</h2><p>a</p>"))))).toEqual(["heading: 第1条", "paragraph: a"]);
    expect(await shownOfHtml(page("<table border=0><tr><td>a<td>b</table>"))).toEqual(["paragraph: a", "paragraph: b"]);
    expect(await shownOfHtml(page("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>"))).toHaveLength(4);
  });

  test("are distinguished from data tables", async () => {
    for (const html of [
      table(row("1", "甲"), row("2", "乙")),
      table(row("A", "甲"), row("B", "乙")),
      table(row("(a)", "甲", "乙")),
      `<table><tr><th>(a)</th><td>x</td></tr></table>`,
      "<table border=1><tr><td>(a)</td><td>x</td></tr></table>",
      "<table><caption>c</caption><tr><td>(a)</td><td>x</td></tr></table>",
      "<table border=0 cellspacing=0 cellpadding=0><tr><td>a<td>b<tr><td>c<td>d</table>",
    ]) {
      expect((await shownOfHtml(page(html))).at(-1)).toMatch(/^table/);
    }
  });
});
