import { describe, expect, it } from "@jest/globals";
import { countContents } from "../src/chunks/contents.js";
import type { SectionType, TextType } from "../src/chunks/structured-chunk.js";

const chunk = (text_type: TextType, ...path: [SectionType, string][]) => ({
  text_type,
  metadata: { section_path: path.map(([type, label], i) => ({ level: i + 1, type, label, title: "" })) },
});

describe("countContents", () => {
  it("counts each section where it begins, also one whose label another chapter has", () => {
    expect(
      countContents([
        chunk("paragraph"),
        chunk("heading", ["chapter", "第1章"]),
        chunk("heading", ["chapter", "第1章"], ["article", "第1条"]),
        chunk("paragraph", ["chapter", "第1章"], ["article", "第1条"]),
        chunk("table", ["chapter", "第1章"], ["article", "第2条"]),
        chunk("table", ["chapter", "第2章"], ["article", "第2条"]),
        chunk("annex_title", ["annex", "別表第1"]),
      ]),
    ).toEqual({ chapters: 2, articles: 3, tables: 2 });
    expect(countContents([])).toEqual({ chapters: 0, articles: 0, tables: 0 });
  });
});
