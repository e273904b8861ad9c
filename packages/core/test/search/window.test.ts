import { describe, expect, it } from "@jest/globals";
import { buildChunk } from "../../src/chunks/structure-document.js";
import type { StructuredChunk, TextType } from "../../src/chunks/structured-chunk.js";
import { PassageMaker } from "../../src/search/window.js";
import { asked } from "./asked.js";

const MAX = 4_000;

function aChunk(text_type: TextType, content: string | null, content_md: string | null = null): StructuredChunk {
  const place = { section_path: [], annex_title: null };
  return buildChunk({ document_id: "d", title: "d" }, `d::${text_type}-1`, { text_type, content, content_md }, place);
}

function shown(
  chunk: StructuredChunk,
  query: string,
  { max = MAX, read = 200_000, length = null as number | null } = {},
) {
  const passage = new PassageMaker(chunk, length, asked(query), read).within(max);
  const { body_text, body_md } = passage.chunk.display;
  return { ...passage, text: body_text ?? body_md ?? "" };
}

const filler = (characters: number) => "業務の内容を記す。\n".repeat(characters / 10);

describe("a passage in a result", () => {
  it("is the whole chunk if each of its texts fits", () => {
    const chunk = aChunk("paragraph", "あ".repeat(MAX));
    expect(shown(chunk, "あ")).toMatchObject({ chunk, window: null });
    const table = aChunk("table", "列: x", "| 列 |\n| --- |\n| x |");
    expect(shown(table, "x")).toMatchObject({ chunk: table, window: null });
  });

  it("is cut to the lines around the match, anywhere in the text", () => {
    for (const at of [0, 10_000, 50_000, 100_000]) {
      const whole = `${filler(at)}通勤手当の上限は月額三万円とする。\n${filler(100_000 - at)}`;
      const { chunk, window, text } = shown(aChunk("paragraph", whole), "通勤手当の上限");
      expect(text).toContain("通勤手当の上限は月額三万円");
      expect(text.length).toBeLessThanOrEqual(MAX);
      expect(text.length).toBeGreaterThan(MAX - 20);
      expect(window).toEqual({
        start: whole.indexOf(text),
        end: whole.indexOf(text) + text.length,
        length: whole.length,
      });
      expect(text.startsWith("業務") || text.startsWith("通勤")).toBe(true);
      expect(text.trimEnd().endsWith("。")).toBe(true);
      expect([chunk.content, chunk.content_md, chunk.display.body_md]).toEqual([null, null, null]);
    }
  });

  it("shows the place with most of the query, in every spelling", () => {
    const words = ["ｶﾞｲﾄﾞﾗｲﾝ", "ＰＯＬＩＣＩＥＳ", "12,000", "第三十六条の二"];
    for (const [query, word] of [
      ["ガイドライン", 0],
      ["policy", 1],
      ["12000", 2],
      ["第36条の2", 3],
    ] as const) {
      const whole = words.map((each) => `${filler(20_000)}これは${each} です。\n`).join("");
      expect(shown(aChunk("paragraph", whole), query).text).toContain(words[word]);
    }
    const both = `${filler(20_000)}通勤の届出\n${filler(20_000)}住宅手当の届出\n${filler(20_000)}通勤手当の届出\n${filler(20_000)}`;
    expect(shown(aChunk("paragraph", both), "通勤手当 届出").text).toContain("通勤手当の届出");
  });

  it("begins where most of the question comes together, not at the one place with most words", () => {
    const apart = `通勤\n${filler(70)}距離\n${filler(70)}支給は55,000円を上限とする。\n`;
    const near = "住宅手当の支給の上限は、85,000円とする。\n";
    const whole = `${apart}${filler(500)}${near}${filler(500)}`;
    const { text } = shown(aChunk("paragraph", whole), "通勤 距離 支給 上限 住宅", { max: 300 });
    expect(text).toContain("55,000円を上限とする");
  });

  it("is its beginning if nothing matches within the part that is read", () => {
    const whole = `${filler(20_000)}通勤手当`;
    expect(shown(aChunk("paragraph", whole), "宇宙").window).toMatchObject({ start: 0 });
    expect(shown(aChunk("paragraph", whole), "通勤手当", { read: 10_000 }).window).toMatchObject({ start: 0 });
  });

  it("of a table has its header and whole rows", () => {
    const header = "| 職位 | 額 |\n| --- | ---: |\n";
    const rows = Array.from({ length: 2_000 }, (_, i) => `| 職位${i} | ${i} |\n`);
    const whole = header + rows.join("");
    for (const nth of [0, 3, 1_000, 1_999]) {
      const { window, text } = shown(aChunk("table", "x".repeat(10), whole), `職位${nth}`);
      expect(text.startsWith(header)).toBe(true);
      expect(text.length).toBeLessThanOrEqual(MAX);
      expect(text).toContain(`| 職位${nth} |`);
      for (const row of text.slice(header.length).trimEnd().split("\n")) expect(rows).toContain(`${row}\n`);
      const { start, end } = window as { start: number; end: number };
      expect(whole.slice(start, end)).toBe(start === 0 ? text : text.slice(header.length));
    }
  });

  it("of a table whose text for search alone is long shows the whole table", () => {
    const markdown = "| 列 |\n| --- |\n| x |";
    const { chunk, window } = shown(aChunk("table", "列: x / ".repeat(2_000), markdown), "x");
    expect(chunk).toMatchObject({ content: null, content_md: null, display: { body_md: markdown } });
    expect(window).toEqual({ start: 0, end: markdown.length, length: markdown.length });
  });

  it("is cut inside a line, a row or a header that is too long itself, and never inside a character", () => {
    for (const chunk of [
      aChunk("paragraph", "𠮷".repeat(20_000)),
      aChunk("paragraph", `a${"𠮷".repeat(20_000)}`),
      aChunk("list", "𠮷".repeat(20_000), `- ${"𠮷".repeat(20_000)}`),
      aChunk("table", null, `| a |\n| --- |\n| ${"𠮷".repeat(20_000)} |`),
      aChunk("table", null, `| ${"𠮷".repeat(20_000)} |\n| --- |\n| a |`),
      aChunk("table", null, "𠮷".repeat(20_000)),
      aChunk("table", null, "\n".repeat(20_000)),
    ]) {
      for (const max of [MAX, MAX - 1, 500]) {
        for (const query of ["𠮷", "a"]) {
          const { text, window } = shown(chunk, query, { max });
          expect(text.length).toBeLessThanOrEqual(max);
          expect(text.length).toBeGreaterThan(0);
          expect(text.isWellFormed()).toBe(true);
          expect(window?.end).toBeGreaterThan(window?.start ?? Infinity);
        }
      }
    }
  });

  it("has the length of the whole text, even if only the beginning was read", () => {
    const { window, text } = shown(aChunk("paragraph", filler(10_000)), "業務", { length: 1_000_000 });
    expect(text.length).toBeLessThanOrEqual(MAX);
    expect(window?.length).toBe(1_000_000);
  });
});
