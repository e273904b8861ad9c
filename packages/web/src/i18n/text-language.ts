import { useLanguage } from "./i18n.js";
import type { Language } from "./language.js";

const JAPANESE = /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/gu;
const ENGLISH = /[a-z]/gi;
/** Letters that neither language has. */
const OTHER = /[^\P{L}a-z\p{sc=Hira}\p{sc=Kana}\p{sc=Han}ーａ-ｚ]/iu;

/** A Japanese text has Latin abbreviations, and three letters of a word say less than three kanji. */
const LETTERS = 3;

function languageOfText(text: string): Language | null {
  const japanese = text.match(JAPANESE)?.length ?? 0;
  const english = text.match(ENGLISH)?.length ?? 0;
  if (japanese > 0 && japanese * LETTERS >= english) return "ja";
  return english > 0 && !OTHER.test(text) ? "en" : null;
}

/** Tells the language of a text of a document; undefined: that of the page, or not known. */
export function useLanguageOf(): (text: string) => Language | undefined {
  const { language } = useLanguage();
  return (text) => {
    const own = languageOfText(text);
    return own === null || own === language ? undefined : own;
  };
}
