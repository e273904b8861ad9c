import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { DocumentNames } from "../../../src/search/question/names.js";
import { readQuestion } from "../../../src/search/question/read-question.js";
import { EMPTY_VOCABULARY } from "../../../src/search/question/vocabulary.js";

function namesOf(...titles: readonly string[]): DocumentNames {
  const names = new DocumentNames();
  for (const title of titles) names.put(title, title);
  return names;
}

const named = (names: DocumentNames, text: string, sees = (_: string) => true) =>
  names.namedIn(readQuestion(text, EMPTY_VOCABULARY), sees);

const GDPR = "Regulation (EU) 2016/679 of the European Parliament (General Data Protection Regulation)";

describe("a question", () => {
  const names = namesOf(
    "就業規則",
    "旅費規程",
    "海外旅費規程",
    "育児・介護休業等規程",
    "休暇",
    GDPR,
    "Employee Handbook 2024",
  );

  it("names a document by its title, alone or with an article", () => {
    for (const [typed, title, asks_more] of [
      ["旅費規程", "旅費規程", false],
      ["旅費規定", "旅費規程", false],
      ["海外旅費規程", "海外旅費規程", false],
      ["就業規則第16条", "就業規則", false],
      ["就業規則 第十六条", "就業規則", false],
      ["第16条 就業規則", "就業規則", false],
      ["当社の就業規則を見たい", "就業規則", false],
      ["就業規則の休憩時間", "就業規則", true],
      ["就業規則変更の届出", "就業規則", true],
      ["育児介護休業等規程", "育児・介護休業等規程", false],
      ["Article 17 GDPR", GDPR, false],
      ["what does article 17 of the gdpr say about erasure", GDPR, true],
      ["General Data Protection Regulation", GDPR, false],
      ["show me the employee handbook", "Employee Handbook 2024", false],
    ] as const)
      expect([typed, named(names, typed)]).toEqual([typed, { document_ids: [title], asks_more }]);
  });

  it("names it by a shortened title", () => {
    for (const [typed, title] of [
      ["個人情報保護法", "個人情報の保護に関する法律（個人情報保護法）"],
      ["就業規則", "株式会社サンプル　就業規則（2024年改訂版）"],
      ["旅費規程", "国内出張旅費規程"],
      ["CoC", "Code of Conduct"],
    ] as const) {
      const one = namesOf(title, "慶弔見舞金規程", "情報セキュリティ基本方針");
      expect([typed, named(one, typed)]).toEqual([typed, { document_ids: [title], asks_more: false }]);
    }
  });

  it("names none by a word that could mean two, or that is part of another word", () => {
    const two = namesOf(
      "国内旅費規程",
      "海外旅費規程",
      "就業規則（正社員）",
      "就業規則（パート）",
      "休暇",
      "Internal Tools",
    );
    for (const typed of ["旅費規程", "就業規則", "年次有給休暇", "it", "正社員の賞与", "規程"])
      expect([typed, named(two, typed).document_ids]).toEqual([typed, []]);
    expect(named(names, "休暇の日数")).toEqual({ document_ids: ["休暇"], asks_more: true });
  });

  it("names no hidden document, and a hidden one makes no name ambiguous", () => {
    expect(named(names, "旅費規程", () => false).document_ids).toEqual([]);
    const two = namesOf("国内旅費規程", "海外旅費規程");
    expect(named(two, "旅費規程", (id) => id === "国内旅費規程").document_ids).toEqual(["国内旅費規程"]);
  });

  it("names documents by their current titles", () => {
    const changed = namesOf("旅費規程");
    changed.put("旅費規程", "出張規程");
    expect(named(changed, "旅費規程").document_ids).toEqual([]);
    expect(named(changed, "出張規程").document_ids).toEqual(["旅費規程"]);
    changed.remove("旅費規程");
    expect(named(changed, "出張規程").document_ids).toEqual([]);
  });

  it("is read whatever it is made of", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (title, text) => {
        const one = namesOf(title, "就業規則");
        const { document_ids } = named(one, `${text}就業規則`);
        for (const id of document_ids) expect([title, "就業規則"]).toContain(id);
        one.remove(title);
      }),
    );
  });

  it("is read quickly among many titles", () => {
    const many = new DocumentNames();
    for (let n = 0; n < 20_000; n += 1) many.put(`d${n}`, `第${n}事業部旅費規程`);
    const question = readQuestion("旅費規程 第16条", EMPTY_VOCABULARY);
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      many.namedIn(question, () => false);
      return performance.now() - start;
    });
    // 2 ms where the machine has nothing else to do; this only notices another order of growth.
    expect(Math.min(...times)).toBeLessThan(500);
  });
});
