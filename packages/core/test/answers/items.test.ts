import { describe, expect, it } from "@jest/globals";
import { itemsBelow, levelled, placedUnits } from "../../src/answers/items.js";
import type { TextType } from "../../src/chunks/structured-chunk.js";

const chunk = (text_type: TextType, body_text: string) => ({
  chunk_id: body_text,
  text_type,
  display: { title: "", breadcrumb: [], body_text, body_md: null },
});
const LIST = chunk("list", "1. 次の者に支給する。\n   - (1) 社員\n     - ア 正社員\n   - (2) 嘱託\n2. 毎月支給する。");
const levelsOf = (chunks: readonly ReturnType<typeof chunk>[], but: readonly number[] = []) =>
  levelled(placedUnits(chunks).filter((_, i) => !but.includes(i))).map(({ level }) => level);

describe("the levels of the parts of a section", () => {
  it("are those of its items", () => {
    expect(levelsOf([LIST])).toEqual([0, 1, 2, 1, 0]);
  });

  it("count only parts that are there", () => {
    expect(levelsOf([LIST], [0])).toEqual([0, 1, 0, 0]);
    expect(levelsOf([LIST], [1])).toEqual([0, 1, 1, 0]);
  });

  it("are below the sentence that announces the list", () => {
    const sentence = chunk("paragraph", "社員は、申請する。会社は、許可する。");
    expect(levelsOf([sentence, LIST])).toEqual([0, 0, 0, 1, 2, 1, 0]);
    const announcing = chunk("paragraph", "申請は、次のとおりとする。");
    expect(levelsOf([announcing, LIST, sentence])).toEqual([0, 1, 2, 3, 2, 1, 0, 0]);
  });

  it("are not made by the space before a paragraph", () => {
    expect(levelsOf([chunk("paragraph", "社員は、申請する。\n　会社は、許可する。")])).toEqual([0, 0]);
  });
});

describe("the items of a sentence", () => {
  it.each([
    ["1. 次の者に支給する。\n   - 社員\n   - 嘱託\n2. 毎月支給する。", 2],
    ["1. You may work from\n   - your home,\n   - an office.\n2. Ask for approval.", 2],
    ["1. You may work from home.\n   - your home,\n   - an office.", 0],
    ["1. You may work from\n2. Ask for approval.", 0],
  ])("stand below one that announces them, or that they end: %j", (text, items) => {
    expect(itemsBelow(placedUnits([chunk("list", text)]), 0)).toHaveLength(items);
  });
});
