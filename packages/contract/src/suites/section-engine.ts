import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { ReaderFilter } from "@retrieval/core";
import { type DocumentTree, structureDocument } from "@retrieval/core/chunks";
import type { DirectoryView, RevisionText, SectionEngine } from "@retrieval/core/ports";
import { Directory, makeTermVectors, packVector, QuestionReader } from "@retrieval/core/search";
import { anArticle, aParagraph } from "../document-builders.js";

export interface OpenSections {
  readonly engine: SectionEngine<never>;
  /** Puts a text into the engine, and resolves when it is found. Revisions are numbers. */
  put(text: RevisionText): Promise<void>;
  close(): Promise<void>;
}

interface Text {
  readonly title?: string;
  readonly revision?: number;
  readonly audience?: readonly string[];
  /** One vector of two numbers for the whole text. */
  readonly vector?: readonly [number, number];
}

const ALL: ReaderFilter = { unrestricted: true, principals: ["*"] };
const READER: ReaderFilter = { unrestricted: false, principals: ["*", "g:x"] };
/** Jest ends a test that waits for too long. */
const UNTIL = new AbortController().signal;
const ANY = { limit: 20, doc_ids: null, text_types: null, meaning: null };
const tree = (...texts: readonly string[]): DocumentTree => ({
  children: texts.map((text, i) => anArticle(`第${i + 1}条`, "定め", aParagraph(text))),
});

/** The same number in each company. */
const revisionOf = (document_id: string, revision = 1) =>
  String(Buffer.from(document_id).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7) * 10 + revision);

/** A directory with its engine. */
class Company {
  readonly directory = new Directory();
  readonly #titles = new QuestionReader(new Set());

  constructor(private readonly opened: OpenSections) {}

  get engine(): OpenSections["engine"] {
    return this.opened.engine;
  }

  /** Puts a document into the directory only. */
  declare(document_id: string, { title = "規程", revision = 1, audience = ["*"] }: Text = {}): void {
    const revision_id = revisionOf(document_id, revision);
    this.directory.put({ document_id, title, version: "1", revision_id, published_at: revision, audience });
    this.#titles.putTitle(document_id, title);
  }

  async putText(document_id: string, texts: readonly string[], { title = "規程", revision = 1, vector }: Text = {}) {
    const chunks = structureDocument({ document_id, title }, tree(...texts));
    const parts = [{ place: 0, chunks: chunks.length }];
    const meaning = vector ? { dimensions: 2, parts, vectors: packVector(Float32Array.from(vector)) } : null;
    const vectors = makeTermVectors(title, chunks);
    await this.opened.put({ document_id, revision_id: revisionOf(document_id, revision), vectors, meaning });
  }

  async publish(document_id: string, texts: readonly string[], fields: Text = {}): Promise<void> {
    this.declare(document_id, fields);
    await this.putText(document_id, texts, fields);
  }

  async remove(document_id: string): Promise<void> {
    this.directory.remove(document_id);
    this.engine.remove(document_id);
  }

  view(reader: ReaderFilter): DirectoryView {
    const visibility = this.directory.viewOf(reader);
    return {
      visibility,
      namedIn: (question) => this.#titles.namedIn(question, (document_id) => visibility.hasDocument(document_id)),
    };
  }

  async search(query: string, reader = READER, more = {}) {
    return this.engine.search({ query, ...ANY, ...more }, this.view(reader), UNTIL);
  }

  async ids(query: string, reader = READER, more = {}): Promise<string[]> {
    return (await this.search(query, reader, more)).sections.map(({ section_id }) => section_id);
  }

  /** All that an engine says by words. */
  async answers(query: string, reader: ReaderFilter) {
    const view = this.view(reader);
    return {
      found: await this.search(query, reader),
      phrases: await this.engine.phraseCandidates({ query: `「${query}」`, ...ANY }, view, UNTIL),
      standIns: await this.engine.standIns(query, view, UNTIL),
      suggested: await this.engine.suggest(query.slice(0, 2), 8, view, UNTIL),
    };
  }
}

/**
 * The contract of {@link SectionEngine}. What is close by meaning is asked only where every engine agrees.
 *
 * @param open an engine without texts
 * @param options.meaning whether the engine compares vectors itself
 */
export function sectionEngineContract(
  name: string,
  open: () => Promise<OpenSections>,
  { meaning: comparesVectors = true }: { readonly meaning?: boolean } = {},
): void {
  describe(`${name} keeps the contract of SectionEngine`, () => {
    const opened: OpenSections[] = [];
    const aCompany = async () => {
      const sections = await open();
      opened.push(sections);
      sections.engine.setVocabulary([{ said: "gizmo", meant: ["acme rocket", "出張日当"] }]);
      return new Company(sections);
    };
    let company: Company;
    beforeEach(async () => {
      company = await aCompany();
    });
    afterEach(async () => {
      for (const sections of opened.splice(0)) await sections.close();
    });

    describe("exact: what a reader may not see", () => {
      const QUERIES = ["出張日当", "日当", "gizmo", "rocket", "旅費規程 第2条", "出張日頭", "acme"];
      const visible = (to: Company) => async () => {
        await to.publish("a", ["出張日当は三千円とする。", "日当の精算", "An acme rocket"], { title: "旅費規程" });
        await to.publish("b", ["出張の精算", "A rocket"], { audience: ["g:x"] });
      };

      it("changes nothing in an answer", async () => {
        const alone = await aCompany();
        await visible(alone)();
        const hidden = Array.from({ length: 30 }, (_, i) => `出張日頭 日当 rocket acme ${i} 旅費規程`);
        await company.publish("0", hidden, { title: "旅費規程 別冊", audience: ["g:y"] });
        await visible(company)();
        await company.publish("z", hidden, { title: "旅費規程", audience: [] });
        for (const query of QUERIES)
          expect([query, await company.answers(query, READER)]).toEqual([query, await alone.answers(query, READER)]);
      });

      it("changes nothing either after its rule has changed, whoever asked before", async () => {
        await visible(company)();
        const before = await company.answers("日当", READER);
        await company.publish("c", ["日当 日当"]);
        expect(await company.answers("日当", READER)).not.toEqual(before);
        company.declare("c", { audience: ["g:y"] });
        expect(await company.answers("日当", READER)).toEqual(before);
        company.declare("c", { audience: ["g:x"] });
        expect(await company.ids("日当")).toContain("c::art1");
        await company.remove("c");
        expect(await company.answers("日当", READER)).toEqual(before);
      });

      it("is named by no word of the vocabulary that a visible section has not whole", async () => {
        await company.publish("a", ["A rocket", "An acme"]);
        await company.publish("b", ["An acme rocket"], { audience: ["g:y"] });
        for (const query of ["gizmo", "gizmo acme"]) {
          expect((await company.search(query)).widened).toEqual([]);
          expect((await company.search(query, ALL)).widened).toEqual([{ said: "gizmo", also: ["acme rocket"] }]);
        }
        const suggested = (reader: ReaderFilter) => company.engine.suggest("acme r", 8, company.view(reader), UNTIL);
        expect(await suggested(READER)).toEqual([]);
        expect((await suggested(ALL)).map(({ text }) => text)).toEqual(["acme rocket"]);
      });

      (comparesVectors ? it : it.skip)("is found by no vector", async () => {
        const meaning = {
          ...{ vector: Float32Array.of(1, 0), words_share: 0.25 },
          similarity: { mean: 0, deviation: 0.1 },
        };
        await company.publish("a", ["他"], { vector: [0.8, 0.6] });
        await company.publish("b", ["他"], { vector: [1, 0], audience: [] });
        expect(await company.ids("日当", READER, { meaning })).toEqual(["a::art1"]);
        expect((await company.ids("日当", ALL, { meaning }))[0]).toBe("b::art1");
      });
    });

    describe("exact: answers by words", () => {
      it("do not depend on the order in which texts came, went and changed", async () => {
        const other = await aCompany();
        const texts: readonly (readonly [string, ...string[]])[] = [
          ["a", "日当", "出張の日当と宿泊料"],
          ["b", "日当は別に定める。", "日当"],
          ["c", "宿泊料", "出張"],
        ];
        for (const [id, ...own] of texts) await company.publish(id, own);
        for (const [id, ...own] of texts.toReversed()) {
          await other.publish(id, ["日当 出張 older"], { revision: 0 });
          await other.publish("gone", ["日当"]);
          await other.publish(id, own);
        }
        await other.remove("gone");
        for (const query of ["日当", "出張 日当", "宿泊料", "older"])
          expect(await other.answers(query, ALL)).toEqual(await company.answers(query, ALL));
      });

      it("count all that match, and those that the filters keep", async () => {
        for (const id of ["a", "b"]) await company.publish(id, ["日当", "日当", "他"]);
        const { total, documents } = await company.search("日当", ALL, { limit: 1 });
        expect([total, documents]).toEqual([
          4,
          ["a", "b"].map((id) => ({ document_id: id, revision_id: revisionOf(id), sections: 2, named: false })),
        ]);
        expect(await company.ids("日当", ALL, { doc_ids: ["b", "unknown"] })).toEqual(["b::art1", "b::art2"]);
        expect((await company.search("日当", ALL, { text_types: ["table"] })).total).toBe(0);
      });

      it("find the sections with all terms of a phrase, and then those that are accepted", async () => {
        await company.publish("a", ["出張の日当", "出張のとき", "日当"]);
        const view = company.view(ALL);
        const { sections, more } = await company.engine.phraseCandidates(
          { query: "「出張の日当」", ...ANY },
          view,
          UNTIL,
        );
        expect([sections, more]).toMatchObject([[{ document_id: "a", place: 0, chunks: 2 }], false]);
        expect((await company.search("「出張の日当」", ALL, { accepted: [] })).total).toBe(0);
        expect(await company.ids("「出張の日当」", ALL, { accepted: sections })).toEqual(["a::art1"]);
      });
    });

    describe("close: a text that has not come", () => {
      it("is missing, and so is the older one, until it comes", async () => {
        await company.publish("a", ["日当"]);
        company.declare("a", { revision: 2 });
        company.declare("new");
        expect(await company.ids("日当")).toEqual([]);
        await company.putText("a", ["日当と宿泊料"], { revision: 2 });
        expect(await company.ids("日当")).toEqual(["a::art1"]);
        // One that came too early waits for the directory.
        await company.putText("a", ["旅費"], { revision: 3 });
        expect([await company.ids("日当"), await company.ids("旅費")]).toEqual([[], []]);
        company.declare("a", { revision: 3 });
        expect(await company.ids("旅費")).toEqual(["a::art1"]);
      });
    });
  });
}
