import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { PHRASES } from "../../../src/limits.js";
import { readQuestion } from "../../../src/search/question/read-question.js";
import { EMPTY_VOCABULARY, Vocabulary } from "../../../src/search/question/vocabulary.js";
import { fold } from "../../../src/search/text/folding.js";
import type { VocabularyEntry } from "../../../src/vocabulary/entry.js";

const read = (text: string) => readQuestion(text, EMPTY_VOCABULARY);
const significances = (text: string) =>
  Object.fromEntries(
    read(text).terms.flatMap(({ text: term, origin, significance }) =>
      origin === "typed" ? [[term, significance]] : [],
    ),
  );

describe("the terms of a question", () => {
  it("weigh as much as they say", () => {
    expect(significances("手当の額は？")).toEqual({
      手当: 1,
      当の: 0.1,
      の額: 0.1,
      額は: 0.1,
      手: 0.35,
      当: 0.35,
      額: 0.35,
    });
    expect(significances("テストですか")).toEqual({ てす: 1, すと: 1, とで: 0.1, です: 0.05, すか: 0.05 });
    expect(significances("How many days of leave in 2024?")).toEqual({
      ...{ how: 0.1, many: 0.1, day: 1, of: 0.1, leave: 1, in: 0.1, "2024": 1 },
    });
    expect(significances("何日")).toEqual({ 何日: 0.05, 日: 0.35 });
    expect(significances("何キロ")).toEqual({ 何き: 0.05, きろ: 0.05 });
    expect(significances("the officer's duty")).toEqual({ the: 0.1, officer: 1, s: 0.1, duty: 1 });
  });

  it("have a named article as one heavy term, however it is written", () => {
    for (const text of [
      "就業規則第16条",
      "就業規則 第十六条",
      "第16条 就業規則",
      "就業規則16条",
      "Article 16",
      "art.16",
    ]) {
      expect([text, read(text).references]).toEqual([text, ["§article 16"]]);
      expect(significances(text)["§article 16"]).toBe(2);
    }
  });

  it("have an article's number in every spelling", () => {
    const texts = (text: string) => read(text).terms.flatMap((term) => (term.significance > 0.35 ? term.text : []));
    for (const written of [
      ...["第36条の2", "第三十六条の二", "３６条の２", "三十六条の二", "第 36 条の 2", "第３６条ノ２"],
    ])
      expect([written, texts(written)]).toEqual([written, ["§article 36-2"]]);
    for (const written of ["Article 12", "article 12", "Art. 12", "ARTICLE 12", "Art.12", "Art 12", "art.12"])
      expect([written, texts(written)]).toEqual([written, ["§article 12"]]);
    expect(texts("Article 12(1)")).toEqual(["§article 12", "1"]);
    expect(texts("Art.5(1)(f)")).toEqual(["§article 5", "1", "f"]);
    expect(significances("state of the art")).toEqual({ state: 1, of: 0.1, the: 0.1, art: 1 });
    expect(texts("別表第１")).toEqual(["§別表 1"]);
    expect(texts("Annex II")).toEqual(["§annex 2"]);
    expect(texts("第5条の宿泊料")).toEqual(["§article 5", "宿泊", "泊料"]);
  });

  it("keep the article of a law as words: no own article is meant, unless the law is a document", () => {
    const { terms, references } = read("労働基準法第41条");
    expect(terms.map(({ text }) => text)).not.toContain("§article 41");
    expect(terms.map(({ text }) => text)).toContain("41");
    expect(references).toEqual(["§article 41"]);
  });

  it("of one sign are those that begin with it; a kanji is a term", () => {
    expect(read("ア").terms).toMatchObject([{ text: "あ", prefix: true }]);
    expect(read("休").terms).toMatchObject([{ text: "休", prefix: false }]);
    for (const nothing of ["", " ", "。、！", "\n\t", '"', "🎉"]) expect(read(nothing).terms).toEqual([]);
  });

  it("are those of the first 2,000 characters: of all of them, unless there are ligatures", () => {
    const { terms } = read(Array.from({ length: 60 }, (_, n) => `${"\uFDFA".repeat(3)}x${n}`).join(" "));
    expect(fold(terms.map(({ text }) => text).join(" ")).length).toBeLessThan(2_000);
    expect(terms.length).toBeGreaterThan(30);
    expect(terms.length).toBeLessThan(40);
    expect(read(`${"の ".repeat(495)}通勤手当`).terms.map(({ text }) => text)).toContain("手当");
  });

  it("are bounded, and nothing that can be typed is refused", () => {
    const hostile = ["﷽".repeat(1_000), "\u0301".repeat(1_000), "「".repeat(1_000), "休暇規程第".repeat(200), "\ud800"];
    for (const text of hostile) expect(read(text).terms.length).toBeLessThanOrEqual(96);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 1_000 }), (text) => {
        const { terms, words, phrases } = read(text);
        expect(terms.length).toBeLessThanOrEqual(96);
        expect(phrases.length).toBeLessThanOrEqual(PHRASES.max);
        expect(new Set(terms.map((term) => `${term.text}${term.prefix}`)).size).toBe(terms.length);
        for (const { significance } of terms) expect(significance > 0 && significance <= 2).toBe(true);
        for (const { written, start, end } of words) expect(text.slice(start, end)).toBe(written);
      }),
    );
  });
});

describe("the phrases of a question", () => {
  it("have the terms that the index has for certain where a text has them", () => {
    expect(read('"通勤手当" 上限').phrases).toEqual([["通勤", "勤手", "手当"]]);
    expect(read("「right to erasure」").phrases).toEqual([["right", "to", "erasure"]]);
    expect(read("「か、休暇」").phrases).toEqual([["休暇"]]);
    expect(read('"" 「」 "').phrases).toEqual([]);
    expect(read(`「${"﷽".repeat(60)}」`).phrases).toEqual([]);
  });

  it("are the first four of 2 to 64 characters; longer ones are searched as words", () => {
    expect(PHRASES).toEqual({ max: 4, characters: { min: 2, max: 64 } });
    const long = "general provisions on working hours ".repeat(3);
    expect(significances(`"${long}"`)).toEqual(significances(long));
    expect(read(["a b", "c d", "e f", "g h", "i j"].map((phrase) => `"${phrase}"`).join(" ")).phrases).toHaveLength(4);
    for (const [quoted, count] of [
      ["手", 0],
      ["手当", 1],
      ["𠮷野", 1],
      ["手".repeat(64), 1],
      ["手".repeat(65), 0],
    ] as const)
      expect([quoted, read(`「${quoted}」`).phrases.length]).toEqual([quoted, count]);
  });
});

describe("the vocabulary in a question", () => {
  const added = (text: string, ...entries: VocabularyEntry[]) =>
    readQuestion(text, new Vocabulary(entries))
      .terms.filter(({ origin }) => origin === "vocabulary")
      .map(({ said, also, text: term, significance }) => `${said}→${also}: ${term} ${Number(significance.toFixed(3))}`);

  it("adds the words of documents: one pair weighs about as much as a typed one, or as its entry says", () => {
    expect(added("給料はいつ", { said: "給料", meant: ["賃金"] })).toEqual(["給料→賃金: 賃金 1.04"]);
    expect(added("給料はいつ", { said: "給料", meant: ["賃金"], weight: 0.5 })).toEqual(["給料→賃金: 賃金 0.65"]);
    expect(added("給料はいつ", { said: "給料", meant: ["賃金"], on: false })).toEqual([]);
  });

  it("goes one way, or both", () => {
    const entry = { said: "ボーナス", meant: ["賞与"] };
    expect(added("賞与", entry)).toEqual([]);
    expect(added("賞与", { ...entry, both_ways: true })[0]).toMatch(/^賞与→ボーナス/);
  });

  it("takes the longest word, and whole words in English, in the singular", () => {
    const overtime = [
      { said: "残業", meant: ["時間外労働"] },
      { said: "残業代", meant: ["割増賃金"] },
    ];
    expect(added("残業代は", ...overtime).every((term) => term.startsWith("残業代→割増賃金"))).toBe(true);
    const english = [
      { said: "sack", meant: ["dismissal"] },
      { said: "holiday", meant: ["annual leave"] },
    ];
    expect(added("rucksack", ...english)).toEqual([]);
    expect(added("HOLIDAYS?", ...english)).toEqual([
      "holiday→annual leave: annual 0.735",
      "holiday→annual leave: leave 0.735",
    ]);
    expect(added("the sack the sack", ...english)).toHaveLength(1);
  });

  it("never weighs more than what was typed", () => {
    expect(added("給料と賃金", { said: "給料", meant: ["賃金"] })).toEqual([]);
  });
});
