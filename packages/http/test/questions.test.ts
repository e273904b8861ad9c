import { beforeEach, describe, expect, it } from "@jest/globals";
import { type GivenAnswer, Questions, summedAnswers } from "../src/answers/questions.js";

describe("Questions", () => {
  let recorded: string[];
  let timers: { work: () => void; ms: number }[];
  let questions: Questions;
  beforeEach(() => {
    recorded = [];
    timers = [];
    questions = new Questions((work, ms) => {
      const timer = { work, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    });
  });
  const ask = (session: string, text: string) =>
    questions.ask(session, text, null, () => recorded.push(`${session}: ${text}`));

  it("are recorded once while they are typed, half a minute after the first search", () => {
    for (const text of ["有休", "有休は", "有休は何日", "有休は何日"]) ask("a", text);
    expect(recorded).toEqual([]);
    expect(timers.map(({ ms }) => ms)).toEqual([30_000]);
    timers[0]?.work();
    expect(recorded).toEqual(["a: 有休は何日"]);
    expect(timers).toEqual([]);
  });

  it.each([
    ["another question", "有休は何日", "残業代"],
    ["the beginning of the one before", "有休は何日", "有休"],
    ["the one before after half a minute", "有休", "有休は何日"],
  ])("are two with %s", (name, first, second) => {
    ask("a", first);
    if (name.includes("half a minute")) timers[0]?.work();
    ask("a", second);
    questions.end();
    expect(recorded).toEqual([`a: ${first}`, `a: ${second}`]);
  });

  it("are never merged between sessions, and each session's end alone", () => {
    ask("a", "有休");
    ask("b", "有休は");
    questions.end("b");
    expect(recorded).toEqual(["b: 有休は"]);
    questions.end();
    questions.end();
    expect(recorded).toEqual(["b: 有休は", "a: 有休"]);
    expect(timers).toEqual([]);
  });

  const answer = (answer_id: string, ...chunk_ids: string[]): GivenAnswer => ({
    ...{ answer_id, chunk_ids, outcome: "answer", model: "none", document_id: "work-rules" },
  });

  it("keep what each of their answers showed, and which answers these were", () => {
    const sums: unknown[] = [];
    const nothing = { ...answer("c"), outcome: "nothing_found", document_id: null } as const;
    for (const given of [answer("a", "art30"), answer("b", "art31", "art30"), nothing])
      questions.ask("a", "副業", given, (answers) => sums.push(summedAnswers(answers)));
    questions.end();
    expect(sums).toEqual([{ ...answer("b", "art30", "art31"), answer_id: "c", earlier_answer_ids: ["a", "b"] }]);
  });

  it("are two after fifty answers, so that no entry grows without end", () => {
    const counts: number[] = [];
    for (let nth = 0; nth < 51; nth += 1)
      questions.ask("a", "副業", answer(`${nth}`), (answers) => counts.push(answers.length));
    questions.end();
    expect(counts).toEqual([50, 1]);
  });
});
