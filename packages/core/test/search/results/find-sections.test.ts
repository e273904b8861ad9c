import { describe, expect, it } from "@jest/globals";
import { anArticle, aParagraph, aReader, aRule } from "@retrieval/contract";
import { propertyRuns } from "@retrieval/contract/property-runs";
import { CLOSED, EVERYONE, type Reader } from "@retrieval/core";
import { type DocumentTree, structureDocument } from "@retrieval/core/chunks";
import { isRefusal, type Refusal } from "@retrieval/core/errors";
import fc from "fast-check";
import { findSections, type SearchResults, type SectionSearch } from "../../../src/search/results/find-sections.js";
import { listReadableDocuments, suggest } from "../../../src/search/results/listings.js";
import type { SectionResult } from "../../../src/search/results/section-results.js";
import { maySee, type SmallDocument, SmallHits, SmallIndex, SmallWorld } from "./small-world.js";

const WORDS = ["旅費", "宿泊", "休暇", "手当", "annual", "leave", "通勤", "日当"];
const ANY = aReader();
const NEVER = new AbortController().signal;
const FOREVER = { signal: NEVER, left: () => 1_000, within: () => NEVER };
const NO_MODELS = { meaning: null, reranker: null };

function aDocument(document_id: string, fields: Partial<SmallDocument> & { tree?: DocumentTree } = {}): SmallDocument {
  const { tree = { children: [aParagraph("旅費")] }, ...given } = fields;
  const title = given.title ?? `規程${document_id}`;
  const chunks = structureDocument({ document_id, title }, tree);
  return { document_id, title, revision_id: "1", published_at: 0, access_rules: EVERYONE, chunks, ...given };
}

function aWorld(...documents: SmallDocument[]) {
  const world = new SmallWorld();
  for (const document of documents) world.put(document);
  const hits = new SmallHits(world);
  const index = new SmallIndex(world);
  const mismatches: string[] = [];
  const deps = {
    index,
    hits,
    deadline: FOREVER,
    ...NO_MODELS,
    onAccessMismatch: (id: string) => void mismatches.push(id),
  };
  const find = (request: Partial<SectionSearch> & { query: string }, reader: Reader = ANY) =>
    findSections({ limit: 10, doc_ids: null, text_types: null, ...request }, reader, deps);
  const found = async (...args: Parameters<typeof find>) => answered(await find(...args));
  return { world, hits, index, mismatches, deps, find, found };
}

function answered(answer: SearchResults | Refusal): SearchResults {
  if (isRefusal(answer)) throw new Error(JSON.stringify(answer));
  return answer;
}

const idsOf = ({ results }: SearchResults) => results.map(({ section }) => section.id);
const marked = (text: string, ranges: readonly (readonly [number, number])[]) =>
  ranges.map(([start, end]) => text.slice(start, end));

describe("a result", () => {
  const chapter = (title: string, ...children: DocumentTree["children"]) =>
    ({ kind: "section", type: "chapter", label: "第2章", title, heading: title, children }) as const;
  const tree = {
    children: [
      chapter(
        "旅費規程",
        chapter("出張", anArticle("第5条", "宿泊料", aParagraph("甲"), aParagraph("東京の宿泊料は12,000円とする。"))),
      ),
    ],
  };

  it("names the section, and the sections around it without the document's title and its own name", async () => {
    const { found } = aWorld(aDocument("travel", { title: "第2章 旅費規程", tree }));
    const [first] = (await found({ query: "東京の宿泊料" })).results;
    expect(first).toMatchObject({
      doc: { id: "travel", title: "第2章 旅費規程", version: "1" },
      section: { type: "article", label: "第5条", title: "宿泊料", breadcrumb: ["第2章 出張"] },
      chunk: { text_type: "paragraph", content: "東京の宿泊料は12,000円とする。" },
    });
    expect(first?.section.id).toMatch(/^travel::.*::art5$/);
  });

  it("names text outside every section by its beginning", async () => {
    const text = "この規程は、社員が出張する場合の旅費の支給について定める。";
    const children = [aParagraph(text), aParagraph("宿泊は別に定める。")];
    const { found } = aWorld(aDocument("travel", { tree: { children } }));
    for (const query of ["旅費", "宿泊"]) {
      const [first] = (await found({ query })).results;
      expect(first?.section).toEqual({
        id: "travel::paragraph-1",
        type: null,
        label: "",
        title: `${text.slice(0, 20)}…`,
        breadcrumb: [],
      });
    }
  });

  it("marks the words that were searched", async () => {
    const children = [anArticle("第5条", "料", aParagraph("宿泊料は、別に定める。"), aParagraph("東京の宿泊料"))];
    const { found } = aWorld(aDocument("travel", { tree: { children } }));
    const [first] = (await found({ query: "宿泊料" })).results as [SectionResult];
    expect(marked(first.chunk.display.body_text ?? "", first.highlights)).toEqual(["宿泊料"]);
  });

  it("has its whole chunk, marked wherever the match is", async () => {
    const filler = "業務の内容を記す。\n".repeat(200);
    const long = `${filler}東京の宿泊料は高い。\n${filler}`;
    const { found } = aWorld(aDocument("travel", { tree: { children: [anArticle("第5条", "料", aParagraph(long))] } }));
    const [{ chunk, highlights }] = (await found({ query: "東京の宿泊料" })).results as [SectionResult];
    expect(chunk.content).toBe(long);
    expect(marked(long, highlights).join("")).toBe("東京の宿泊料");
  });

  it("is left out where the database did not read its chunks", async () => {
    const children = Array.from({ length: 5 }, (_, i) => anArticle(`第${i + 1}条`, "料", aParagraph("旅費")));
    const { found, hits } = aWorld(aDocument("travel", { tree: { children } }));
    hits.chunksMax = 2;
    const page = await found({ query: "旅費", limit: 5 });
    expect([page.results.length, page.total]).toEqual([2, 5]);
  });

  it("has at most 1 MB with all others, of which the best are answered", async () => {
    const children = Array.from({ length: 60 }, (_, i) =>
      anArticle(`第${i + 1}条`, "旅費", ...[1, 2, 3].map(() => aParagraph(`旅費${"𠮷".repeat(3_000)}`))),
    );
    const { found } = aWorld(aDocument("long", { tree: { children } }));
    const page = await found({ query: "旅費", limit: 100 });
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(1_000_000);
    expect(page.results.every(({ chunk }) => (chunk.content?.length ?? 0) > 6_000)).toBe(true);
    expect(page.results.length).toBeGreaterThan(5);
    expect(idsOf(page)).toEqual(page.results.map((_, i) => `long::art${i + 1}`));
    expect(page.total).toBe(60);
  });
});

describe("a hundred results", () => {
  /** NFKC turns it into 18 characters. */
  const LIGATURE = "\uFDFA";
  const found = async (query: string, text: string) => {
    const children = Array.from({ length: 100 }, (_, i) =>
      anArticle(`第${i + 1}条`, "x", ...[1, 2, 3].map((n) => aParagraph(`旅費${n} ${text}`))),
    );
    const world = aWorld(aDocument("d", { tree: { children } }));
    await world.found({ query, limit: 100 });
    return { characters: await normalised(() => world.found({ query, limit: 100 })), ...world };
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

  it("cost a limited amount of work, whatever the texts are made of and however long they are", async () => {
    for (const piece of [LIGATURE, "第一条の二", "Ａ"]) {
      for (const length of [350, 3_900, 9_000]) {
        const { characters } = await found("旅費 第16条", piece.repeat(length / piece.length));
        expect({ piece, length, within: characters < 1_000_000 ? "limit" : characters }).toMatchObject({
          within: "limit",
        });
      }
    }
  });

  it("are all marked if their texts are ordinary", async () => {
    const { found: find } = await found("旅費", "業務の内容を記す。".repeat(20));
    const { results } = await find({ query: "旅費", limit: 100 });
    expect(results).toHaveLength(100);
    for (const { highlights } of results) expect(highlights).toEqual([[0, 2]]);
  });
});

describe("phrases", () => {
  it("occur in the text, in any width and case, with any white space", async () => {
    const texts = [
      "Annual leave is paid",
      "ANNUAL \n leave",
      "annual paid leave",
      "annual leave-taking",
      "年次有給休暇",
    ];
    const children = texts.map((text, i) => anArticle(`第${i + 1}条`, "x", aParagraph(text)));
    const { found } = aWorld(aDocument("d", { tree: { children } }));
    const page = await found({ query: '"annual leave"' });
    expect(idsOf(page).sort()).toEqual(["d::art1", "d::art2", "d::art4"]);
    expect(page).toMatchObject({ total: 3, total_is: "exact", documents: [{ id: "d", sections: 3 }] });
    expect(idsOf(await found({ query: "「年次有給休暇」" }))).toEqual(["d::art5"]);
    expect(await found({ query: "「有給年次」" })).toMatchObject({ results: [], total: 0 });
  });

  it("are checked in as many sections as the texts' reader takes at once, and in 500 at most", async () => {
    const children = Array.from({ length: 600 }, (_, i) =>
      anArticle(
        `第${i + 1}条`,
        "x",
        aParagraph(`${i % 2 === 0 ? "annual leave" : "leave annual"} ${"文".repeat(i === 7 ? 5_000 : 30)}`),
      ),
    );
    const { found } = aWorld(aDocument("d", { tree: { children } }));
    const page = await found({ query: '"annual leave"' });
    expect(page).toMatchObject({ total: 250, total_is: "at_least" });
  });

  it("are not found in a section that is published again during the check, which ends all the same", async () => {
    const children = Array.from({ length: 200 }, (_, i) => anArticle(`第${i + 1}条`, "x", aParagraph("annual leave")));
    const document = (id: string, revision_id: string) => aDocument(id, { revision_id, tree: { children } });
    const { world, hits, found } = aWorld(document("a", "1"), document("b", "2"));
    let checks = 0;
    hits.beforeTexts = () => {
      checks += 1;
      if (checks === 1) world.put(document("a", "3"));
    };
    expect(new Set((await found({ query: '"annual leave"' })).results.map(({ doc }) => doc.id))).toEqual(
      new Set(["b"]),
    );
    expect(checks).toBeLessThan(12);
  });
});

describe("the state of an answer", () => {
  const open = aDocument("open");
  const board = aDocument("board", { access_rules: aRule({ allowed_groups: ["board"] }) });

  it("is asked for once where nothing changed", async () => {
    const { found, index, hits } = aWorld(open, board);
    expect(idsOf(await found({ query: "旅費" }))).toEqual(["open::paragraph-1"]);
    expect([index.asked, hits.reads]).toEqual([1, 1]);
  });

  it("has nothing that was closed, replaced or removed after the index answered, and asks nothing again", async () => {
    const { found, hits, index, world, mismatches } = aWorld(open, board, aDocument("other"), aDocument("third"));
    hits.before = () => {
      world.put({ ...open, access_rules: CLOSED });
      world.put(aDocument("other", { revision_id: "2" }));
      world.remove("third");
    };
    expect(await found({ query: "旅費" })).toMatchObject({ results: [], documents: [] });
    expect([index.asked, hits.reads]).toEqual([1, 1]);
    expect(mismatches).toEqual([]);
  });

  it("drops and reports what the index lets through and the rule forbids", async () => {
    const { index, hits, deps, mismatches, world } = aWorld(open, board);
    const seesAll = new SmallIndex(world);
    index.search = (ask, ...rest) =>
      seesAll.search({ ...ask, reader: { unrestricted: true, principals: [] } }, ...rest);
    const request = { query: "旅費", limit: 10, doc_ids: null, text_types: null };
    const answer = answered(await findSections(request, ANY, deps));
    expect(idsOf(answer)).toEqual(["open::paragraph-1"]);
    expect(answer.documents.map(({ id }) => id)).toEqual(["open"]);
    expect(mismatches).toEqual(["board"]);
    expect(hits.reads).toBe(1);
  });

  it("is refused when the time is over, in the index or in the database", async () => {
    const { deps } = aWorld(open);
    const request = { query: "旅費", limit: 10, doc_ids: null, text_types: null };
    const late = { code: "UNAVAILABLE", problems: [{ code: "search.too_slow" }] };
    const over = { signal: AbortSignal.abort(), left: () => 0, within: () => AbortSignal.abort() };
    expect(await findSections(request, ANY, { ...deps, deadline: over })).toMatchObject(late);
    for (const query of ["旅費", "「旅費」"]) {
      const slow = { ...FOREVER, left: () => 0 };
      expect(await findSections({ ...request, query }, ANY, { ...deps, deadline: slow })).toMatchObject(late);
    }
  });

  it("is never one that a reader may not see, over random changes between the index and the database", async () => {
    const rule = fc.constantFrom(
      EVERYONE,
      CLOSED,
      aRule({ allowed_groups: ["g"] }),
      aRule({ allowed_users: ["100001"] }),
    );
    const id = fc.constantFrom("a", "b", "c", "d");
    const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 });
    const document = fc.record({
      id,
      rule,
      texts: fc.array(words, { maxLength: 4 }),
    });
    const change = fc.oneof(document, id);
    const readers = fc.constantFrom(
      ANY,
      aReader({ permission_groups: ["g"] }),
      aReader({ user_id: "1", role: "admin" }),
    );
    const query = fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom("「旅費」", '"annual leave" 旅費', "休暇 手当"));
    await fc.assert(
      fc.asyncProperty(
        ...([
          fc.array(document, { maxLength: 6 }),
          fc.array(fc.array(change, { maxLength: 2 }), { maxLength: 4 }),
        ] as const),
        ...([readers, query, fc.integer({ min: 1, max: 4 })] as const),
        async (documents, changes, reader, text, limit) => {
          const { world, hits, found, mismatches } = aWorld();
          const apply = (one: (typeof documents)[number] | string) => {
            if (typeof one === "string") world.remove(one);
            else {
              const children = one.texts.map((line, i) => anArticle(`第${i + 1}条`, "x", aParagraph(line.join(" "))));
              world.put(
                aDocument(one.id, {
                  tree: { children },
                  access_rules: one.rule,
                  revision_id: JSON.stringify(one.texts),
                }),
              );
            }
          };
          documents.forEach(apply);
          const left = [...changes];
          hits.before = () => left.shift()?.forEach(apply);
          const page = await found({ query: text, limit }, reader);
          for (const { doc, chunk, highlights } of page.results) {
            expect(maySee(world, doc.id, reader)).toBe(true);
            expect(world.documents.get(doc.id)?.chunks).toContainEqual(chunk);
            for (const [start, end] of highlights) {
              expect(start).toBeLessThan(end);
              expect(end).toBeLessThanOrEqual(chunk.content?.length ?? 0);
            }
          }
          for (const one of page.documents) expect(maySee(world, one.id, reader)).toBe(true);
          expect(page.results.length).toBeLessThanOrEqual(Math.min(limit, page.total));
          expect(mismatches).toEqual([]);
          // From here on nothing changes: a short list is the beginning of a long one.
          hits.before = () => undefined;
          const whole = await found({ query: text, limit: 100 }, reader);
          if (changes.flat().length === 0) expect(idsOf(page)).toEqual(idsOf(whole).slice(0, limit));
          expect(whole.total).toBe(whole.results.length);
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe("suggestions and the list of documents", () => {
  const hidden = aDocument("board", { access_rules: CLOSED, published_at: 3 });

  it("have what the reader may see now", async () => {
    const { deps, world, hits } = aWorld(
      aDocument("a", { published_at: 1 }),
      aDocument("b", { published_at: 2 }),
      hidden,
    );
    expect(await suggest("規程", ANY, deps)).toEqual([
      { text: "規程a", document_id: "a", document_title: null, chunk_id: null },
      { text: "規程b", document_id: "b", document_title: null, chunk_id: null },
    ]);
    const list = async (order: "id" | "published", limit = 10) => {
      const page = await listReadableDocuments({ query: "", limit, after: null, order }, ANY, deps);
      if (isRefusal(page)) throw new Error("refused");
      return page.map(({ document_id }) => document_id);
    };
    expect([await list("id"), await list("published"), await list("published", 1)]).toEqual([
      ["a", "b"],
      ["b", "a"],
      ["b"],
    ]);
    hits.before = () => {
      if (world.documents.has("b")) world.remove("b");
    };
    expect([await list("id"), await suggest("規程b", ANY, deps)]).toEqual([["a"], []]);
  });
});
