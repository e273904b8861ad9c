import { describe, expect, it } from "@jest/globals";
import { json, startModelServer } from "@retrieval/contract/model-server";
import { buildChunk } from "@retrieval/core/chunks";
import { createAnswerWriter } from "@retrieval/models";
import { asksOver } from "../src/answer-engine.js";
import { citationScores } from "../src/citation-scores.js";
import { judgedBy, verbatim } from "../src/entailment-judges.js";
import { readQuestions } from "../src/question-set.js";
import { startSmallWriter } from "../src/small-writer.js";

/** Knows what follows from letters: a claim is supported if the premise has each of its letters. */
const letters = {
  name: "letters",
  entails: async (premise: string, claim: string) => [...claim].every((letter) => premise.includes(letter)),
};
const scores = (...sentences: [text: string, ...cited: string[]][]) =>
  citationScores(
    sentences.map(([text, ...cited]) => ({ text, cited })),
    letters,
  );

describe("citation recall and precision, as ALCE defines them", () => {
  it.each<[string, Parameters<typeof scores>, number, number]>([
    ["one citation that supports", [["a", "a"]], 1, 1],
    ["one that does not", [["a", "b"]], 0, 0],
    ["none", [["a"]], 0, 0],
    ["two that support only together", [["ab", "a", "b"]], 1, 1],
    ["a second one that adds nothing", [["a", "a", "b"]], 1, 0.5],
    ["two of which each supports alone", [["a", "a", "ab"]], 1, 1],
    ["one needed, one needed, one not", [["ab", "a", "b", "c"]], 1, 2 / 3],
    [
      "an unsupported sentence, whose citations are irrelevant",
      [
        ["a", "a"],
        ["z", "a", "b"],
      ],
      0.5,
      1 / 3,
    ],
    ["no sentence", [], 0, 0],
  ])("%s", async (_, sentences, recall, precision) => {
    expect(await scores(...sentences)).toEqual({ recall, precision });
  });
});

describe("a judge", () => {
  it.each([
    ["役員の日当は、４，５００円とする。", "日当は、4,500円とする。", true],
    ["| 区分 | 日当（1日） |\n| 役員 | **4,500円** |", "区分: 役員 / 日当（1日）: 4,500円 / …", true],
    ["日当は、4,500円とする。", "日当は、4,600円とする。", false],
  ])("of verbatim containment finds in %j: %j (%p)", async (premise, claim, expected) => {
    expect(await verbatim.entails(premise, claim)).toBe(expected);
  });

  it("that is a model says yes or no, and nothing else counts", async () => {
    const { server } = await startSmallWriter(0);
    const judge = judgedBy(createAnswerWriter({ url: server.url, model: "small", random: () => 0 }));
    expect(judge.name).toBe("small");
    expect(await judge.entails("日当は、4,500円とする。\n\n以上", "4,500円")).toBe(true);
    expect(await judge.entails("日当は、4,500円とする。", "4,600円")).toBe(false);
    await server.close();
    const vague = await startModelServer(
      json(200, { choices: [{ message: { content: "Perhaps." }, finish_reason: "stop" }] }),
    );
    const other = judgedBy(createAnswerWriter({ url: vague.url, model: "vague", random: () => 0 }));
    await expect(other.entails("a", "a")).rejects.toThrow("neither yes nor no");
    await vague.close();
  });
});

describe("the small writer", () => {
  const text = "日当は、出張1日につき4,500円とする。宿泊料は、1泊につき12,000円とする。日当は、翌月に支給する。";
  const chunk = buildChunk(
    { document_id: "d", title: "旅費規程" },
    "d::paragraph-1",
    { text_type: "paragraph", content: text, content_md: null },
    { section_path: [], annex_title: null },
  );
  const ask = asksOver([{ document_id: "d", title: "旅費規程", chunks: [chunk] }]);

  it.each([
    [0, 2, 0],
    [1, 0, 2],
  ])("that lies in each %p. sentence (0: none) has %p shown and tells %p lies", async (lying, shown, told) => {
    const { server, lies } = await startSmallWriter(lying);
    const writer = createAnswerWriter({ url: server.url, model: "small", random: () => 0 });
    const fates = new Map<string, number>();
    const answer = await ask("出張の日当はいくら", { writer, fates });
    await server.close();
    expect([fates.get("released") ?? 0, lies.told]).toEqual([shown, told]);
    expect(answer.outcome).toBe(lying === 0 ? "answered" : "extract");
  });
});

it("A third of the questions have no answer", () => {
  const files = ["questions.json", "held-out.json", "unanswered.json", "unanswered-later.json"];
  const questions = files.flatMap(readQuestions);
  expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
  expect(questions.filter(({ answers }) => answers.length === 0).length).toBeGreaterThanOrEqual(questions.length / 3);
});
