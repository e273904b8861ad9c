import { beforeAll, describe, expect, it } from "@jest/globals";
import { realDataIsThere } from "@retrieval/contract/real-data-dir";
import { type CorpusDocument, readCorpus } from "../src/corpus.js";
import { type Find, findIn } from "../src/find-in.js";

let corpus: readonly CorpusDocument[];
let documents: readonly CorpusDocument[];
let find: Find;
beforeAll(async () => {
  corpus = (await readCorpus()).documents;
}, 240_000);

/** The document and the label of the first section found. */
function firstOf(question: string): string {
  const [section] = find(question).sections;
  const label = section?.chunks[0]?.metadata.section_path.findLast(({ type }) => type === "article")?.label ?? "";
  return `${documents.find(({ document_id }) => document_id === section?.document_id)?.document_id} ${label}`.trim();
}

describe("names and numbers in questions over the sample documents", () => {
  beforeAll(() => {
    documents = corpus.filter(({ document_id }) => !/^\d{3}_|^model-|^gdpr-/.test(document_id));
    find = findIn(documents);
  });

  it("find a document first by its name", () => {
    for (const question of ["旅費規程", "出張旅費規程", "旅費規程を見たい"])
      expect([question, find(question).sections[0]?.document_id]).toEqual([question, "travel-expenses"]);
  });

  it("find the article of a named document first, however it is written", () => {
    for (const question of ["就業規則第16条", "就業規則 第十六条", "第16条 就業規則", "就業規則の第１６条は？"])
      expect([question, firstOf(question)]).toEqual([question, "work-rules 第16条"]);
  });

  it("are read in spite of typing errors", () => {
    expect(find("anual leave").corrected).toEqual([{ written: "anual", read_as: "annual" }]);
  });

  it("take no common word for a typing error", () => {
    for (const question of ["I promise to freeze", "何回も間違えました", "体調が悪いので日休", "who wrote hamlet"])
      expect([question, find(question).corrected]).toEqual([question, []]);
  });
});

(realDataIsThere ? describe : describe.skip)("names and numbers over published documents too", () => {
  beforeAll(() => {
    // The file's own title is only its number; this is what the regulation calls itself.
    const title = "Regulation (EU) 2016/679 (General Data Protection Regulation)";
    documents = corpus.map((one) => (/^gdpr/.test(one.document_id) ? { ...one, title } : one));
    find = findIn(documents);
  });

  it("are read in spite of a missing sign", () => {
    expect(find("テレワク").corrected).toEqual([{ written: "テレワク", read_as: "テレワーク" }]);
  });

  it("find the article of a regulation by its abbreviation", () => {
    for (const question of ["Article 17 GDPR", "GDPR Art. 17", "GDPR article 17"])
      expect([question, firstOf(question)]).toEqual([question, "gdpr-eurlex-en Article 17"]);
  });

  it("find a document of this name first, of several that end like it", () => {
    expect(find("退職金規程").sections[0]?.document_id).toBe("003_退職金規程");
  });
});
