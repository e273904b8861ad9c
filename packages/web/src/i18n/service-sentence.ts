import { useLanguage } from "./i18n.js";

/** Translates a sentence of the service into the reader's language. @param inJapanese of one sentence */
export function useServiceSentence(inJapanese: (sentence: string) => string): (sentence: string) => string {
  const { language } = useLanguage();
  return (sentence) => (language === "ja" ? inJapanese(sentence) : sentence);
}
