import { describe, expect, it } from "@jest/globals";
import { readQuestion } from "../../../src/search/question/read-question.js";
import { Vocabulary } from "../../../src/search/question/vocabulary.js";
import { fitOf } from "../../../src/search/ranking/fit.js";

const vocabulary = new Vocabulary([{ said: "お歳暮", meant: ["贈答"] }]);
/** Each term weighs its significance, an unknown word 4. */
function measured(text: string, ...visible: string[]) {
  const question = readQuestion(text, vocabulary);
  const weights = question.terms.map(({ significance }) => significance * 4);
  return fitOf(question, weights, 4, (term) => visible.includes(term));
}

describe("when the best section of a search fits", () => {
  it("is stricter for a short question with a word that no visible section has", () => {
    expect(measured("野球の延長", "延長").fits_from).toBeGreaterThan(1);
    expect(measured("契約の延長", "契約", "延長").fits_from).toBeLessThan(1);
    expect(measured("change a car tyre", "change", "car").fits_from).toBeGreaterThan(1);
  });

  it("is not for a long one, which tells a story", () => {
    expect(measured("契約の延長を野球の監督に相談", "契約", "延長", "相談").fits_from).toBeLessThan(1);
  });

  it("takes a word of the vocabulary for the one it stands for", () => {
    expect(measured("お歳暮", "贈答")).toEqual({ asked: 0, fits_from: measured("贈答", "贈答").fits_from });
    expect(measured("お歳暮").fits_from).toBeGreaterThan(1);
  });

  it("counts a word of one kanji that no visible section has as a word: 猫の飼い方", () => {
    expect(measured("猫の飼い方", "い方", "方").asked).toBe(8);
    expect(measured("猫の飼い方", "い方", "方", "猫", "飼").asked).toBeLessThan(8);
    expect(measured("飼い方", "い方", "方").asked).toBeGreaterThan(4);
  });

  it.each(["ありがとう", "他には？", "もっと詳しく教えて", "And then?", "Thanks, what else?"])(
    "never fits an utterance that is about nothing: %s",
    (utterance) => {
      const { terms } = readQuestion(utterance, vocabulary);
      expect(measured(utterance, ...terms.map(({ text }) => text)).fits_from).toBe(Infinity);
    },
  );

  it("does not count what asks: 何日", () => {
    expect(measured("休暇は何日", "休暇").asked).toBeLessThan(4.5);
  });
});
