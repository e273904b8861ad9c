import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { describeWithRealData, realDataDir } from "@retrieval/contract";
import { structureDocument } from "@retrieval/core/chunks";
import { PPTX } from "@retrieval/core/limits";
import { readerOf } from "../src/index.js";
import { pptxOf, shape } from "./ooxml-writer.js";

const readPptx = readerOf(PPTX);

async function shown(bytes: Uint8Array): Promise<string[]> {
  const { tree, title } = await readPptx(bytes);
  return structureDocument({ document_id: "d", title: title ?? "d" }, tree).map(
    ({ text_type, content, content_md }) =>
      `${text_type}: ${(text_type === "table" ? (content_md ?? "") : (content ?? "")).replace(/ +/g, " ")}`,
  );
}

const bullet = (text: string, level: number) =>
  `<a:p><a:pPr lvl="${level}"><a:buChar char="•"/></a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`;
const cell = (text: string, more = "") =>
  `<a:tc ${more}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;

describe("a PowerPoint presentation", () => {
  test("has a section for each slide, in reading order, with lists and notes", async () => {
    const slide = {
      shapes:
        shape(["右"], { x: 5_000_000, y: 2_000_000 }) +
        shape(["左"], { x: 0, y: 2_100_000 }) +
        shape([bullet("一", 0), bullet("二", 1), "文"], { x: 0, y: 4_000_000 }) +
        `<p:grpSp>${shape(["下"], { x: 0, y: 1 })}<p:grpSpPr><a:xfrm><a:off x="0" y="6000000"/></a:xfrm></p:grpSpPr></p:grpSp>` +
        shape(["出張の", "手引き"], { placeholder: "title", y: 9_000_000 }) +
        shape(["12"], { placeholder: "sldNum" }),
      notes: shape(["話す内容"], { placeholder: "body" }) + shape(["1"], { placeholder: "sldNum" }),
    };
    const hidden = { shapes: shape(["秘密"]), more: `show="0"` };
    const bytes = await pptxOf([slide, hidden, { shapes: shape(["甲", "乙"], { placeholder: "body" }) }]);
    expect(await shown(bytes)).toEqual([
      "heading: 出張の手引き",
      ...["左", "右"].map((text) => `paragraph: ${text}`),
      "list: - 一\n - 二",
      ...["文", "下", "話す内容"].map((text) => `paragraph: ${text}`),
      "heading: Slide 3",
      "list: - 甲\n- 乙",
    ]);
    expect((await readPptx(bytes)).warnings).toEqual([{ code: "pptx.hidden_left_out", slides: [2] }]);
    expect((await readPptx(bytes)).title).toBe("出張の手引き");
  });

  test("has the text that is there in two forms, for newer and older programs", async () => {
    const either = (newer: string, older: string) =>
      `<mc:AlternateContent><mc:Choice Requires="a14">${newer}</mc:Choice>${older}</mc:AlternateContent>`;
    const shapes =
      either(shape(["式"]), `<mc:Fallback>${shape([" "])}</mc:Fallback>`) +
      `<p:grpSp>${either(shape(["新"]), `<mc:Fallback>${shape(["旧"])}</mc:Fallback>`)}</p:grpSp>` +
      shape([`<a:p>${either("<a:r><a:t>文</a:t></a:r>", "")}</a:p>`]);
    const mc = `xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`;
    expect(await shown(await pptxOf([{ shapes, more: mc }]))).toEqual([
      "heading: Slide 1",
      ...["式", "旧", "文"].map((text) => `paragraph: ${text}`),
    ]);
  });

  test("has tables with merged cells, and alternative texts of pictures", async () => {
    const table =
      `<p:graphicFrame><a:graphic><a:tbl><a:tr>${cell("区分")}${cell("額", 'gridSpan="2"')}${cell("", 'hMerge="1"')}</a:tr>` +
      `<a:tr>${cell("a")}${cell("1")}${cell("2")}</a:tr></a:tbl></a:graphic></p:graphicFrame>`;
    const picture = `<p:pic><p:nvPicPr><p:cNvPr descr="組織図"/></p:nvPicPr></p:pic>`;
    expect(await shown(await pptxOf([{ shapes: table + picture }]))).toEqual([
      "heading: Slide 1",
      "table: | 区分 | 額 | ← |\n| ---- | -- | - |\n| a | 1 | 2 |",
      "paragraph: 組織図",
    ]);
  });
});

describeWithRealData("PowerPoint presentations that others made", () => {
  test("have their titles, tables, groups and alternative texts", async () => {
    const texts = await shown(readFileSync(`${realDataDir}/documents/slides.pptx`));
    expect(texts.filter((text) => text.startsWith("heading"))).toHaveLength(6);
    expect(texts).toContain("list: - Comment 1\n- Comment 2:\n - Sub comment 2");
    expect(texts.find((text) => text.startsWith("table"))).toContain("| ColA | ColB | ColC |");
    expect(texts.at(-1)).toBe("paragraph: This phrase of the caption is Human-written.");
  });
});
