import { beforeEach, describe, expect, it } from "@jest/globals";
import {
  anArticle,
  aParagraph,
  drawnSectionsContract,
  type OpenSections,
  sectionEngineContract,
} from "@retrieval/contract";
import { structureDocument } from "../../../src/chunks/structure-document.js";
import { Directory } from "../../../src/search/index/directory.js";
import { makeTermVectors } from "../../../src/search/index/term-vectors.js";
import { QuestionReader } from "../../../src/search/question/question-reader.js";
import { RemoteSections } from "../../../src/search/ranking/remote-sections.js";
import { ScannedIndex } from "./scanned-index.js";

async function open(questions: ConstructorParameters<typeof RemoteSections>[0]): Promise<OpenSections> {
  const index = new ScannedIndex();
  const engine = new RemoteSections(questions, index);
  return { engine, put: async (text) => engine.put(index.put(text)), close: async () => undefined };
}

sectionEngineContract("RemoteSections over a scan", () => open(new QuestionReader(new Set())));

drawnSectionsContract("RemoteSections over a scan", open, { runs: 200, meaning: true });

describe("RemoteSections", () => {
  const READER = { unrestricted: false, principals: ["g:x"] };
  const ASK = { query: "日当", limit: 10, doc_ids: null, text_types: null, meaning: null };
  const UNTIL = new AbortController().signal;
  let counts: number;
  let whileAsked: () => void;
  let directory: Directory;
  let engine: RemoteSections;
  let publish: (document_id: string, revision: number, group: string) => void;
  const search = async () => {
    counts = 0;
    const view = {
      visibility: directory.viewOf(READER),
      namedIn: () => ({ document_ids: [], asks_more: true }),
    };
    return (await engine.search(ASK, view, UNTIL)).total;
  };

  beforeEach(() => {
    whileAsked = () => undefined;
    class CountedIndex extends ScannedIndex {
      override counts(...ask: Parameters<ScannedIndex["counts"]>) {
        counts += 1;
        return super.counts(...ask);
      }
      override async propose(...ask: Parameters<ScannedIndex["propose"]>) {
        const proposed = await super.propose(...ask);
        whileAsked();
        return proposed;
      }
    }
    const index = new CountedIndex();
    directory = new Directory();
    engine = new RemoteSections(new QuestionReader(new Set()), index);
    publish = (document_id, revision, group) => {
      const revision_id = String(revision);
      const chunks = structureDocument(
        { document_id, title: "規程" },
        { children: [anArticle("第1条", "定め", aParagraph("日当"))] },
      );
      engine.put(index.put({ document_id, revision_id, vectors: makeTermVectors("規程", chunks), meaning: null }));
      directory.put({
        document_id,
        title: "規程",
        version: "1",
        revision_id,
        published_at: 0,
        audience: [`g:${group}`],
      });
    };
    publish("own", 1, "x");
    publish("hidden", 2, "y");
  });

  it("keeps counts until something changes", async () => {
    expect([await search(), counts > 0]).toEqual([1, true]);
    expect([await search(), counts]).toEqual([1, 0]);
  });

  it("keeps counts while only documents change that the reader does not see", async () => {
    await search();
    publish("hidden", 3, "y");
    publish("other", 4, "y");
    directory.remove("hidden");
    engine.remove("hidden");
    expect([await search(), counts]).toEqual([1, 0]);
  });

  it("counts again after the change of a document that the reader sees, or saw", async () => {
    await search();
    publish("other", 3, "x");
    expect([await search(), counts > 0]).toEqual([2, true]);
    publish("own", 4, "y");
    expect([await search(), counts > 0]).toEqual([1, true]);
    engine.remove("other");
    expect([await search(), counts > 0]).toEqual([0, true]);
  });

  it("finds nothing that a rule hides, or another version replaces, while the index is asked", async () => {
    publish("later", 3, "x");
    const view = { visibility: directory.viewOf(READER), namedIn: () => ({ document_ids: [], asks_more: true }) };
    const found = async () =>
      (await engine.search(ASK, view, UNTIL)).sections.map(({ document_id }) => document_id).sort();
    expect(await found()).toEqual(["later", "own"]);
    whileAsked = () => directory.remove("later");
    expect(await found()).toEqual(["own"]);
    whileAsked = () => publish("own", 4, "x");
    expect(await found()).toEqual([]);
  });
});
