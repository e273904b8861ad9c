import { describe, expect, it } from "@jest/globals";
import { findReferences, labelNumber, readSectionHeading, referenceTo } from "../../src/chunks/section-label.js";

describe("readSectionHeading", () => {
  it.each([
    ["第1章　総則", "chapter", "第1章", "総則", "1"],
    ["第１章 総則", "chapter", "第１章", "総則", "1"],
    ["第一章　総則", "chapter", "第一章", "総則", "1"],
    ["第1章総則", "chapter", "第1章", "総則", "1"],
    ["第三十六条の二（時間外労働）", "article", "第三十六条の二", "時間外労働", "36-2"],
    ["第36条の2　時間外労働", "article", "第36条の2", "時間外労働", "36-2"],
    ["第３６条の２(時間外労働)", "article", "第３６条の２", "時間外労働", "36-2"],
    ["第 1 条 目的（総則）", "article", "第 1 条", "目的（総則）", "1"],
    ["第百二十三条", "article", "第百二十三条", "", "123"],
    ["第10条の2の3", "article", "第10条の2の3", "", "10-2-3"],
    ["第1編 総則", "part", "第1編", "総則", "1"],
    ["第2部", "part", "第2部", "", "2"],
    ["第3節　休暇", "section", "第3節", "休暇", "3"],
    ["第4款（特別休暇）", "section", "第4款", "特別休暇", "4"],
    ["附則", "supplement", "附則", "", null],
    ["附　則", "supplement", "附　則", "", null],
    ["附則（令和7年4月1日）", "supplement", "附則", "令和7年4月1日", null],
    ["別表第1（第16条関係）", "annex", "別表第1", "第16条関係", "1"],
    ["別表第一（第十六条関係）", "annex", "別表第一", "第十六条関係", "1"],
    ["別表", "annex", "別表", "", null],
    ["別紙2", "annex", "別紙2", "", "2"],
    ["様式第3号（第5条関係）", "annex", "様式第3号", "第5条関係", "3"],
    ["様式第３号の２", "annex", "様式第３号の２", "", "3-2"],
    ["別紙様式第1号", "annex", "別紙様式第1号", "", "1"],
    ["Chapter II", "chapter", "Chapter II", "", "2"],
    ["CHAPTER XIV General", "chapter", "CHAPTER XIV", "General", "14"],
    ["Article 12", "article", "Article 12", "", "12"],
    ["Article 6a – Purpose", "article", "Article 6a", "Purpose", "6a"],
    ["Art. 12", "article", "Art. 12", "", "12"],
    ["Annex III", "annex", "Annex III", "", "3"],
    ["ANNEX III: List of posts", "annex", "ANNEX III", "List of posts", "3"],
    ["Appendix A", "annex", "Appendix A", "", "a"],
    ["Appendix C. Forms", "annex", "Appendix C", "Forms", "c"],
    ["Schedule 2", "annex", "Schedule 2", "", "2"],
    ["Part I", "part", "Part I", "", "1"],
    ["Title IX", "part", "Title IX", "", "9"],
    ["Section 4.2 Leave", "section", "Section 4.2", "Leave", "4-2"],
    ["1.2 Scope", "section", "1.2", "Scope", "1-2"],
    ["1.2.10. Scope", "section", "1.2.10", "Scope", "1-2-10"],
    ["1.1", "section", "1.1", "", "1-1"],
    ["1. Purpose", "section", "1", "Purpose", "1"],
    ["１．総則", "section", "１", "総則", "1"],
    ["第1条【目的】", "article", "第1条", "目的", "1"],
    ["付則", "supplement", "付則", "", null],
    ["別添2　様式", "annex", "別添2", "様式", "2"],
    ["附属書（第3条関係）", "annex", "附属書", "第3条関係", null],
    ["（別表1）", "annex", "別表1", "", "1"],
    ["（別表第2） 手当", "annex", "別表第2", "手当", "2"],
    ["第１　総則", "section", "第１", "総則", "1"],
    ["第二　定義", "section", "第二", "定義", "2"],
    ["１　目的", "section", "１", "目的", "1"],
    ["1　目的", "section", "1", "目的", "1"],
    ["Ⅰ　総則", "section", "Ⅰ", "総則", "1"],
    ["Ⅳ．手当", "section", "Ⅳ", "手当", "4"],
    ["6.5.3設定", "section", "6.5.3", "設定", "6-5-3"],
    ["1.1その他", "section", "1.1", "その他", "1-1"],
    ["1.2.3 Title", "section", "1.2.3", "Title", "1-2-3"],
    ["§ 3 Urlaub", "article", "§ 3", "Urlaub", "3"],
    ["§12a", "article", "§12a", "", "12a"],
    ["Artikel 5", "article", "Artikel 5", "", "5"],
    ["ARTÍCULO 5. Objeto", "article", "ARTÍCULO 5", "Objeto", "5"],
    ["Kapitel 2: Arbeitszeit", "chapter", "Kapitel 2", "Arbeitszeit", "2"],
    ["Título II", "part", "Título II", "", "2"],
    ["Anlage 1", "annex", "Anlage 1", "", "1"],
    ["Anhang", "annex", "Anhang", "", null],
    ["Anhang: Formulare", "annex", "Anhang", "Formulare", null],
    ["Exhibit B", "annex", "Exhibit B", "", "b"],
    ["  第1条  目的 ", "article", "第1条", "目的", "1"],
  ])("reads %j", (heading, type, label, title, number) => {
    const read = readSectionHeading(heading);
    expect(read).toEqual({ type, label, title });
    expect(labelNumber(label)).toBe(number);
  });

  it.each([
    "目的",
    "第2部長会議",
    "第3部隊",
    "第一営業部",
    "第1編集部のしごと",
    "第3条約の締結",
    "第2回会議の記録",
    "第1号",
    "条文の読み方",
    "別表の説明",
    "別紙のとおり",
    "附則的な規定",
    "2025年度計画",
    "2025.4.1 改定",
    "2025. A year",
    "2025 Report",
    "1Password",
    "1.5x faster",
    "1.5倍の割増賃金",
    "2.0版の変更点",
    "第1回",
    "第一の目的",
    "3つの原則",
    "Anhang zum Vertrag",
    "Anlagevermögen",
    "10 things to know",
    "Article of faith",
    "Articles 3 and 4",
    "Chapter and verse",
    "Annexation of land",
    "Schedule of fees",
    "Partnership 5",
    "Part One",
    "Sections",
    "Purpose",
    "",
  ])("sees no label in %j", (heading) => {
    const read = readSectionHeading(heading);
    expect(read).toEqual({ type: "section", label: "", title: heading });
  });
});

describe("labelNumber", () => {
  it.each(["", "附則", "別表", "Appendix", "その他", "9".repeat(30)])("finds none in %j", (label) => {
    expect(labelNumber(label)).toBeNull();
  });
});

describe("findReferences", () => {
  const found = (text: string) => findReferences(text).map(({ kind, number }) => `${kind} ${number}`.trim());

  it.each([
    ["手当は別表第1のとおりとする。", ["別表 1"]],
    ["別表第一及び別表第二", ["別表 1", "別表 2"]],
    ["別紙様式第1号により届け出る", ["別紙様式 1"]],
    ["第16条の2第1項に定める", ["article 16-2"]],
    ["（第１６条関係）", ["article 16"]],
    ["第3条第2項及び第三条", ["article 3"]],
    ["see Annex II, Article 12(1) and Art. 5", ["annex 2", "article 12", "article 5"]],
    ["Appendix A", ["appendix a"]],
    ["schedule 3", ["schedule 3"]],
    ["gemäß § 3 und Anlage 2, vgl. Exhibit B", ["article 3", "anlage 2", "exhibit b"]],
    ["別添のとおり", ["別添"]],
  ])("in %j", (text, references) => {
    expect(found(text).sort()).toEqual([...references].sort());
  });

  it.each([
    "労働基準法第36条",
    "賃金規程第4条",
    "「育児休業規則」第5条",
    "第2項",
    "第3条約",
    "the articles",
    "particle 5",
    "前条",
  ])("finds none to this document in %j", (text) => expect(found(text)).toEqual([]));

  it("names a section as other sections do", () => {
    expect(referenceTo("article", "第三十六条の二")).toEqual({ kind: "article", number: "36-2" });
    expect(referenceTo("annex", "別表第一")).toEqual({ kind: "別表", number: "1" });
    expect(referenceTo("annex", "別紙様式第1号")).toEqual({ kind: "別紙様式", number: "1" });
    expect(referenceTo("annex", "ANNEX III")).toEqual({ kind: "annex", number: "3" });
    expect(referenceTo("annex", "別表")).toEqual({ kind: "別表", number: "" });
    expect(referenceTo("chapter", "第1章")).toBeNull();
    expect(referenceTo("article", "")).toBeNull();
    expect(referenceTo("annex", "")).toBeNull();
  });
});
