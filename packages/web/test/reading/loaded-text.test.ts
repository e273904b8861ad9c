import { describe, expect, it } from "@jest/globals";
import { joined } from "../../src/reading/document/loaded-text.js";
import { headingOf, headingsOf, neighbours } from "../../src/reading/document/outline-map.js";
import {
  CHUNKS,
  chunkOf,
  OUTLINE,
  outlineOf,
  part,
  RELATED,
  SUB_HEADING,
  SUB_SECTIONS,
  WITH_SUB_HEADING,
} from "./a-document.js";

const whole = joined([part(CHUNKS, { related_sections: RELATED })]);

describe("The loaded text", () => {
  it("joins parts, also in the middle of a section", () => {
    const parts = [part(CHUNKS.slice(0, 4), { total: 7 }), part(CHUNKS.slice(4), { total: 7, first: 4 })];
    const text = joined(parts);
    expect(text.runs.map(({ key, chunks }) => [key, chunks.length])).toEqual([
      ["d", 1],
      ["d::art1", 2],
      ["d::art2", 2],
      ["d::annex1", 2],
    ]);
    expect([text.isWhole, joined(parts.slice(0, 1)).isWhole]).toEqual([true, false]);
  });

  it("gives a section that returns later another key, so that the first is at its address", () => {
    const text = joined([part([...CHUNKS, chunkOf("d::art1::paragraph-2", "paragraph", "再び")])]);
    expect(text.runs.map(({ key }) => key)).toEqual(["d", "d::art1", "d::art2", "d::annex1", "d::art1::paragraph-2"]);
  });

  it("keeps the key of a section that grows at its beginning", () => {
    const later = joined([part(CHUNKS.slice(2), { first: 2, total: 7 })]);
    expect(later.runs[0]?.key).toBe(whole.runs[1]?.key);
  });
});

describe("The outline", () => {
  const headings = headingsOf(OUTLINE, whole);

  it("names each heading and its section, loaded or not", () => {
    const named = [
      ["d::art1", "第1条 目的"],
      ["d::art2", "第2条 日当"],
      ["d::annex1", "別表第1 日当"],
    ];
    expect(headings.map(({ section, name }) => [section, name])).toEqual(named);
    const unloaded = headingsOf(OUTLINE, { sections: new Map() });
    expect(unloaded.map(({ section, name }) => [section, name])).toEqual(named);
  });

  it("turns from article to article, past the chapters that only hold them", () => {
    const entry = (level: number, type: string, id: string) => ({
      chunk_id: `d::${id}::heading-1`,
      level,
      type: type as (typeof OUTLINE)[number]["type"],
      label: id,
      title: "",
    });
    const book = [
      entry(1, "section", "preface"),
      entry(1, "chapter", "ch1"),
      entry(2, "section", "sec1"),
      entry(3, "article", "art1"),
      entry(1, "chapter", "ch2"),
      entry(2, "article", "art2"),
      entry(1, "annex", "annex1"),
    ];
    const named = headingsOf(book, { sections: new Map() });
    const labels = (at: number) => neighbours(at, named).map((heading) => heading?.label);
    expect([-1, 0, 1, 3, 5, 6].map(labels)).toEqual([
      [undefined, "preface"],
      [undefined, "art1"],
      ["preface", "art1"],
      ["preface", "art2"],
      ["art1", "annex1"],
      ["art2", undefined],
    ]);
  });

  it("knows the heading of a section, also of one without its own", () => {
    expect(headingOf("d", headings, whole)).toBe(-1);
    expect(headingOf("d::art2", headings, whole)).toBe(1);
    const text = joined([part([...CHUNKS.slice(0, 3), chunkOf("d::notes::paragraph-1", "paragraph", "注")])]);
    expect(headingOf("d::notes", headings, text)).toBe(0);
    expect(headingOf(null, headings, whole)).toBe(-1);
  });

  it.each([
    ["loaded", joined([part(WITH_SUB_HEADING, { sections: SUB_SECTIONS })])],
    ["not loaded", joined([part(WITH_SUB_HEADING.slice(0, 1))])],
  ])("knows the article of a heading inside it, %s", (_, text) => {
    const inside = headingsOf(outlineOf(WITH_SUB_HEADING), text);
    expect(inside.map(({ section, isFirst }) => [section, isFirst])).toEqual([
      ["d::art1", true],
      ["d::art2", true],
      ["d::art2", false],
      ["d::annex1", true],
    ]);
    expect(headingOf("d::art2", inside, text)).toBe(1);
    expect(inside[2]?.passage).toBe(SUB_HEADING.chunk_id);
  });

  it("leads to a heading that is not loaded by its chunk_id, which every document has", () => {
    const unloaded = headingsOf(OUTLINE, { sections: new Map() });
    expect(unloaded.map(({ passage }) => passage)).toEqual(OUTLINE.map(({ chunk_id }) => chunk_id));
    expect(headings.map(({ passage }) => passage)).toEqual(["d::art1", "d::art2", "d::annex1"]);
  });
});
