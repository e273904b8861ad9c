import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { DRAWN_LINES, describeWithRealData, drawnPdf, realDataDir } from "@retrieval/contract";
import { recognisePicture } from "../src/recognise-picture.js";
import { renderPage } from "../src/render-page.js";

const recognise = async (pdf: Uint8Array, page = 1) => {
  const { confidence, lines } = await recognisePicture(await renderPage(pdf, page));
  return { confidence, texts: lines.map((line) => line.map(({ text }) => text).join(" ")), lines };
};

test("the lines of a page come with their places in points, and other pages between do not disturb them", async () => {
  const pdf = drawnPdf([{ angle: 0 }, { angle: 30 }]);
  for (const _ of [1, 2]) {
    const { confidence, texts, lines } = await recognise(pdf, 1);
    expect(texts).toEqual(DRAWN_LINES.map(({ text }) => text));
    expect(confidence).toBeGreaterThan(85);
    for (const [i, { x, y, size }] of DRAWN_LINES.entries()) {
      const [left, top, , bottom] = lines[i]?.[0]?.box ?? [];
      expect(Math.abs((left as number) - x)).toBeLessThan(size / 4);
      expect(Math.abs((top as number) - (y - size * 0.72))).toBeLessThan(size / 4);
      expect(bottom as number).toBeLessThan(y + size / 2);
    }
    const slanting = await recognise(pdf, 2);
    expect(slanting.confidence).toBeLessThan(85);
  }
});

describeWithRealData("a scan of an office", () => {
  test("is read without an error", async () => {
    const { confidence, texts } = await recognise(readFileSync(`${realDataDir}/documents/scanned-minutes.pdf`));
    expect(confidence).toBeGreaterThan(85);
    expect(texts).toEqual(
      expect.arrayContaining([
        "# MEETING MINUTES",
        "Attendees: John Smith, Jane Doe, Bob Johnson",
        "- Current spend: 75% of allocated budget",
        "- John: Finalize requirements document",
      ]),
    );
  });
});
