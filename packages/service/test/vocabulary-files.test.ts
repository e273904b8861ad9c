import { describe, expect, it } from "@jest/globals";
import { QuestionReader } from "@retrieval/core/search";
import { readStarterVocabulary } from "../src/vocabulary/vocabulary-files.js";

describe("the starter vocabulary", () => {
  const entries = readStarterVocabulary();

  it("has each everyday word once, with other words that rules use", () => {
    expect(entries.length).toBeGreaterThan(1_000);
    expect(new Set(entries.map(({ said }) => said.toLowerCase())).size).toBe(entries.length);
    for (const { said, meant } of entries) {
      expect([said, meant.length > 0 && meant.length <= 3]).toEqual([said, true]);
      for (const word of meant) expect([said, word.trim() !== "" && word !== said]).toEqual([said, true]);
    }
  });

  it("goes both ways where both words mean the same", () => {
    const both = entries.filter(({ both_ways }) => both_ways).map(({ said }) => said);
    expect(both).toEqual(expect.arrayContaining(["ボーナス", "育休", "WFH"]));
    expect(both).not.toContain("クビ");
  });

  it.each([
    ["残業代が振り込まれるのはいつ", "支払日"],
    ["給料を振り込む日", "支払日"],
    ["会社のスマホを電車に忘れた", "紛失"],
    ["When do I get paid?", "payment date"],
    ["A client gave me a gift", "hospitality"],
    ["I just moved to a new apartment", "change of address"],
    ["Do I turn off the screen at night?", "switch off"],
    ["仕事が終わってから次の出勤まで", "勤務間インターバル"],
  ])("adds what rules say for everyday verbs in their forms: %s", (question, also) => {
    expect(weightOf(also, question)).toBeGreaterThan(0);
  });

  it.each([
    ["子どもができることを会社に通知する", ["妊娠", "通勤手当"]],
    ["繰り返すトラブル", ["返還"]],
    ["タクシーが捕まらない", ["起訴"]],
    ["Can I resign at short notice?", ["dress"]],
  ])("adds nothing for a part of another verb: %s", (question, others) => {
    for (const also of others) expect([also, weightOf(also, question)]).toEqual([also, 0]);
  });
});

const reader = new QuestionReader(new Set());
reader.setVocabulary(readStarterVocabulary());
const weightOf = (word: string, question: string) =>
  reader
    .read(question)
    .terms.filter(({ also }) => also === word)
    .reduce((sum, { significance }) => sum + significance, 0);

describe("the starter words of both languages", () => {
  it.each([
    ["How do I claim mileage for my own car?", "自家用車"],
    ["What is the retirement age?", "定年"],
    ["Do I get vacation?", "年次有給休暇"],
    ["出張の日当はいくら", "per diem"],
    ["有休は何日", "annual leave"],
  ])("add what the other language says: %s", (question, also) => {
    expect(weightOf(also, question)).toBeGreaterThan(0);
  });

  it.each([
    ["有休は何日", "年次有給休暇", "annual leave"],
    ["Can I have a second job?", "outside employment", "兼業"],
  ])("count less than other words of the question's language: %s", (question, own, other) => {
    expect(weightOf(other, question)).toBeGreaterThan(0);
    expect(weightOf(other, question)).toBeLessThan(weightOf(own, question));
  });
});
