import { readQuestion } from "../../src/search/question/read-question.js";
import { EMPTY_VOCABULARY } from "../../src/search/question/vocabulary.js";
import { markedTerms } from "../../src/search/results/marked-terms.js";

/** The terms of a question without vocabulary and dictionary, each of its significance in weight. */
export function asked(question: string) {
  const { terms } = readQuestion(question, EMPTY_VOCABULARY);
  return terms.map((term) => ({ ...term, weight: term.significance }));
}

/** Those that are marked in texts. */
export const marks = (question: string) => markedTerms(asked(question));
