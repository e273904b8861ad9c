import { describe, expect, it } from "@jest/globals";
import { EVERYONE } from "../../src/access/rules.js";
import { buildChunk } from "../../src/chunks/structure-document.js";
import type { SearchHit } from "../../src/ports/search-index.js";
import { beginningOf, searchCharacters } from "../../src/search/characters.js";
import { Highlighter, highlightsIn } from "../../src/search/highlights.js";
import { readQuery } from "../../src/search/query.js";
import { type SearchAnswer, search } from "../../src/search/search.js";
import { EMPTY_VOCABULARY } from "../../src/search/vocabulary.js";

/** NFKC turns it into 18 characters. */
const LIGATURE = "\uFDFA";
const TEXTS = ["通勤手当の上限", "𠮷", "か\u3099", "ｶﾞｲﾄﾞ", "a\u0316\u0301", "Articles 12,000 ", LIGATURE, "㌔½ﬁ"];

describe("the beginning of a text, measured in the characters of search", () => {
  it("has at most that many, in every script, and never ends inside a character", () => {
    for (const text of TEXTS.map((each) => each.repeat(1_000))) {
      for (const max of [0, 1, 899, 900, 2_000]) {
        const beginning = beginningOf(text, max);
        expect(text.startsWith(beginning.text)).toBe(true);
        expect(beginning.text.isWellFormed()).toBe(true);
        expect(beginning.folded).toBeLessThanOrEqual(max);
        expect(searchCharacters(beginning.text).length).toBeLessThanOrEqual(max);
      }
      expect(beginningOf(text, Infinity).text).toBe(text);
    }
    expect(beginningOf(LIGATURE.repeat(1_000), 1_800)).toEqual({ text: LIGATURE.repeat(100), folded: 1_800 });
  });

  it("of a query has 2,000 characters: all of it, unless it has ligatures", () => {
    const words = Array.from({ length: 60 }, (_, n) => `${LIGATURE.repeat(3)}x${n}`).join(" ");
    const { terms } = readQuery(words);
    expect(searchCharacters(terms.map(({ text }) => text).join(" ")).length).toBeLessThan(2_000);
    expect(terms.length).toBeGreaterThan(30);
    expect(terms.length).toBeLessThan(40);
    const ordinary = `${"の ".repeat(495)}通勤手当`;
    expect(readQuery(ordinary).terms.map(({ text }) => text)).toContain("手当");
    expect(readQuery(`「${LIGATURE.repeat(60)}」`).phrases).toEqual([]);
  });
});

describe("marks in a row", () => {
  it("are folded a few at a time: the time to order all of them would grow with the square of their number", () => {
    const pieces = new Map<number, number>();
    for (const { start, end } of searchCharacters(`a${"\u0316\u0301".repeat(2_000)}`)) pieces.set(start, end - start);
    expect(pieces.size).toBe(Math.ceil(4_001 / 32));
    expect(Math.max(...pieces.values())).toBe(32);
  });
});

describe("the highlights of one answer", () => {
  it("are those of each text while all texts stay within the reading limit", () => {
    const { terms } = readQuery("通勤手当 第36条 policy");
    const texts = ["通勤手当は第三十六条による。", "Policies of travel", "第36条の2", ""];
    const highlighter = new Highlighter(terms, 1_000);
    expect(texts.map((text) => highlighter.in(text))).toEqual(texts.map((text) => highlightsIn(text, terms)));
    expect(highlightsIn(texts[0] as string, terms)).toHaveLength(2);
  });

  it("read no more than the limit, and an eighteenth of it in ligatures", () => {
    const { terms } = readQuery("手当");
    for (const [piece, read] of [
      ["手当、、、", 1_000],
      [`手当${LIGATURE}、、`, 225],
    ] as const) {
      const text = piece.repeat(400);
      const highlighter = new Highlighter(terms, 1_000);
      const ranges = highlighter.in(text);
      expect(ranges.length).toBeGreaterThan(0);
      expect(ranges.at(-1)?.[1]).toBeLessThanOrEqual(read);
      expect(highlighter.unread).toBeGreaterThanOrEqual(0);
      expect(highlighter.unread).toBeLessThan(220);
    }
  });

  it("end when the limit is used up", () => {
    const highlighter = new Highlighter(readQuery("手当").terms, 1_000);
    expect(highlighter.in("手当".repeat(500))).toEqual([[0, 1_000]]);
    expect([highlighter.unread, highlighter.in("手当")]).toEqual([0, []]);
  });
});

describe("a search that finds fifty texts", () => {
  const found = async (query: string, text: string) => {
    const place = { section_path: [], annex_title: null };
    const hits = Array.from({ length: 50 }, (_, n): SearchHit => {
      const chunk = buildChunk(
        { document_id: "d", title: "d" },
        `d::paragraph-${n}`,
        { text_type: "paragraph", content: text, content_md: null },
        place,
      );
      const document = { document_id: "d", title: "d", version: "" };
      return { score: 1, document_id: "d", place: n, document, access_rules: EVERYONE, chunk, text_length: null };
    });
    const reads = {
      statistics: async (terms: readonly unknown[]) => ({ chunks: 50, mean_length: 100, counts: terms.map(() => 50) }),
      find: async () => ({ hits, total: 50 }),
    };
    const request = { query, limit: 50, cursor: null, doc_ids: null, text_types: null };
    const reader = { user_id: "u", role: "user", department_code: null, permission_groups: [] } as const;
    const deps = { index: { withinTimeLimit: async <T>(work: (from: typeof reads) => Promise<T>) => work(reads) } };
    const answer = (await search(request, reader, {
      ...deps,
      vocabulary: EMPTY_VOCABULARY,
      onAccessMismatch: () => {},
    })) as SearchAnswer;
    return answer.results;
  };

  /** The number of characters that normalisation returned during some work: nothing else is as costly. */
  async function normalised(work: () => Promise<unknown>): Promise<number> {
    const { normalize } = String.prototype;
    let characters = 0;
    String.prototype.normalize = function (this: string, form?: string) {
      const made = normalize.call(this, form);
      characters += made.length;
      return made;
    };
    try {
      await work();
    } finally {
      String.prototype.normalize = normalize;
    }
    return characters;
  }

  it("normalises no more than the limit, whatever the texts are made of and however long they are", async () => {
    for (const query of ["呪文", "魔法 第16条", LIGATURE.repeat(999)]) {
      for (const piece of [LIGATURE, "第一条の二", "Ａ"]) {
        for (const length of [3_900, 20_000, 40_000]) {
          const text = piece.repeat(length / piece.length);
          expect(await normalised(() => found(query, text))).toBeLessThan(650_000);
        }
      }
    }
  });

  it("marks ordinary ones to the last", async () => {
    const results = await found("通勤手当", `${"業務の内容を記す。".repeat(100)}通勤手当`);
    expect(results.map(({ highlights }) => highlights)).toEqual(Array.from({ length: 50 }, () => [[900, 904]]));
  });

  it("shows the first of long ones with marks, and those after them without", async () => {
    const results = await found("通勤手当", "通勤手当の額。".repeat(1_000));
    expect(results.map(({ highlights }) => highlights.length > 0)).toEqual(results.map((_, n) => n < 15));
    expect(results).toHaveLength(50);
  });
});
