import { describe, expect, it } from "@jest/globals";
import type { Passage, Section } from "../../src/chunks/document-tree.js";
import { changedArticles } from "../../src/comparison/changed-articles.js";
import { article, documentOf, list, paragraph, section } from "./documents.js";

type Children = readonly (Section | Passage)[];
const named = (before: Children, after: Children) =>
  changedArticles(documentOf(...before), documentOf(...after), async () => undefined);
const rule = (n: number, number = n) => article(number, `題${n}`, paragraph(`第${n}の事項は、会社が別に定める。`));

describe("the changed articles", () => {
  it("are named once each, in reading order, the removed where they were", async () => {
    const edited = article(3, "題3", list("- 一", "- 二"));
    const added = article(5, "連絡", paragraph("出張者は、毎日一度、所属長に報告する。"));
    const found = await named([rule(1), rule(2), rule(3), rule(4)], [rule(1), edited, rule(4), added]);
    expect(found).toEqual(["第2条", "第3条", "第5条"]);
    expect(await named([rule(1)], [rule(1)])).toEqual([]);
  });

  it("are not those that only have another number, place or chapter", async () => {
    expect(await named([rule(1), rule(2), rule(3)], [rule(1), rule(9, 2), rule(2, 3), rule(3, 4)])).toEqual(["第2条"]);
    expect(await named([rule(1), rule(2), rule(3), rule(4)], [rule(1), rule(3), rule(4), rule(2)])).toEqual([]);
    const chapter = section("chapter", "第2章", "雑則", rule(2));
    expect(await named([rule(1), rule(2)], [rule(1), chapter])).toEqual(["第2章"]);
  });

  it("have their title where there is no label; text outside of every section has neither", async () => {
    const places = section("section", "", "Places", paragraph("Offices."));
    expect(await named([], [paragraph("Preface."), places])).toEqual(["Places"]);
  });
});
