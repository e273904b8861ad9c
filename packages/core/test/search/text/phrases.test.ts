import { describe, expect, it } from "@jest/globals";
import { havePhrases, phrasesIn } from "../../../src/search/text/phrases.js";

describe("the phrases of a query", () => {
  it("occur in texts as whole words, in every spelling", () => {
    for (const [query, text, occurs] of [
      ['"annual leave"', "Of Annual\n leave, all", true],
      ['"annual leave"', "manual leave", false],
      ['"art"', "a party of arts", false],
      ["「年次有給休暇」", "年次有給\n休暇を", true],
      ["「賞与退職」", "賞与、退職", false],
      ["「ガイド」", "ｶﾞｲﾄﾞﾗｲﾝ", true],
      ["「12000円」", "１２,０００円", true],
      ["「手当」と「上限」", "手当の上限", true],
      ["「手当」と「下限」", "手当の上限", false],
    ] as const)
      expect([query, text, havePhrases([text], phrasesIn(query))]).toEqual([query, text, occurs]);
    expect(havePhrases(["手当", "上限"], phrasesIn("「手当」と「上限」"))).toBe(true);
    expect(havePhrases(["手", "当"], phrasesIn("「手当」"))).toBe(false);
  });
});
