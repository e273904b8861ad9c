import { describe, expect, test } from "@jest/globals";
import { readDocx, shownOfDocx } from "./docx-read.js";
import { abstractNum, headingStyles, hyperlink, num, numbered, p, r, style, t, tbl, tc, tr } from "./docx-writer.js";

const titleStyle = `<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style>`;
const tocStyle = `<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>`;

describe("a Word document", () => {
  test("is titled by its title paragraph or single first heading, else by its properties, else by its first line", async () => {
    for (const [body, title, expected] of [
      [p("規程", style("T")) + p("副題", style("T")) + p("章", style("H1")), "old", "規程 副題"],
      [p("規程", style("T")) + p("x") + p("副題", style("T")), "old", "規程"],
      [p("規程", style("H1")) + p("x", style("H2")), "old", "規程"],
      [p("第1章 甲", style("H1")) + p("第2章 乙", style("H1")), "規程", "規程"],
      [p("規程") + p("x。"), "", "規程"],
      [p(" ", style("T")) + p("規程", style("T")) + p("x"), "old", "規程"],
      [p("規程である。"), "rules.docx", null],
    ] as const) {
      expect((await readDocx({ body, title, styles: headingStyles + titleStyle })).title).toBe(expected);
    }
  });

  test("has headings by outline level, by their names, and by Word's own ids", async () => {
    const styles = `<w:style w:type="paragraph" w:styleId="x"><w:name w:val="Heading 2"/></w:style>${titleStyle}`;
    const body =
      p("T", style("T")) + p("a", "<w:outlineLvl w:val='0'/>") + p("b", style("x")) + p("c", style("Heading3"));
    const { tree } = await readDocx({ body: body + p("d", `${style("x")}<w:outlineLvl w:val='9'/>`), styles });
    expect(tree.children).toMatchObject([
      { heading: "a", children: [{ heading: "b", children: [{ heading: "c", children: [{ text: "d" }] }] }] },
    ]);
  });

  test("has one section for its table of contents, without headings", async () => {
    const entry = (text: string) => p(`${r(text)}<w:r><w:tab/></w:r>${r("1")}`, style("TOC1"));
    const body = `<w:sdt><w:sdtPr/><w:sdtContent>${p("目　次")}${entry("第1条")}${entry("第2条")}</w:sdtContent></w:sdt>${p("第1条")}${p("x。")}`;
    expect(await shownOfDocx({ body, styles: tocStyle })).toEqual([
      "heading: 目　次",
      "paragraph: 第1条 1\n第2条 1",
      "heading: 第1条",
      "paragraph: x。",
    ]);
  });

  test("shows the final state of tracked changes, and no hidden text", async () => {
    const body =
      p(
        `${r("a")}<w:ins>${r("b")}</w:ins><w:del><w:r><w:delText>x</w:delText></w:r></w:del><w:moveFrom>${r("x")}</w:moveFrom><w:moveTo>${r("c")}</w:moveTo>`,
      ) +
      `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${r("d")}</w:p>${p("e")}` +
      p(r("x", "<w:vanish/>") + r("f", "<w:vanish w:val='0'/>"));
    expect(await shownOfDocx({ body })).toEqual(["paragraph: abc", "paragraph: de", "paragraph: f"]);
    expect((await readDocx({ body })).warnings).toEqual([
      { code: "docx.tracked_changes" },
      { code: "docx.hidden_text_left_out" },
    ]);
  });

  test("does not number a paragraph whose mark is deleted", async () => {
    const numbering = abstractNum(1, [["decimal", "%1."]]) + num(1, 1);
    const body = `<w:p><w:pPr>${numbered(1)}<w:rPr><w:del/></w:rPr></w:pPr>${r("a")}</w:p>${p("b", numbered(1))}`;
    expect(await shownOfDocx({ body, numbering })).toEqual(["list: 1. ab"]);
    const moved = `<w:p><w:pPr>${numbered(1)}<w:rPr><w:moveFrom/></w:rPr></w:pPr><w:moveFrom>${r("x")}</w:moveFrom></w:p>`;
    expect(await shownOfDocx({ body: moved + body, numbering })).toEqual(["list: 1. ab"]);
    const last = `<w:p><w:pPr>${numbered(1)}<w:rPr><w:del/></w:rPr></w:pPr>${r("c")}</w:p>`;
    expect(await shownOfDocx({ body: body + last, numbering })).toEqual(["list: 1. ab\n2. c"]);
  });

  test("keeps text wherever Word allows it", async () => {
    const box = (text: string) => `<w:txbxContent>${p(text)}</w:txbxContent>`;
    for (const [body, shown] of [
      [
        p(
          `<w:r>${t("a")}<w:br/>${t("b")}<w:cr/>${t("c")}<w:tab/>${t("d")}<w:noBreakHyphen/>${t("e")}<w:softHyphen/>${t("f")}</w:r>`,
        ),
        ["a\nb\nc d\u2011ef"],
      ],
      [
        p(
          `<w:fldSimple w:instr="PAGE">${r("a")}</w:fldSimple><w:smartTag>${r("b")}</w:smartTag><w:dir w:val="rtl">${r("c")}</w:dir>`,
        ),
        ["abc"],
      ],
      [
        p(
          `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>REF x</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>${r("a")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
        ),
        ["a"],
      ],
      [
        p(`<w:r><w:ruby><w:rt>${r("かんじ")}</w:rt><w:rubyBase>${r("漢字")}</w:rubyBase></w:ruby></w:r>`),
        ["漢字（かんじ）"],
      ],
      [
        p(`${r("a")}<w:r><w:pict><v:oval><v:textbox>${box("b")}</v:textbox></v:oval></w:pict></w:r>`) + p("c"),
        ["a", "b", "c"],
      ],
      [
        p(
          `${r("a")}<w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:anchor>${box("b")}</wp:anchor></w:drawing></mc:Choice><mc:Fallback/></mc:AlternateContent></w:r>`,
        ),
        ["a", "b"],
      ],
      [
        p(
          `${r("a")}<w:r><mc:AlternateContent><mc:Choice><w:drawing>${box("b")}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box("b")}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
        ),
        ["a", "b"],
      ],
      [
        p(
          `<w:sdt><w:sdtPr><w:placeholder>${t("x")}</w:placeholder></w:sdtPr><w:sdtContent>${r("☐ a")}</w:sdtContent></w:sdt>`,
        ),
        ["☐ a"],
      ],
      [p(`<m:oMath><m:r><m:t>x</m:t></m:r><m:r><m:t>+1</m:t></m:r></m:oMath>`), ["x+1"]],
      [
        p(
          `<w:bookmarkStart w:name="a"/><w:hyperlink w:anchor="a">${r("a")}</w:hyperlink><w:hyperlink r:id="missing">${r("b")}</w:hyperlink>`,
        ),
        ["ab"],
      ],
      [p(`<w:foo:bar xmlns:foo="x"/>`.replace("w:foo:bar", "foo:bar") + r("a")), ["a"]],
    ] as const) {
      expect(await shownOfDocx({ body })).toEqual(shown.map((text) => `paragraph: ${text}`));
    }
  });

  test("may have attributes of any later version of Word, and fields with spaces kept", async () => {
    const w14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" w14:paraId="1"';
    const field = (type: string, inside = "") =>
      `<w:r><w:fldChar ${w14} w:fldCharType="${type}">${inside}</w:fldChar></w:r>`;
    const instruction = (text: string) => `<w:r><w:instrText ${w14} xml:space="preserve"> ${text} </w:instrText></w:r>`;
    const box = `<w:ffData><w:checkBox ${w14}><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData>`;
    const body =
      p(
        field("begin") + instruction('HYPERLINK "https://example.com/"') + field("separate") + r("a") + field("end"),
        numbered(1),
      ) +
      p(field("begin", box) + instruction("FORMCHECKBOX") + field("end") + r("b", `<w:b ${w14}/>`)) +
      tbl(tr([tc("c", `<w:vMerge ${w14} w:val="restart"/>`), tc("d")]), tr([tc("", "<w:vMerge/>"), tc("e")])) +
      p(`<w:r><w:sym ${w14} w:font="Wingdings" w:char="F0FE"/></w:r>`);
    const { tree } = await readDocx({ body, numbering: abstractNum(1, [["bullet", "•"]]) + num(1, 1) });
    expect(tree.children).toMatchObject([
      { markdown: "- [a](https://example.com/)" },
      { text: "[x]b" },
      { table: { rows: [["d", "e"]] } },
      { text: "🗹" },
    ]);
  });

  test("keeps addresses of links in lists, and alternative texts of pictures", async () => {
    const link = `<w:hyperlink r:id="h1">${r("site")}</w:hyperlink>`;
    const picture = (alt: string) => `<w:r><w:drawing><wp:inline><wp:docPr ${alt}/></wp:inline></w:drawing></w:r>`;
    const { tree, warnings } = await readDocx({
      body: p(link, numbered(1)) + p(picture("descr='図'") + picture("id='1'")),
      numbering: abstractNum(1, [["bullet", "•"]]) + num(1, 1),
      links: hyperlink("h1", "https://example.com/?a=1&amp;b=2"),
    });
    expect(tree.children).toMatchObject([
      { kind: "list", text: "- site", markdown: "- [site](https://example.com/?a=1\\&b=2)" },
      { kind: "paragraph", text: "図" },
    ]);
    expect(warnings).toEqual([{ code: "picture.replaced" }, { code: "picture.left_out" }]);
  });

  test("has one link where Word writes links in a link, as around furigana", async () => {
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const address = `<w:r><w:instrText> HYPERLINK "https://example.com/" </w:instrText></w:r>`;
    const ruby = `<w:r><w:ruby><w:rt>${r("かんじ")}</w:rt><w:rubyBase>${r("漢字")}</w:rubyBase></w:ruby></w:r>`;
    const body = p(field("begin") + address + field("separate") + ruby + field("end"), numbered(1));
    const { tree } = await readDocx({ body, numbering: abstractNum(1, [["bullet", "•"]]) + num(1, 1) });
    expect(tree.children).toMatchObject([{ markdown: "- [漢字（かんじ）](https://example.com/)" }]);
  });

  test("loses no text that stands between rows or cells, where no program should write it", async () => {
    const body = tbl(tr([tc("c"), p("b")]), p("a"));
    expect(await shownOfDocx({ body })).toEqual(["paragraph: b", "paragraph: a", "paragraph: c"]);
  });

  test("has its notes after the paragraph, list or table that they belong to; comments cause a warning", async () => {
    const mark = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
    const note = (kind: string, id: number, content: string) => `<w:${kind} w:id="${id}">${content}</w:${kind}>`;
    const parts = {
      body:
        p(`${r("a")}${mark("footnote", 2)}${mark("footnote", 7)}`) +
        tbl(tr([tc("b"), tc(`${r("c")}${mark("endnote", 2)}`)])) +
        p(`${r("d")}<w:r><w:commentReference w:id="0"/></w:r>`) +
        p(`${r("図1")}${mark("footnote", 3)}<w:r><w:tab/></w:r>${r("9")}`, style("TOC1")),
      styles: tocStyle,
      footnotes:
        note("footnote", -1, p("x")) +
        note("footnote", 2, p("<w:r><w:footnoteRef/></w:r>") + p("n") + p("o")) +
        note("footnote", 3, p("q")),
      endnotes: note("endnote", 2, p(" m")),
      comments: `<w:comment w:id="0">${p("x")}</w:comment>`,
    };
    expect(await shownOfDocx(parts)).toEqual([
      "paragraph: a[1]",
      "paragraph: [1] n",
      "paragraph: o",
      "table: |   |       |\n| - | ----- |\n| b | c\\[2] |",
      "paragraph: [2] m",
      "paragraph: d",
      "paragraph: 図1[3] 9",
      "paragraph: [3] q",
    ]);
    expect((await readDocx(parts)).warnings).toEqual([{ code: "docx.comments_left_out" }]);
  });

  test("without any text is refused in words", async () => {
    for (const body of ["", p(""), p("<w:r><w:pict/></w:r>"), tbl(tr([tc("")]))]) {
      await expect(readDocx({ body, title: "T" })).rejects.toThrow("docx.no_text");
    }
  });
});

describe("tables of Word", () => {
  test("with header rows, merged cells and rows that begin late keep their columns", async () => {
    const body = tbl(
      tr([tc("区分"), tc("支出", "<w:gridSpan w:val='2'/>")], "<w:tblHeader/>"),
      tr([tc("建物", "<w:vMerge w:val='restart'/>"), tc("1"), tc("2")]),
      tr([tc("", "<w:vMerge/>"), tc("3"), tc("4")]),
      tr([tc("5"), tc("6")], "<w:gridBefore w:val='1'/>"),
      tr([tc("x"), tc("x"), tc("x")], "<w:del/>"),
    );
    const { tree, warnings } = await readDocx({ body });
    expect(tree.children).toMatchObject([
      {
        table: {
          columns: ["区分", "支出", "支出"],
          rows: [
            ["建物", "1", "2"],
            ["建物", "3", "4"],
            ["", "5", "6"],
          ],
        },
      },
    ]);
    expect(warnings).toEqual([{ code: "docx.tracked_changes" }, { code: "table.merged_cells" }]);
  });

  test("text that a merged cell covers causes a warning", async () => {
    const body = tbl(tr([tc("a", "<w:vMerge w:val='restart'/>"), tc("b")]), tr([tc("x", "<w:vMerge/>"), tc("c")]));
    expect((await readDocx({ body })).warnings).toContainEqual({ code: "docx.covered_cell" });
  });

  test("inside cells are kept as plain text; a frame of one cell is not a table", async () => {
    const inner = tbl(tr([tc("b"), tc("c")]));
    const nested = tbl(tr([tc("a"), `<w:tc>${inner}${p("")}</w:tc>`]), tr([tc("d"), tc("e")]));
    expect(await shownOfDocx({ body: nested })).toEqual(["table: |   |     |\n| - | --- |\n| a | b c |\n| d | e   |"]);
    expect(await shownOfDocx({ body: tbl(tr([tc("a")])) })).toEqual(["paragraph: a"]);
  });
});
