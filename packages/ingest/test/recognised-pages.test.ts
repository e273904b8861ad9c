import { expect, test } from "@jest/globals";
import { PDF } from "@retrieval/core/limits";
import type { RecognisedPage } from "@retrieval/core/ports";
import { readUploadedFile } from "../src/index.js";
import { readChunkLines } from "../src/isolated.js";
import { HEIGHT, type Mark, tinyPdf, WIDTH } from "./tiny-pdf.js";

const SCAN: Mark = { picture: [0, 0, WIDTH, HEIGHT] };

/** Words as OCR divides Japanese text; a space in `text` divides words, a full-width one is a gap. Letters of 10 points. */
function recognised(page: number, confidence: number, texts: readonly string[]): RecognisedPage {
  const lines = texts.map((text, i) => {
    let x = 60;
    return text.split(" ").flatMap((word) => {
      const at = x;
      x += word.length * 10;
      const y = 100 + i * 18;
      return word === "　" ? [] : [{ text: word, box: [at + 0.5, y - 8.5, x - 0.5, y] as const }];
    });
  });
  return { page, confidence, lines };
}

async function chunksOf(pdf: Uint8Array, pages: readonly RecognisedPage[]) {
  const { warnings, payload } = await readUploadedFile({ document_id: "d", title: null }, PDF, pdf, pages);
  const chunks = [];
  for await (const batch of readChunkLines(payload)) chunks.push(...batch.chunks);
  return { warnings, chunks };
}

test("recognised words are Japanese text without spaces, whose articles, pages and places are found", async () => {
  const pages = [
    recognised(2, 92.4, ["( 目的 )", "第 1 条 　 この 規程 は 、 2 0 2 6 年 の 出張 に 適用 する 。", "( 費用 )"]),
    recognised(3, 88, ["第 2 条 　 会社 が 払う 。"]),
    recognised(4, 60, ["X Y"]),
  ];
  const pdf = tinyPdf([[{ text: "序文である。", x: 60, y: 100 }], [SCAN], [SCAN], [SCAN], [SCAN]]);
  const { warnings, chunks } = await chunksOf(pdf, pages);
  expect(warnings).toEqual([
    { code: "pdf.recognised", pages: [2, 3], confidences: [92, 88] },
    { code: "pdf.recognised_poorly", pages: [4], confidences: [60], min: 85 },
    { code: "pdf.only_pictures", pages: [4, 5] },
  ]);
  expect(chunks.map(({ content, metadata }) => [content, metadata.page_range, metadata.preprocessing])).toEqual([
    ["序文である。", [1, 1], { llm_revision: null }],
    ["第1条(目的)", [2, 2], { llm_revision: null, ocr_confidence: 92 }],
    ["この規程は、2026年の出張に適用する。", [2, 2], { llm_revision: null, ocr_confidence: 92 }],
    ["第2条(費用)", [2, 3], { llm_revision: null, ocr_confidence: 88 }],
    ["会社が払う。", [3, 3], { llm_revision: null, ocr_confidence: 88 }],
  ]);
});

test("a page that has text stays as it is, whatever was recognised on it", async () => {
  const pdf = tinyPdf([[SCAN, { text: "本文である。", x: 60, y: 100 }]]);
  const { warnings, chunks } = await chunksOf(pdf, [recognised(1, 99, ["別 の 文"])]);
  expect(warnings).toEqual([{ code: "pdf.pictures_left_out", pages: [1] }]);
  expect(chunks.map(({ content }) => content)).toEqual(["本文である。"]);
});
