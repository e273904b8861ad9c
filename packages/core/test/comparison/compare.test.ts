import { describe, expect, it } from "@jest/globals";
import { article, compared, list, paragraph, section, table } from "./documents.js";

const rule = (n: number) =>
  article(n, `題${n}`, list(`1. 第${n}の事項は、会社が${n * 7}日以内に別に定める。`, "2. 届出は書面による。"));
const upTo = (last: number) => Array.from({ length: last }, (_, i) => rule(i + 1));

describe("the comparison of two versions", () => {
  it("of the same text is empty", () => {
    expect(compared(upTo(5), upTo(5))).toEqual({});
  });

  it("marks the words that changed, and leaves out the rest of the article with its numbers", () => {
    const leave = (text: string) =>
      article(
        3,
        "慶弔休暇",
        list("1. 届け出る。", "2. 休暇は次のとおり。", `   1. ${text}`, "   2. 忌引", "3. 有給とする。"),
      );
    expect(compared([rule(1), leave("妻が出産するとき")], [rule(1), leave("配偶者が出産するとき")])).toEqual({
      "changed 第3条 > 第3条": [
        "第3条（慶弔休暇） > 第3条（慶弔休暇）",
        "（略 1）1. > 1.",
        "（略 1）2. > 2.",
        "1. [妻]が出産するとき > 1. [配偶者]が出産するとき",
        "（略 2）3. > 3.",
      ],
    });
  });

  it.each([
    ["日当は2,500円とする。", "日当は3,000円とする。", "日当は[2,500]円とする。 > 日当は[3,000]円とする。"],
    ["期間は１．５年とする。", "期間は２年とする。", "期間は[１．５]年とする。 > 期間は[２]年とする。"],
    ["第二十条の規定による。", "第二十一条の規定による。", "第[二十]条の規定による。 > 第[二十一]条の規定による。"],
    ["4月1日から施行する。", "10月15日から施行する。", "[4]月[1]日から施行する。 > [10]月[15]日から施行する。"],
    ["Leave is 20 days a year.", "Leave is 25 days a year.", "Leave is [20] days a year. > Leave is [25] days a year."],
    [
      "本人の希望により採用する。",
      "会社の都合により採用する。",
      "[本人の希望]により採用する。 > [会社の都合]により採用する。",
    ],
  ])("marks a changed number or word whole: %s", (before, after, row) => {
    const rows = compared([article(1, "", paragraph(before))], [article(1, "", paragraph(after))]);
    expect(rows["changed 第1条 > 第1条"]?.[1]).toBe(row);
  });

  it("marks all of a text that was rewritten", () => {
    const rows = compared(
      [article(1, "目的", paragraph("この規程は、出張の旅費について定める。"))],
      [article(1, "目的", paragraph("会社で使う車両の管理と安全運転を図る。"))],
    );
    expect(rows["changed 第1条 > 第1条"]).toEqual([
      "第1条（目的） > 第1条（目的）",
      "[この規程は、出張の旅費について定める。] > [会社で使う車両の管理と安全運転を図る。]",
    ]);
  });

  it("takes an article in between for one addition and renumberings", () => {
    const moved = upTo(8).map(({ title, children }, i) => article(i < 4 ? i + 1 : i + 2, title, ...children));
    const added = article(5, "在宅勤務", list("1. 在宅で勤務することができる。"));
    const rows = compared(upTo(8), [...moved.slice(0, 4), added, ...moved.slice(4)]);
    expect(Object.keys(rows)).toEqual([
      "added - > 第5条",
      ...[5, 6, 7, 8].map((n) => `renumbered 第${n}条 > 第${n + 1}条`),
    ]);
    expect(rows["renumbered 第5条 > 第6条"]).toEqual(["第[5]条（題5） > 第[6]条（題5）", "（略 2）1. | 2. > 1. | 2."]);
  });

  it("finds a renumbered article that was edited too", () => {
    const edited = article(3, "題2", list("1. 第2の事項は、会社が30日以内に別に定める。", "2. 届出は書面による。"));
    expect(
      Object.keys(compared(upTo(2), [rule(1), article(2, "新しい条", paragraph("情報機器は貸与する。")), edited])),
    ).toEqual(["added - > 第2条", "changed 第2条 > 第3条"]);
  });

  it("lists a removed article behind the one that it followed", () => {
    const rest = upTo(4).filter((_, i) => i !== 1);
    const edited = article(3, "題3", paragraph("別に定める。"));
    expect(Object.keys(compared(upTo(4), [rest[0], edited, rest[2]] as typeof rest))).toEqual([
      "removed 第2条 > -",
      "changed 第3条 > 第3条",
    ]);
  });

  it("counts an article that keeps its number without a text as removed", () => {
    const kept = [rule(1), article(2, "削除"), rule(3)];
    expect(Object.keys(compared(upTo(3), kept))).toEqual(["removed 第2条 > 第2条"]);
    expect(Object.keys(compared(kept, upTo(3)))).toEqual(["added 第2条 > 第2条"]);
  });

  it("tells an article that only stands elsewhere", () => {
    const [one, two, three, four] = upTo(4) as [never, never, never, never];
    expect(Object.keys(compared([one, two, three, four], [one, three, four, two]))).toEqual(["moved 第2条 > 第2条"]);
  });

  it("marks the numbers of items behind a new one, and leaves out their text", () => {
    const items = (...lines: string[]) => article(1, "届出", list(...lines.map((line, i) => `${i + 1}. ${line}`)));
    const rows = compared([items("住所", "氏名", "家族")], [items("住所", "電話番号", "氏名", "家族")]);
    expect(rows["changed 第1条 > 第1条"]).toEqual([
      "第1条（届出） > 第1条（届出）",
      "（略 1）1. > 1.",
      "- > [2. 電話番号]",
      "（略 2）[2.] | [3.] > [3.] | [4.]",
    ]);
  });

  it("shows an item that moved out one level, and marks it", () => {
    const of = (...lines: string[]) => [article(1, "届出", list(...lines))];
    expect(compared(of("- 住所", "   - 電話番号", "- 氏名"), of("- 住所", "- 電話番号", "- 氏名"))).toEqual({
      "changed 第1条 > 第1条": [
        "第1条（届出） > 第1条（届出）",
        "（略 1） > ",
        "[- ]電話番号 > [- ]電話番号",
        "（略 1） > ",
      ],
    });
    expect(compared(of("住所", "   電話番号"), of("住所", "電話番号"))).toEqual({
      "changed 第1条 > 第1条": ["第1条（届出） > 第1条（届出）", "（略 1） > ", "[電話番号] > [電話番号]"],
    });
  });

  it("compares a table by its rows, with its head", () => {
    const fees = (...rows: string[][]) => section("annex", "別表第1", "日当", table(["区分", "日当", "宿泊"], ...rows));
    const [executive, employee, temporary] = [
      ["役員", "7,500円", "9,000円"],
      ["社員", "2,500円", "8,000円"],
      ["嘱託", "2,000円", "7,000円"],
    ] as const;
    const rows = compared(
      [fees([...executive], [...employee], [...temporary])],
      [fees([...executive], ["社員", "3,000円", "8,000円"], ["顧問", "5,000円", "9,000円"], [...temporary])],
    );
    expect(rows["changed 別表第1 > 別表第1"]).toEqual([
      "別表第1（日当） > 別表第1（日当）",
      "区分 | 日当 | 宿泊 > 区分 | 日当 | 宿泊",
      "（略 1） > ",
      "社員 | [2,500]円 | 8,000円 > 社員 | [3,000]円 | 8,000円",
      "- > [顧問] | [5,000円] | [9,000円]",
      "（略 1） > ",
    ]);
  });

  it("reads a long table, which is stored in parts with the head of each, as one", () => {
    const rows = Array.from({ length: 6 }, (_, i) => [`区分${i}`, `${i}00円`]);
    const parts = (at: number, own: string[][]) => [
      section("annex", "別表", "", table(["区分", "額"], ...own.slice(0, at)), table(["区分", "額"], ...own.slice(at))),
    ];
    expect(compared(parts(2, rows), parts(4, rows))).toEqual({});
  });

  it("shows the supplementary provisions with what was added", () => {
    const dates = (...lines: string[]) => section("supplement", "附則", "", list(...lines.map((line) => `- ${line}`)));
    const rows = compared(
      [rule(1), dates("2020年4月1日から施行する。")],
      [rule(1), dates("2020年4月1日から施行する。", "2027年4月1日から施行する。")],
    );
    expect(rows).toEqual({
      "changed 附則 > 附則": ["附則 > 附則", "（略 1） > ", "- > [- 2027年4月1日から施行する。]"],
    });
  });

  it("compares text without any section line by line", () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, i) => paragraph(`${i}番目の文である。`.repeat(40)));
    const rows = compared(lines(8), [paragraph("前文を加える。"), ...lines(8)]);
    expect(rows).toEqual({ "changed outside > outside": ["- > [前文を加える。]", "（略 8） > "] });
  });
});
