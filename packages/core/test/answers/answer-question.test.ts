import { describe, expect, it } from "@jest/globals";
import { anArticle, aParagraph, aReader, aRule } from "@retrieval/contract";
import { CLOSED, type Reader } from "@retrieval/core";
import type { QuestionAnswer } from "../../src/answers/answer.js";
import { ANY, aDocument, aWorld, TRAVEL, textsOf, unitsOf } from "./answer-world.js";

const OTHERS = ["総則", "服務", "休職", "退職", "安全"].map((title, i) =>
  anArticle(`第${i + 20}条`, title, aParagraph(`${title}について定める。`)),
);

/** Long, and in a row that is quoted whole. */
const NOTE =
  "領収書を添えて、帰った日の翌日から7日以内に、所定の用紙により経理部に提出し、写しを所属の長に渡すものとする。";

function aTable(columns: readonly string[], rows: readonly (readonly string[])[]) {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const markdown = [columns, columns.map(() => "---"), ...rows].map(line).join("\n");
  return { kind: "table", table: { columns, rows }, markdown } as const;
}

describe("an answer from the documents' own words", () => {
  it("is the sentence that has the words and the kind of fact that the question asks for, with its place", async () => {
    const { world, ask } = aWorld(aDocument("travel", TRAVEL, { title: "旅費規程" }));
    const answer = await ask("日当はいくら");
    const doc = { id: "travel", title: "旅費規程", version: "1" };
    const section = { id: "travel::art5", type: "article", label: "第5条", title: "日当", breadcrumb: [] };
    const chunk_id = "travel::art5::paragraph-2";
    const text = "日当は1日につき3,000円とする。";
    expect(answer).toMatchObject({ outcome: "answer", model: "none", answer: { doc, section } });
    expect(answer.sources[0]).toEqual({ number: 1, doc, section, chunk_id: expect.any(String) });
    expect(unitsOf(answer)).toEqual([
      {
        ...{ chunk_id, text, cells: null, level: 0, start: 0, end: 18, quote: text },
        ...{ omitted_before: true, table_rows: null },
      },
    ]);
    const cited = world.documents.get("travel")?.chunks.find(({ chunk_id }) => chunk_id.endsWith("art5::paragraph-2"));
    expect(cited?.display.body_text?.slice(0, 18)).toBe(textsOf(answer)[0]);
  });

  it("finds in an annex what the article leaves to it", async () => {
    const columns = ["区分", "日当", "宿泊料", "座席", "備考"];
    const rows = [
      ["部長", "3,500円", "17,000円", "普通", NOTE],
      ["一般", "2,600円", "14,000円", "普通", NOTE],
    ];
    const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
    const { ask } = aWorld(
      aDocument("travel", [
        anArticle("第5条", "日当", aParagraph("出張者の日当は、別表第1のとおりとする。")),
        {
          kind: "section",
          type: "annex",
          label: "別表第1",
          title: "国内",
          heading: "別表第1　国内",
          children: [
            {
              kind: "table",
              table: { columns, rows },
              markdown: [columns, columns.map(() => "---"), ...rows].map(line).join("\n"),
            },
          ],
        },
      ]),
    );
    const answer = await ask("出張者の日当はいくら");
    expect(answer.sources[0]?.section.label).toBe("別表第1");
    expect(textsOf(answer)).toEqual([
      `区分: 部長 / 日当: 3,500円 / 宿泊料: 17,000円 / 座席: 普通 / 備考: ${NOTE}`,
      `区分: 一般 / 日当: 2,600円 / 宿泊料: 14,000円 / 座席: 普通 / 備考: ${NOTE}`,
    ]);
    expect(unitsOf(answer)[1]?.cells?.[1]).toEqual({ column: "日当", text: "2,600円" });
  });

  it("is the beginning of an article that the question only names", async () => {
    const { ask } = aWorld(aDocument("travel", TRAVEL));
    const answer = await ask("第6条");
    expect(answer.sources[0]?.section.label).toBe("第6条");
    expect(unitsOf(answer).map(({ text }) => text)).toEqual(["出張から戻った日から7日以内に精算する。"]);
  });

  it("is nothing where nothing has the question's words", async () => {
    const { ask } = aWorld(aDocument("travel", TRAVEL));
    expect(await ask("賞与の計算")).toEqual({
      ...{ outcome: "nothing_found", model: "none" },
      ...{ sources: [], answer: null },
    });
  });

  it("is the annex that the nearest sentence names, and of its rows those that have the question's own words", async () => {
    const rows = [
      ["結婚", "本人", "5日"],
      ["死亡", "父母", "7日"],
    ];
    const columns = ["事由", "対象", "日数"];
    const { ask } = aWorld(
      aDocument("rules", [
        anArticle(
          "第20条",
          "慶弔休暇",
          aParagraph("従業員が結婚し、又は親族が死亡したときは、別表第3に定める日数の慶弔休暇を与える。"),
          aParagraph("慶弔休暇は、3日前までに届け出る。"),
        ),
        {
          kind: "section",
          type: "annex",
          label: "別表第3",
          title: "慶弔休暇の日数",
          heading: "別表第3　慶弔休暇の日数",
          children: [aTable(columns, rows)],
        },
      ]),
    );
    expect(textsOf(await ask("結婚の慶弔休暇の日数"))).toEqual(["事由: 結婚 / 対象: 本人 / 日数: 5日"]);
  });

  it("is not the beginning of an annex that an article names, where no row of it answers", async () => {
    const { ask } = aWorld(
      aDocument("travel", [
        anArticle("第5条", "旅費", aParagraph("出張者の旅費は、別表第1のとおりとする。")),
        {
          kind: "section",
          type: "annex",
          label: "別表第1",
          title: "旅費",
          heading: "別表第1　旅費",
          children: [aTable(["区分", "座席"], [["役員", "上級席"]])],
        },
        ...OTHERS,
      ]),
    );
    expect(await ask("出張の旅費は何日")).toMatchObject({ outcome: "nearest", answer: null });
  });

  it("has rows whole, and the text of merged cells in each of their rows", async () => {
    const columns = ["区分", "宿泊料", "←", "座席", "備考"];
    const rows = [
      ["部長", "15,000円", "20,000円", "普通", "領収書"],
      ["一般", "12,000円", "16,000円", "↑", "不要"],
    ];
    const { ask } = aWorld(aDocument("travel", [anArticle("第5条", "宿泊料", aTable(columns, rows)), ...OTHERS]));
    expect(textsOf(await ask("一般の宿泊料はいくら"))).toEqual([
      "区分: 一般 / 宿泊料: 12,000円 / 宿泊料: 16,000円 / 座席: 普通 / 備考: 不要",
    ]);
  });

  it("is a table below a sentence that does not announce it, with all rows that answer equally well", async () => {
    const rows = ["役員", "部長", "課長", "主任", "一般"].map((name, i) => [name, `${9 - i}日`, `${i}日`]);
    const other = Array.from({ length: 4 }, (_, i) => aParagraph(`${i + 2}. 年次休暇は、${i + 2}日前までに申請する。`));
    const { ask } = aWorld(
      aDocument("leave", [
        anArticle(
          "第5条",
          "休暇",
          aParagraph("従業員に年次休暇を与える。"),
          aTable(["区分", "本社", "工場"], rows),
          ...other,
        ),
        ...OTHERS,
      ]),
    );
    expect(textsOf(await ask("従業員の年次休暇は何日"))).toEqual(
      rows.map(([name, office, plant]) => `区分: ${name} / 本社: ${office} / 工場: ${plant}`),
    );
  });

  it("has the sentence that announces a table above its rows", async () => {
    const { ask } = aWorld(
      aDocument("rules", [
        anArticle(
          "第5条",
          "限度",
          aParagraph("残業の限度は、次の表のとおりとする。"),
          aTable(["区分", "1か月"], [["原則", "45時間"]]),
        ),
        ...OTHERS,
      ]),
    );
    expect(textsOf(await ask("残業は何時間まで"))).toEqual([
      "残業の限度は、次の表のとおりとする。",
      "区分: 原則 / 1か月: 45時間",
    ]);
  });

  it("has all rows of a table whose names the question does not have: 所定労働時間内 is not 時間外労働", async () => {
    const table = aTable(
      ["勤務の区分", "率"],
      [
        ["所定労働時間内", "割増しなし"],
        ["所定労働時間外", "25%"],
        ["休日", "35%"],
      ],
    );
    const { ask } = aWorld(aDocument("wages", [anArticle("第5条", "割増賃金の率", table), ...OTHERS]));
    expect(textsOf(await ask("時間外労働の割増賃金の率"))).toHaveLength(3);
    expect(textsOf(await ask("休日の割増賃金の率"))).toEqual(["勤務の区分: 休日 / 率: 35%"]);
  });

  it("has of a long table the row that has most of the question, and none where no row has more", async () => {
    const rows = Array.from({ length: 20 }, (_, i) => [`第${i}地区`, `${1_000 + i}円`]);
    rows[18] = ["大阪府大阪市", "9,999円"];
    const lead = aParagraph("宿泊料は、地域ごとに次の表に定める額を上限とする。");
    const { ask } = aWorld(
      aDocument("travel", [anArticle("第5条", "宿泊料", lead, aTable(["地域", "宿泊料"], rows)), ...OTHERS]),
    );
    expect(textsOf(await ask("大阪の宿泊料の上限はいくら")).at(-1)).toContain("9,999円");
    expect(textsOf(await ask("宿泊料は地域ごとにいくらが上限か"))).toEqual([
      "宿泊料は、地域ごとに次の表に定める額を上限とする。",
    ]);
  });

  it("says where text of its section is left out: before, between and after, and how many rows a table has", async () => {
    const places = async (question: string, ...children: Parameters<typeof anArticle>[2][]) => {
      const { ask } = aWorld(aDocument("rules", [anArticle("第5条", "限度と日当", ...children), ...OTHERS]));
      const { answer } = await ask(question);
      return [...unitsOf({ answer } as QuestionAnswer).map((unit) => unit.omitted_before), answer?.omitted_after];
    };
    const long = aParagraph("手続きを定める。".repeat(60));
    const limit = aParagraph("日当は3,000円とする。");
    expect(await places("日当はいくら", limit)).toEqual([false, false]);
    expect(await places("日当はいくら", limit, long)).toEqual([false, true]);
    expect(await places("日当はいくら", long, limit)).toEqual([true, false]);
    // So much that not all of the section is read for an answer.
    const far = Array.from({ length: 40 }, (_, i) =>
      aParagraph(`${i + 2}. 届出の手続き${i}は、所属の長を経て人事部が受け付けるものとして定める。`),
    );
    expect(await places("日当はいくら", limit, ...far)).toEqual([false, true]);
    expect(await places("日当はいくら", ...far, limit)).toEqual([true, false]);
    const lead = aParagraph("残業の限度は、次の表のとおりとする。");
    const table = aTable(
      ["区分", "1か月"],
      ["原則", "特例", "育児", "介護"].map((name, i) => [name, `${i + 4}5時間`]),
    );
    expect(await places("特例の残業は何時間まで", lead, table)).toEqual([false, false, false]);
    const { ask } = aWorld(aDocument("rules", [anArticle("第5条", "限度", lead, table), ...OTHERS]));
    expect(unitsOf(await ask("特例の残業は何時間まで")).map(({ table_rows }) => table_rows)).toEqual([null, 4]);
  });

  it("has the items that a sentence announces, and the sentence that announces an item", async () => {
    const list =
      "1. 懲戒の種類は、次のとおりとする。\n   1. 譴責　将来を戒める。\n   2. 懲戒解雇　即時に解雇する。\n2. 重ねて行わない。";
    const { ask } = aWorld(
      aDocument("rules", [anArticle("第58条", "懲戒の種類", { kind: "list", text: list, markdown: list })]),
    );
    const items = ["1. 譴責　将来を戒める。", "2. 懲戒解雇　即時に解雇する。"];
    expect(unitsOf(await ask("懲戒の種類")).map(({ text, level }) => [text, level])).toEqual([
      ["1. 懲戒の種類は、次のとおりとする。", 0],
      ...items.map((item) => [item, 1]),
    ]);
    expect(textsOf(await ask("懲戒解雇とは"))).toEqual(["1. 懲戒の種類は、次のとおりとする。", ...items]);
  });

  it("is not sure where the kind of fact is certain and no sentence has it", async () => {
    const { ask } = aWorld(
      aDocument("travel", [anArticle("第5条", "旅費", aParagraph("旅費は、出張した者に支給する。")), ...OTHERS]),
    );
    expect(textsOf(await ask("旅費を支給する者"))).toEqual(["旅費は、出張した者に支給する。"]);
    const { outcome, sources } = await ask("旅費はいくら支給する");
    expect([outcome, sources[0]?.section.label]).toEqual(["nearest", "第5条"]);
  });

  it("has all sentences that announce an item, in the paragraph before the list and in the lines above it", async () => {
    const lead = "２　次のいずれにも該当するときは、子が一歳六か月に達する日まで育児休業をすることができる。";
    const list =
      "- 一　誕生日に休業をしていること。\n- 二　養育の考え方\n  次のいずれかの事情があること。\n  - イ　保育所への入所を希望しているが、入所できないとき\n- 三　申し出ること。";
    const { ask } = aWorld(
      aDocument("leave", [anArticle("第5条", "期間", aParagraph(lead), { kind: "list", text: list, markdown: list })]),
    );
    expect(textsOf(await ask("保育所の入所"))).toEqual([
      lead,
      "一　誕生日に休業をしていること。",
      "二　養育の考え方",
      "次のいずれかの事情があること。",
      "イ　保育所への入所を希望しているが、入所できないとき",
      "三　申し出ること。",
    ]);
  });

  it("is no form that is not filled in", async () => {
    const { ask } = aWorld(
      aDocument("model", [anArticle("第46条", "給与の支払日", aParagraph("給与の支払日は毎月＿＿日とする。"))]),
      aDocument("wages", [anArticle("第4条", "支払日", aParagraph("給与の支払日は毎月25日とする。"))]),
    );
    const { outcome, sources } = await ask("給与の支払日はいつ");
    expect([outcome, ...sources.map(({ doc }) => doc.id)]).toEqual(["nearest", "model", "wages"]);
  });

  it("is of one section, and names at most five, that one first", async () => {
    const { ask } = aWorld(
      ...["a", "b", "c", "d", "e", "f"].map((id, i) =>
        aDocument(id, [anArticle("第1条", "日当", aParagraph(`日当は3,${i}00円とする。`))]),
      ),
    );
    const { answer, sources } = await ask("日当はいくら");
    expect(answer?.units).toHaveLength(1);
    expect(sources.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(sources[0]?.doc).toEqual(answer?.doc);
  });

  it("is only of sections that have the quoted phrases, and nothing where none has them", async () => {
    const { ask } = aWorld(
      aDocument("wages", [
        anArticle("第5条", "住宅手当", aParagraph("住宅手当は、月額20,000円とする。")),
        anArticle("第6条", "手当", aParagraph("手当の額はいくらか。住宅の手当は、1日につき3,000円とする。")),
      ]),
    );
    expect(await ask("「宇宙服の手当」はいくらですか")).toMatchObject({ outcome: "nothing_found", sources: [] });
    const { outcome, sources } = await ask("「住宅の手当」はいくら");
    expect([outcome, ...sources.map(({ section }) => section.label)]).toEqual(["answer", "第6条"]);
    const named = await ask("「住宅手当」はいくら");
    expect(named.sources.map(({ section }) => section.label)).toEqual(["第5条"]);
  });

  it("keeps the filters", async () => {
    const { ask } = aWorld(aDocument("a", TRAVEL), aDocument("b", TRAVEL));
    expect((await ask("日当はいくら", { doc_ids: ["b"] })).sources[0]?.doc.id).toBe("b");
  });
});

describe("two readers with the same question", () => {
  const board = aReader({ user_id: "100002", permission_groups: ["board"] });
  const secret = aDocument("board", [anArticle("第1条", "日当", aParagraph("日当は役員に限り9,000円とする。"))], {
    access_rules: aRule({ allowed_groups: ["board"] }),
  });

  it("have answers only from what each may see, as if the rest did not exist", async () => {
    const { world, ask } = aWorld(aDocument("travel", TRAVEL), secret);
    const question = "役員の日当はいくら";
    expect(textsOf(await ask(question, { reader: board }))).toEqual(["日当は役員に限り9,000円とする。"]);
    const beside = await ask(question);
    world.remove("board");
    expect(await ask(question)).toEqual(beside);
    expect(JSON.stringify(beside)).not.toContain("9,000");
  });

  it("have no answer from a document whose rule changes between search and reading", async () => {
    const { world, hits, ask } = aWorld(secret);
    hits.before = () => {
      if (hits.reads === 0) world.put({ ...secret, access_rules: aRule({}) });
    };
    expect((await ask("日当はいくら", { reader: board })).outcome).toBe("nothing_found");
  });
});

describe("a reader who loses access between the search for a question and the search for the annex that it leads to", () => {
  const travel = aDocument("travel", [
    anArticle("第5条", "出張者の日当", aParagraph("出張者の日当は、別表第1のとおりとする。")),
    anArticle("第6条", "海外", aParagraph("海外での出張者の日当は、1日につき9,000円とする。")),
  ]);
  const other = aDocument("other", [anArticle("第1条", "手当", aParagraph("出張者の日当は、3,000円とする。"))]);
  const QUESTION = "出張者の日当はいくら";

  it.each<[string, (world: ReturnType<typeof aWorld>["world"]) => void]>([
    ["the rule changes", (world) => world.put({ ...travel, access_rules: CLOSED })],
    ["the document is deleted", (world) => world.remove("travel")],
    ["another version is published", (world) => world.put({ ...travel, revision_id: "2" })],
  ])("has answers and results from what stays open, %s", async (_, change) => {
    for (const use of ["ask", "search"] as const) {
      const small = aWorld(travel, other);
      const { world, hits } = small;
      hits.before = () => {
        if (hits.reads === 1) change(world);
      };
      const sent = JSON.stringify(await small[use](QUESTION));
      expect(hits.reads).toBeGreaterThan(2);
      expect(sent).toContain("3,000円");
      expect(sent).not.toContain("travel");
    }
  });

  it("is not answered after the user was deactivated", async () => {
    const { hits, ask, search } = aWorld(travel, other);
    let reader: Reader | null = ANY;
    hits.before = () => {
      reader = hits.reads === 1 ? null : reader;
    };
    const currentReader = async () => reader;
    const nothing = { outcome: "nothing_found", sources: [], answer: null };
    expect(await ask(QUESTION, { currentReader })).toMatchObject(nothing);
    [hits.reads, reader] = [0, ANY];
    expect(await search(QUESTION, currentReader)).toMatchObject({ results: [], documents: [], answer: nothing });
  });
});
