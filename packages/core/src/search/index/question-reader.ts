import { Vocabulary, type VocabularyEntry } from "../vocabulary.js";
import { readQuestion } from "./read-question.js";
import type { QuestionReader } from "./reading.js";
import { corrected } from "./spelling.js";
import type { Dictionary } from "./synonyms.js";
import { withoutUnknownKatakana } from "./unknown-katakana.js";

/** Reads questions with a company's vocabulary, and with what is general: synonyms, and common English words. */
export function questionReader(
  dictionary: Dictionary,
  commonWords: ReadonlySet<string>,
): (vocabulary: readonly VocabularyEntry[]) => QuestionReader {
  return (entries) => {
    const words = { vocabulary: new Vocabulary(entries), dictionary, commonWords };
    return {
      read: (text) => readQuestion(text, words),
      correct: (question, lexicon) => {
        const read = corrected(question, lexicon, words);
        return { ...read, question: withoutUnknownKatakana(read.question, lexicon) };
      },
    };
  };
}
