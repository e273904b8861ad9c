import { describe, expect, it } from "@jest/globals";
import { structureDocument } from "../../../src/chunks/structure-document.js";
import { makeTermVectors } from "../../../src/search/index/term-vectors.js";
import { packVector } from "../../../src/search/index/vector-memory.js";
import type { Question, QuestionTerm } from "../../../src/search/question/question.js";
import { QuestionReader } from "../../../src/search/question/question-reader.js";
import { SearchEngine } from "../../../src/search/ranking/search-engine.js";
import type { SearchAsk } from "../../../src/search/ranking/search-hits.js";
import { termsOf } from "../../../src/search/text/terms.js";
import { naiveSearch } from "./naive-engine.js";
import type { NaiveDocument } from "./naive-texts.js";

const term = (text: string): QuestionTerm => {
  return { text, prefix: false, significance: 1, origin: "typed", said: null, also: null };
};

/** Words are terms; what is in quotes is a phrase too. */
function read(text: string): Question {
  const terms = [...new Set(termsOf(text).map((found) => found.text))].filter((word) => [...word].length > 1);
  const phrases = [...text.matchAll(/"([^"]+)"/g)].map(([, phrase]) =>
    termsOf(phrase as string).flatMap((found) => ([...found.text].length === 1 ? [] : [found.text])),
  );
  return { text, terms: terms.map(term), phrases, words: [], references: [], subjects: [] };
}

/** Reads words, and no name of a document. */
class WordReader extends QuestionReader {
  override read = read;
  override correct = (question: Question) => ({ question, corrected: [] });
  override namedIn = () => ({ document_ids: [], asks_more: true });
}

const makeEngine = (questions: QuestionReader = new WordReader(new Set())) => new SearchEngine(questions);

const ALL = { unrestricted: true, principals: ["*"] };
const READER = { unrestricted: false, principals: ["*", "u:1"] };
const ask = (query: string, more: Partial<SearchAsk> = {}): SearchAsk => {
  return { query, reader: ALL, limit: 20, doc_ids: null, text_types: null, meaning: null, ...more };
};

const article = (number: number, title: string, ...texts: readonly string[]) => ({
  kind: "section" as const,
  type: "article" as const,
  label: `第${number}条`,
  title,
  heading: `第${number}条(${title})`,
  children: texts.map((text) => ({ kind: "paragraph" as const, text })),
});

function published(
  document_id: string,
  title: string,
  articles: readonly ReturnType<typeof article>[],
  { audience = ["*"], revision = 1 } = {},
) {
  const chunks = structureDocument({ document_id, title }, { children: articles });
  const revision_id = `${document_id}-${revision}`;
  const naive: NaiveDocument = {
    document_id,
    title,
    published_title: title,
    revision_id,
    audience,
    chunks,
    meaning: null,
  };
  const vectors = makeTermVectors(title, chunks);
  return {
    naive,
    indexed: {
      document_id,
      title,
      version: "1",
      revision_id,
      published_at: revision,
      audience,
      vectors,
      meaning: null,
    },
  };
}

describe("the index of sections", () => {
  it("answers at most a hundred sections, by their own words and those of their best chunks", () => {
    const articles = Array.from({ length: 130 }, (_, i) =>
      article(
        i + 1,
        i % 7 === 0 ? "日当" : "雑則",
        "日当".repeat((i % 5) + 1),
        "出張の日当".repeat(i % 3),
        "その他".repeat(i % 11),
      ),
    );
    const { naive, indexed } = published("doc", "規程", articles);
    const engine = makeEngine();
    engine.put(indexed);
    const names = { document_ids: [], asks_more: true };
    for (const limit of [10, 100]) {
      const question = ask("出張の日当", { limit });
      const found = engine.search(question);
      expect(found).toEqual(naiveSearch([naive], question, read("出張の日当"), names));
      expect(found.sections).toHaveLength(limit);
      expect(found.total).toBe(130);
    }
  });

  it("orders a hundred sections by words and meaning", () => {
    const articles = Array.from({ length: 400 }, (_, i) =>
      article(
        i + 1,
        "雑則",
        i % 2 === 0 ? "日当".repeat((i % 5) + 1) : "その他",
        "出張の日当".repeat(i % 10 === 0 ? 1 : 0),
      ),
    );
    const { naive, indexed } = published("doc", "規程", articles);
    const parts = naive.chunks.map((_, place) => ({ place, chunks: 1 }));
    const vectorAt = (i: number) => packVector(Float32Array.of(((i * 7) % 64) / 64, ((i * 5) % 16) / 16));
    const meaning = { dimensions: 2, parts, vectors: Uint8Array.from(parts.flatMap((_, i) => [...vectorAt(i)])) };
    const engine = makeEngine();
    engine.put({ ...indexed, meaning });
    const similarity = { mean: 0, deviation: 0.1 };
    const asked = { vector: Float32Array.of(0.5, 0.25), words_share: 0.4, similarity };
    const question = ask("出張の日当", { limit: 100, meaning: asked });
    const found = engine.search(question);
    const names = { document_ids: [], asks_more: true };
    expect(found).toEqual(naiveSearch([{ ...naive, meaning }], question, read("出張の日当"), names));
    expect(found.sections).toHaveLength(100);
    expect(found.total).toBeGreaterThan(200);
  });

  it("lets the best part stand for a long section", () => {
    const long = article(1, "経費", "x".repeat(3_500), "雑費 ".repeat(700), "日当は三千円とする。", "y".repeat(3_000));
    const { naive, indexed } = published("doc", "規程", [long, article(2, "日当以外", "なし")]);
    const engine = makeEngine();
    engine.put(indexed);
    const found = engine.search(ask("日当 三千円"));
    expect(found).toEqual(
      naiveSearch([naive], ask("日当 三千円"), read("日当 三千円"), { document_ids: [], asks_more: true }),
    );
    expect(found.sections[0]).toMatchObject({ section_id: "doc::art1", place: 0, chunks: 5, best: 3 });
    expect(found.total).toBe(2);
  });

  it("offers the sections that have all terms of a phrase, whatever else is asked, and finds those with the phrase", () => {
    const engine = makeEngine();
    const rare = Array.from({ length: 34 }, (_, i) => `rare${i}`).join(" ");
    const quoting = Array.from({ length: 5 }, (_, i) => article(i + 1, "x", "people and data"));
    engine.put(published("a", "規程", [...quoting, article(6, "y", rare), article(7, "z", "people")]).indexed);
    for (const [query, count] of [
      [`"people and data" ${rare}`, 5],
      ['"p d"', 7],
    ] as const) {
      const { sections } = engine.phraseCandidates(ask(query));
      expect(sections).toHaveLength(count);
      const found = engine.search(ask(query, { accepted: sections.slice(0, 4) }));
      expect(found.total).toBe(4);
      expect(found.sections.every(({ best }) => best % 2 === 1)).toBe(true);
    }
  });

  it("accepts no section of a text that came after its phrases were looked for", () => {
    const engine = makeEngine();
    engine.put(published("a", "規程", [article(1, "x", "people and data")]).indexed);
    const { sections } = engine.phraseCandidates(ask('"people and data"'));
    const { indexed } = published("a", "規程", [article(1, "x", "something else")]);
    engine.put({ ...indexed, revision_id: "another" });
    expect(engine.search(ask('"people and data"', { accepted: sections })).total).toBe(0);
  });

  it("changes the rule and the title of a revision without its vectors", () => {
    const engine = makeEngine();
    const { indexed } = published("a", "規程", [article(1, "旅費", "日当")], { audience: ["g:x"] });
    engine.put(indexed);
    expect(engine.search(ask("日当", { reader: READER })).total).toBe(0);
    engine.put({ ...indexed, title: "新規程", audience: ["u:1"], vectors: new Uint8Array() });
    const { total, documents } = engine.search(ask("日当", { reader: READER }));
    expect(total).toBe(1);
    expect(documents).toEqual([{ document_id: "a", revision_id: "a-1", sections: 1, named: false }]);
    const list = { query: "", reader: READER, limit: 1, after: null, order: "id" } as const;
    expect(engine.list(list).documents).toMatchObject([{ document_id: "a", title: "新規程" }]);
    engine.remove("a");
    expect(engine.search(ask("日当", { reader: READER })).total).toBe(0);
  });

  it("finds the text of a document at the last step, and no older revision from the change of the directory on", () => {
    const engine = makeEngine();
    engine.put(published("a", "規程", [article(1, "旅費", "日当")]).indexed);
    const many = Array.from({ length: 1_500 }, (_, i) => article(i, `${i} w${i}x`, `term${i} other${i} 宿泊料`));
    const { indexed } = published("a", "規程", many, { revision: 2 });
    expect(engine.search(ask("日当")).total).toBe(1);
    engine.putDocument(indexed);
    let steps = 0;
    for (const _ of engine.putText(indexed)) {
      steps += 1;
      expect([engine.search(ask("宿泊料")).total, engine.search(ask("日当")).total]).toEqual([0, 0]);
    }
    expect(steps).toBeGreaterThan(1);
    expect([engine.search(ask("宿泊料")).total, engine.search(ask("日当")).total]).toEqual([1_500, 0]);
  });

  it("stays as large as its documents through hundreds of publications", () => {
    const engine = makeEngine();
    const publish = (revision: number) => {
      const words = Array.from({ length: 8 }, (_, i) => `word${revision}x${i}`).join(" ");
      const articles = Array.from({ length: 4 }, (_, i) => article(i + 1, "旅費", words, "日当"));
      engine.put(published(`d${revision % 20}`, "規程", articles, { revision }).indexed);
    };
    for (let revision = 0; revision < 150; revision += 1) publish(revision);
    const { bytes, terms } = engine.stats();
    for (let revision = 150; revision < 600; revision += 1) publish(revision);
    expect(engine.stats().bytes).toBeLessThan(bytes * 1.2);
    expect(engine.stats().terms).toBeLessThan(terms * 1.5);
    expect(engine.search(ask("日当")).total).toBe(80);
  });

  it("suggests titles and visible words, beginnings first, each once", () => {
    const engine = makeEngine();
    engine.setVocabulary([{ said: "旅行", meant: ["旅費精算"] }]);
    engine.put(published("a", "旅費規程", [article(1, "旅費", "旅費精算"), article(2, "国内旅費", "x")]).indexed);
    engine.put(published("b", "秘密の旅費", [article(1, "旅費", "旅行")], { audience: [] }).indexed);
    expect(engine.suggest({ query: "旅", reader: READER, limit: 10 }).suggestions).toEqual([
      { text: "旅費規程", document_id: "a", revision_id: "a-1", chunk_id: null },
      { text: "旅費精算", document_id: null, revision_id: null, chunk_id: null },
      { text: "第1条 旅費", document_id: "a", revision_id: "a-1", chunk_id: "a::art1::heading-1" },
      { text: "第2条 国内旅費", document_id: "a", revision_id: "a-1", chunk_id: "a::art2::heading-1" },
    ]);
    expect(engine.suggest({ query: " ", reader: READER, limit: 10 }).suggestions).toEqual([]);
  });

  it("suggests words that one visible section has whole, and looks for the first 200", () => {
    const engine = makeEngine();
    const apart = ["休暇 日当", "休暇願い", "休 b"];
    engine.setVocabulary([
      {
        said: "日当",
        meant: [...apart, "休暇の日", "休暇 plan a", "休日", ...Array.from({ length: 200 }, (_, i) => `休x${i}`)],
      },
    ]);
    engine.put(
      published("a", "規程", [article(1, "x", "休暇の日はplan A"), article(2, "y", "日当と休日と願い")]).indexed,
    );
    engine.put(published("b", "規程", [article(1, "x", "休暇 日当 休暇願い 休 b")], { audience: [] }).indexed);
    const suggested = (query: string) =>
      engine.suggest({ query, reader: READER, limit: 10 }).suggestions.map(({ text }) => text);
    expect(suggested("休")).toEqual([]);
    expect(suggested("休暇")).toEqual(["休暇 plan a", "休暇の日"]);
    expect(suggested("休日")).toEqual(["休日"]);
  });

  it("finds a section that has only a long word of the vocabulary, whatever that word weighs", () => {
    const engine = makeEngine(new QuestionReader(new Set()));
    engine.setVocabulary([{ said: "mileage", meant: ["自家用車"], weight: 0.1 }]);
    engine.put(published("a", "規程", [article(1, "x", "mileage"), article(2, "y", "自家用車の使用")]).indexed);
    expect(engine.search(ask("mileage")).total).toBe(2);
  });

  it("lists visible documents by id or by time, page by page", () => {
    const engine = makeEngine();
    for (const [i, id] of ["b", "\uff21", "𠮷", "a"].entries())
      engine.put(published(id, `規程${i}`, [article(1, "旅費", "日当")], { revision: i }).indexed);
    engine.put(published("hidden", "規程", [], { audience: [] }).indexed);
    const page = (order: "id" | "published", after: { document_id: string; published_at: number } | null) => {
      const { documents } = engine.list({ query: "規程", reader: READER, limit: 3, after, order });
      return documents.map(({ document_id }) => document_id);
    };
    expect(page("id", null)).toEqual(["a", "b", "\uff21"]);
    expect(page("id", { document_id: "\uff21", published_at: 1 })).toEqual(["𠮷"]);
    expect(page("published", null)).toEqual(["a", "𠮷", "\uff21"]);
  });

  describe("what a reader sees", () => {
    const put = (engine: SearchEngine, document_id: string, audience: string[]) =>
      engine.put(published(document_id, "規程", [article(1, "目的", "出張")], { audience }).indexed);
    const seenBy = (engine: SearchEngine, ...principals: string[]) => {
      const reader = { unrestricted: false, principals };
      const { documents } = engine.list({ query: "", reader, limit: 10, after: null, order: "id" });
      return documents.map(({ document_id }) => document_id).join("");
    };

    it("is kept once for all readers with the same rights", () => {
      const engine = makeEngine();
      put(engine, "a", ["g:a", "u:7"]);
      expect(seenBy(engine, "*", "g:a", "u:0")).toBe("a");
      const { bytes } = engine.stats();
      for (let i = 1; i < 7; i += 1) expect(seenBy(engine, "*", `d:${i}`, "g:a", `u:${i}`)).toBe("a");
      expect(engine.stats().bytes).toBe(bytes);
      // Named by the rule: a mask of its own.
      expect(seenBy(engine, "*", "u:7")).toBe("a");
      expect(engine.stats().bytes).toBeGreaterThan(bytes);
    });

    it("follows each rule that begins or ceases to name them", () => {
      const engine = makeEngine();
      put(engine, "a", ["g:a"]);
      const [x, y] = [() => seenBy(engine, "*", "g:a", "u:x"), () => seenBy(engine, "*", "g:a", "u:y")];
      expect([x(), y()]).toEqual(["a", "a"]);
      put(engine, "b", ["u:x"]);
      expect([x(), y()]).toEqual(["ab", "a"]);
      put(engine, "b", ["u:y"]);
      expect([x(), y()]).toEqual(["a", "ab"]);
      put(engine, "c", ["u:x"]);
      expect([x(), y()]).toEqual(["ac", "ab"]);
      engine.remove("c");
      put(engine, "a", []);
      expect([x(), y()]).toEqual(["", "b"]);
      put(engine, "c", ["g:a"]);
      expect([x(), y()]).toEqual(["c", "bc"]);
      put(engine, "b", ["*"]);
      expect([x(), y(), seenBy(engine, "*", "u:z")]).toEqual(["bc", "bc", "b"]);
    });
  });
});
