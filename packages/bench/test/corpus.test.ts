import { readdirSync } from "node:fs";
import { basename, extname } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { describeWithRealData } from "@retrieval/contract";
import { type CorpusDocument, readCorpus } from "../src/corpus.js";
import { type CorpusSection, sectionsIn } from "../src/corpus-sections.js";
import { type Find, findIn } from "../src/find-in.js";
import { isAnswer, plain, readBlindQuestions } from "../src/question-set.js";

const samples = new Set(
  readdirSync(new URL("../../demo/sample/documents", import.meta.url)).map((name) => basename(name, extname(name))),
);
// To read the published documents takes longer than all else here.
let corpus: readonly CorpusDocument[];
beforeAll(async () => {
  corpus = (await readCorpus()).documents;
}, 240_000);

let documents: readonly CorpusDocument[];
let find: Find;

/** The document and the label of the first section found. */
function firstOf(question: string): string {
  const [section] = find(question).sections;
  const label = section?.chunks[0]?.metadata.section_path.findLast(({ type }) => type === "article")?.label ?? "";
  return `${documents.find(({ document_id }) => document_id === section?.document_id)?.document_id} ${label}`.trim();
}

describe("names and numbers in questions over the sample documents", () => {
  beforeAll(() => {
    documents = corpus.filter(({ document_id }) => samples.has(document_id));
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

describeWithRealData("names and numbers over published documents too", () => {
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

const questions = readBlindQuestions();
let sections: CorpusSection[];
beforeAll(() => {
  sections = sectionsIn(corpus);
});

describe("the blind questions", () => {
  it("have the sets and languages that the README names", () => {
    const counts: Record<string, number> = {};
    for (const { set, language } of questions) counts[`${set} ${language}`] = (counts[`${set} ${language}`] ?? 0) + 1;
    expect(counts).toEqual({
      ...{ "words ja": 15, "words en": 15, "everyday ja": 45, "everyday en": 15, "cross en": 45, "cross ja": 15 },
      ...{ "languages en": 10, "languages zh": 10, "languages vi": 10, "languages pt": 10 },
      ...{ "unanswered ja": 16, "unanswered en": 14, "follow_up ja": 6, "follow_up en": 4 },
    });
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  });

  it("name sections with short passages, unless nothing answers; follow-ups have the question before", () => {
    for (const { id, set, answers, previous } of questions) {
      expect([id, answers.length > 0, previous !== undefined]).toEqual([id, set !== "unanswered", set === "follow_up"]);
      for (const { passages } of answers) {
        expect([id, passages.length]).not.toEqual([id, 0]);
        expect([id, passages.filter(({ length }) => length < 1 || length > 120)]).toEqual([id, []]);
      }
    }
  });

  it("have passages that are in their sections, of the sample documents", () => {
    expect(missing((document_id) => samples.has(document_id))).toEqual([]);
  });
});

describeWithRealData("the blind questions on published documents", () => {
  it("have passages that are in their sections", () => {
    expect(missing((document_id) => !samples.has(document_id))).toEqual([]);
  });
});

function missing(isTested: (document_id: string) => boolean): string[] {
  return questions.flatMap(({ id, answers }) =>
    answers
      .filter(({ document_id }) => isTested(document_id))
      .flatMap((answer) => {
        const texts = sections.filter((section) => isAnswer(section, answer)).map(textOf);
        return answer.passages
          .filter((passage) => !texts.some((text) => text.includes(plain(passage))))
          .map((passage) => `${id}: ${answer.document_id}, ${answer.label}: ${passage}`);
      }),
  );
}

const textOf = ({ chunks }: CorpusSection) =>
  plain(chunks.map(({ content, content_md }) => `${content}\n${content_md ?? ""}`).join("\n"));
