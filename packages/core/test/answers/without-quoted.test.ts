import { describe, expect, it } from "@jest/globals";
import { withoutQuoted } from "../../src/answers/without-quoted.js";
import type { FoundPassage, SectionResult } from "../../src/search/found-results.js";

const TABLE = "| 種類 | 額 |\n| --- | ---: |\n| 日当 | 4,500 |\n| 宿泊料 | 22,000 |\n| 支度料 | 10,000 |";

const passage = (body_text: string, more: Partial<FoundPassage> = {}): FoundPassage => ({
  ...{ chunk_id: "a", text_type: "paragraph", body_text, body_md: null, goes_on: false },
  highlights: [...body_text.matchAll(/日当|旅行/g)].map(({ index }) => [index, index + 2] as const),
  ...more,
});

const unit = (text: string, start: number, end: number) => ({
  ...{ chunk_id: "a", text, cells: null, level: 0, is_context: false },
  ...{ start, end, quote: "" },
});

/** What stays of passages below an answer: their texts, and what is marked in them. */
function below(passages: readonly FoundPassage[], text: string, ...quotes: (readonly [start: number, end: number])[]) {
  const units = quotes.map(([start, end]) => unit(text, start, end));
  const [result] = withoutQuoted([{ passages } as unknown as SectionResult], units);
  return result?.passages.map(({ body_text, body_md, highlights }) => {
    const shown = body_text ?? body_md ?? "";
    return [shown, ...highlights.map(([start, end]) => shown.slice(start, end))];
  });
}

describe("The results below an answer", () => {
  const whole = "日当は、3,000円とする。";

  it("are without a passage that the answer quotes, and with the others", () => {
    expect(
      below([passage(whole), passage("宿泊料は実費とする。", { chunk_id: "b" })], whole, [0, whole.length]),
    ).toEqual([["宿泊料は実費とする。"]]);
  });

  it("keep a passage with marked words that the answer lacks, and mark only what is not quoted", () => {
    const text = "日当は、別表による。旅行の日当は、半額とする。";
    expect(below([passage(text)], "日当は、別表による。", [0, 10])).toEqual([[text, "旅行", "日当"]]);
    expect(below([passage(text)], "旅行の日当は、半額とする。", [10, text.length])).toEqual([]);
  });

  it("mark the rows of a table that are not quoted, below its header", () => {
    const row = TABLE.indexOf("| 支度料");
    const header = TABLE.indexOf("| 日当");
    const at = TABLE.indexOf("支度料");
    const rows = passage("", { body_text: null, body_md: TABLE, highlights: [[at, at + 3]] });
    expect(below([rows], "種類: 日当", [header, header + 10])).toEqual([[TABLE, "支度料"]]);
    expect(below([rows], "種類: 支度料", [row, row + 10])).toEqual([]);
  });

  it("do not join a list to another passage where its announcement is quoted", () => {
    const list = passage("宿泊料", { chunk_id: "b", goes_on: true });
    const [result] = withoutQuoted(
      [{ passages: [passage(whole), list] } as unknown as SectionResult],
      [unit(whole, 0, 5)],
    );
    expect(result?.passages).toEqual([{ ...list, goes_on: false }]);
  });
});
