import { readdirSync } from "node:fs";
import { basename, extname } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { describeWithRealData } from "@retrieval/contract";
import { readCorpus } from "../src/corpus.js";
import { type CorpusSection, sectionsIn } from "../src/corpus-sections.js";
import { isAnswer, plain, readBlindQuestions } from "../src/question-set.js";

const questions = readBlindQuestions();
const samples = new Set(
  readdirSync(new URL("../../demo/sample/documents", import.meta.url)).map((name) => basename(name, extname(name))),
);
let sections: CorpusSection[];

beforeAll(async () => {
  sections = sectionsIn((await readCorpus()).documents);
}, 120_000);

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
