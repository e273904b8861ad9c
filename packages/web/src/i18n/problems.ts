import { phraseOf, sentenceOf } from "@retrieval/api/texts";
import type { Problem } from "@retrieval/core";
import { useLanguage } from "./i18n.js";

/** Problems as a sentence in the reader's language. */
export function useSentenceOf(): (problems: readonly Problem[]) => string {
  const { language } = useLanguage();
  return (problems) => sentenceOf(problems, language);
}

/** Problems in the reader's language as they stand in a list. */
export function usePhraseOf(): (problems: readonly Problem[]) => string {
  const { language } = useLanguage();
  return (problems) => phraseOf(problems, language);
}
