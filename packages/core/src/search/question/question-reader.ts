import { readQuestion } from "./read-question.js";
import type { QuestionReader } from "./reading.js";
import { corrected } from "./spelling.js";
import { Vocabulary, type VocabularyEntry } from "./vocabulary.js";

/** Reads questions with a company's vocabulary, and with common English words, which are no typing errors. */
export function questionReader(
  commonWords: ReadonlySet<string>,
): (vocabulary: readonly VocabularyEntry[]) => QuestionReader {
  return (entries) => {
    const words = { vocabulary: new Vocabulary(entries), commonWords };
    return {
      read: (text) => readQuestion(text, words.vocabulary),
      correct: (question, lexicon) => corrected(question, lexicon, words),
    };
  };
}
