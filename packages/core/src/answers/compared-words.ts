/** A Latin letter says the same with marks: nọt is read as not. Kana keep theirs. */
const LATIN_MARKS = /[\u0300-\u036f]/g;

/** A text as its words are compared with expressions: without case, width and the marks of Latin letters. */
export const comparedWords = (text: string): string =>
  text.normalize("NFKD").replace(LATIN_MARKS, "").normalize("NFKC").toLowerCase();
