import { describe, expect, it } from "@jest/globals";
import { anArticle, aParagraph, aReader, aRule, TestEmbedder } from "@retrieval/contract";
import { propertyRuns } from "@retrieval/contract/property-runs";
import { type AccessRules, audienceOf, CLOSED, EVERYONE } from "@retrieval/core";
import { structureDocument } from "@retrieval/core/chunks";
import { isRefusal, type Refusal } from "@retrieval/core/errors";
import type { Generation, Reranker } from "@retrieval/core/ports";
import fc from "fast-check";
import { makeTermVectors } from "../../../src/search/index/term-vectors.js";
import { QuestionReader } from "../../../src/search/question/question-reader.js";
import { SearchEngine } from "../../../src/search/ranking/search-engine.js";
import { findSections, type SearchResults, type SectionSearch } from "../../../src/search/results/find-sections.js";
import type { FindDeps } from "../../../src/search/results/visible-hits.js";
import { maySee, type SmallDocument, SmallHits, SmallIndex, SmallWorld } from "./small-world.js";

const ANY = aReader();
const NEVER = new AbortController().signal;
const LATE = AbortSignal.abort();

/** Only a closed document has "secret". */
const VOCABULARY = [
  { said: "バカンス", meant: ["vacation", "secret", "休暇"], both_ways: false, weight: 0.8 },
  { said: "お金", meant: ["wages"], both_ways: false, weight: 0.8 },
];

/** The real engine over a small world, with the vectors of our own small embedder. */
class EngineIndex extends SmallIndex {
  #engine = new SearchEngine(new QuestionReader(new Set()));
  #generation: Generation | null = null;

  constructor(
    private readonly truth: SmallWorld,
    private readonly embedder: TestEmbedder,
  ) {
    super(truth);
  }

  override async search(ask: Parameters<SmallIndex["search"]>[0]) {
    return { ...this.#engineNow().search(ask), generation: this.truth.generation };
  }

  override async standIns(ask: Parameters<SmallIndex["standIns"]>[0]) {
    return { ...this.#engineNow().standIns(ask), generation: this.truth.generation };
  }

  #engineNow(): SearchEngine {
    if (this.#generation === this.truth.generation) return this.#engine;
    this.#engine = new SearchEngine(new QuestionReader(new Set()));
    this.#generation = this.truth.generation;
    this.#engine.setVocabulary(VOCABULARY);
    for (const { access_rules, chunks, ...document } of this.truth.documents.values()) {
      const vectors = makeTermVectors(document.title, chunks);
      const meaning = this.embedder.meaningOf(chunks);
      this.#engine.put({ ...document, version: "1", audience: audienceOf(access_rules), vectors, meaning });
    }
    return this.#engine;
  }
}

function aDocument(document_id: string, texts: readonly string[], access_rules: AccessRules = EVERYONE): SmallDocument {
  const title = `Rules ${document_id}`;
  const children = texts.map((text, i) => anArticle(`第${i + 1}条`, "", aParagraph(text)));
  const chunks = structureDocument({ document_id, title }, { children });
  return { document_id, title, revision_id: JSON.stringify(texts), published_at: 0, access_rules, chunks };
}

/** Prefers passages with this text, and remembers what it was sent. */
class PreferringReranker implements Reranker {
  readonly model = "preferring";
  readonly host = "in-process";
  readonly sent: string[][] = [];
  isDown = false;

  constructor(private readonly preferred: string) {}

  async rerank(_query: string, passages: readonly string[], signal: AbortSignal) {
    this.sent.push([...passages]);
    if (signal.aborted) return { failed: "timeout" as const };
    if (this.isDown) return { failed: "overloaded" as const };
    return passages.map((passage, i) => (passage.includes(this.preferred) ? 1_000 : 0) - i);
  }
}

function aWorld(documents: readonly SmallDocument[], { words_share = 0.4 } = {}) {
  const world = new SmallWorld();
  for (const document of documents) world.put(document);
  const embedder = new TestEmbedder();
  const mismatches: string[] = [];
  const deps: FindDeps = {
    index: new EngineIndex(world, embedder),
    hits: new SmallHits(world),
    deadline: { signal: NEVER, left: () => 1_000, within: () => NEVER },
    meaning: { embedder, words_share, embedWithin: 300 },
    reranker: null,
    onAccessMismatch: (document_id) => void mismatches.push(document_id),
  };
  const find = async (
    request: Partial<SectionSearch> & { query: string },
    more: Partial<FindDeps> = {},
    reader = ANY,
  ) =>
    answered(
      await findSections({ limit: 10, doc_ids: null, text_types: null, ...request }, reader, {
        ...deps,
        ...more,
      }),
    );
  return { world, embedder, deps, find, mismatches };
}

function answered(answer: SearchResults | Refusal): SearchResults {
  if (isRefusal(answer)) throw new Error(JSON.stringify(answer));
  return answer;
}

const reranked = (reranker: Reranker, maySend = (_: AccessRules) => true) => ({
  reranker: { reranker, within: 800, maySend },
});
const idsOf = ({ results }: SearchResults) => results.map(({ section }) => section.id);

describe("search by meaning", () => {
  const japanese = aDocument("ja", [
    "年次有給休暇は、十日とする。",
    "基本給の賃金は、月末に支払う。",
    "制服を着用する。",
  ]);
  const english = aDocument("en", [
    "Annual leave is ten days.",
    "Uniforms are worn at work.",
    "Wages are due monthly.",
  ]);

  it("finds sections in another language than the question's", async () => {
    const { find } = aWorld([japanese, english]);
    for (const [query, both] of [
      ["How many days of vacation?", ["en::art1", "ja::art1"]],
      ["給与の支払日", ["en::art3", "ja::art2"]],
    ] as const) {
      const page = await find({ query });
      expect(idsOf(page).slice(0, 2).sort()).toEqual(both);
      expect(page).toMatchObject({ by: ["words", "meaning"], fits: true });
    }
  });

  it("embeds a question with the words of the vocabulary that the reader's sections have, one for each word in turn", async () => {
    const { find, embedder } = aWorld([japanese, english, aDocument("closed", ["A secret vacation."], CLOSED)]);
    await find({ query: "バカンスとお金" });
    expect(embedder.texts).toEqual(["バカンスとお金 休暇 wages"]);
  });

  it("embeds only the beginning of a long question, with the vocabulary's words of all of it", async () => {
    const { find, embedder } = aWorld([japanese, english]);
    await find({ query: `バカンスを${"𠮷".repeat(400)}とお金` });
    expect(embedder.texts).toEqual([`バカンスを${"𠮷".repeat(97)} 休暇 wages`]);
    // A model reads 18 characters for this one.
    await find({ query: "\ufdfa".repeat(150) });
    expect(embedder.texts[0]).toBe("\ufdfa".repeat(10));
  });

  it("asks no model for phrases in quotes", async () => {
    const { find, embedder } = aWorld([japanese, english]);
    expect(await find({ query: '"annual leave"' })).toMatchObject({ by: ["words"], total: 1 });
    expect(embedder.calls).toBe(0);
  });

  it("shows the text of the part that is nearest", async () => {
    const { find } = aWorld([japanese]);
    const [first] = (await find({ query: "vacation" })).results;
    expect(first).toMatchObject({
      ...{ section: { id: "ja::art1" }, chunk: { content: "年次有給休暇は、十日とする。" }, fit: 0, highlights: [] },
    });
  });

  it("answers by words if the model fails, is late or is missing", async () => {
    const { find, embedder } = aWorld([japanese, english]);
    const query = "annual leave";
    const byWords = await find({ query }, { meaning: null });
    expect(byWords.by).toEqual(["words"]);
    embedder.isDown = true;
    expect(await find({ query })).toEqual(byWords);
    embedder.isDown = false;
    expect(await find({ query }, { deadline: { signal: NEVER, left: () => 1_000, within: () => LATE } })).toEqual(
      byWords,
    );
    expect((await find({ query })).by).toEqual(["words", "meaning"]);
  });

  it("gives the model at most half of the time that is left", async () => {
    const { find } = aWorld([japanese]);
    for (const [left, given] of [
      [2_000, 300],
      [400, 200],
    ] as const) {
      const asked: number[] = [];
      const within = (milliseconds: number) => {
        asked.push(milliseconds);
        return NEVER;
      };
      await find({ query: "休暇" }, { deadline: { signal: NEVER, left: () => left, within } });
      expect(asked).toEqual([given]);
    }
  });
});

describe("a reranker", () => {
  const texts = Array.from({ length: 60 }, (_, i) => `休暇の規定 その${i} ${i === 30 ? "好適" : ""}`);

  it("orders the best forty, whatever the limit is", async () => {
    const { find } = aWorld([aDocument("d", texts)]);
    for (const models of [{}, { meaning: null }]) {
      const unordered = idsOf(await find({ query: "休暇", limit: 50 }, models));
      const expected = ["d::art31", ...unordered.filter((id) => id !== "d::art31")];
      for (const limit of [7, 50]) {
        const reranker = new PreferringReranker("好適");
        const page = await find({ query: "休暇", limit }, { ...models, ...reranked(reranker) });
        expect(page).toMatchObject({ total: 60, by: expect.arrayContaining(["rerank"]) });
        expect(reranker.sent).toMatchObject([{ length: 40 }]);
        const best = unordered.slice(0, 40).includes("d::art31") ? expected : unordered;
        expect(idsOf(page)).toEqual(best.slice(0, limit));
      }
    }
  });

  it("is asked for the newest state, and once", async () => {
    const { find, world } = aWorld([aDocument("d", ["休暇"])]);
    await find({ query: "休暇" });
    world.put(aDocument("d", ["休暇 一", "休暇 好適"]));
    const reranker = new PreferringReranker("好適");
    const page = await find({ query: "休暇" }, reranked(reranker));
    expect(page.by).toContain("rerank");
    expect(idsOf(page)).toEqual(["d::art2", "d::art1"]);
    expect(reranker.sent).toHaveLength(1);
  });

  it("changes nothing if it fails or is late", async () => {
    const { find } = aWorld([aDocument("d", texts)]);
    const reranker = new PreferringReranker("好適");
    const without = await find({ query: "休暇", limit: 7 });
    reranker.isDown = true;
    expect(await find({ query: "休暇", limit: 7 }, reranked(reranker))).toEqual(without);
    reranker.isDown = false;
    const deadline = { signal: NEVER, left: () => 1_000, within: (ms: number) => (ms > 300 ? LATE : NEVER) };
    expect(await find({ query: "休暇", limit: 7 }, { ...reranked(reranker), deadline })).toEqual(without);
    expect(reranker.sent).toHaveLength(2);
  });

  it("gets bounded passages, of documents that the reader may see and that may be sent", async () => {
    const restricted = aRule({ allowed_groups: ["g"] });
    const { find, mismatches } = aWorld([
      aDocument("open", [`休暇 公開 ${"x".repeat(3_000)} 休暇`, "休暇 公開"]),
      aDocument("group", ["休暇 内部", "休暇 内部 二"], restricted),
      aDocument("closed", ["休暇 極秘"], CLOSED),
    ]);
    const reader = aReader({ permission_groups: ["g"] });
    const outside = new PreferringReranker("公開");
    const page = await find(
      { query: "休暇" },
      reranked(outside, (rules) => rules.allow_all),
      reader,
    );
    const [sent = []] = outside.sent;
    expect(sent).toHaveLength(2);
    for (const passage of sent) {
      expect(passage).toContain("公開");
      expect(passage.length).toBeLessThan(1_500);
    }
    expect(idsOf(page).sort()).toEqual(["group::art1", "group::art2", "open::art1", "open::art2"]);
    const inside = new PreferringReranker("内部");
    await find({ query: "休暇" }, reranked(inside), reader);
    expect(inside.sent[0]).toHaveLength(4);
    expect(mismatches).toEqual([]);
  });

  it("leaves the sections of a named document first", async () => {
    const { find } = aWorld([aDocument("a", ["休暇は十日とする。"]), aDocument("b", ["休暇 好適"])]);
    const page = await find({ query: "Rules a" }, reranked(new PreferringReranker("好適")));
    expect(idsOf(page)[0]).toBe("a::art1");
  });
});

describe("the results of a search by models", () => {
  it("have no hidden section, and none twice, whatever the models do", async () => {
    const WORDS = ["休暇", "leave", "賃金", "wages", "制服", "uniform", "宿泊", "hotel"];
    const rule = fc.constantFrom(EVERYONE, EVERYONE, CLOSED, aRule({ allowed_groups: ["g"] }));
    const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
    const document = fc.record({
      id: fc.constantFrom("a", "b", "c"),
      rule,
      texts: fc.array(text, { maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(
        ...([fc.array(document, { maxLength: 5 }), fc.array(document, { maxLength: 2 })] as const),
        ...([
          fc.constantFrom(...WORDS),
          fc.integer({ min: 1, max: 100 }),
          fc.boolean(),
          fc.boolean(),
          fc.boolean(),
        ] as const),
        async (documents, changes, query, limit, isDown, hasReranker, mayBeSent) => {
          const put = (one: (typeof documents)[number]) => world.put(aDocument(one.id, one.texts, one.rule));
          const { world, embedder, find, mismatches } = aWorld([]);
          documents.forEach(put);
          const reranker = new PreferringReranker("leave");
          const models = hasReranker ? reranked(reranker, () => mayBeSent) : {};
          const reader = aReader({ permission_groups: ["g"] });
          for (const change of [null, ...changes]) {
            if (change !== null) put(change);
            embedder.isDown = isDown;
            reranker.isDown = isDown;
            const page = await find({ query, limit }, models, reader);
            for (const { doc } of page.results) expect(maySee(world, doc.id, reader)).toBe(true);
            expect(page.results).toHaveLength(Math.min(limit, page.total));
            expect(new Set(idsOf(page)).size).toBe(page.results.length);
          }
          for (const sent of reranker.sent.flat()) expect(mayBeSent ? sent : null).not.toBeNull();
          expect(mismatches).toEqual([]);
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });
});
