const JAPANESE = /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}ー]/u;
/** CJK and full-width punctuation, which has its own space. */
const WIDE = /[\u3000-\u303F\uFF00-\uFFEF]/;

/**
 * Tags a Japanese sentence with values: a space separates a value from the word beside it where the value has a Latin
 * letter, a number or an isolate there, and nowhere else. Spaces that the template has beside a value are not kept.
 */
export function spaced(words: TemplateStringsArray, ...values: readonly string[]): string {
  return words.reduce((said, word, i) => {
    const value = values[i - 1] ?? "";
    return joined(joined(said.trimEnd(), value), word.trimStart());
  });
}

function joined(before: string, after: string): string {
  const [last = "", first = ""] = [[...before].at(-1), [...after][0]];
  const isApart = (JAPANESE.test(last) && isOther(first)) || (isOther(last) && JAPANESE.test(first));
  return isApart ? `${before} ${after}` : before + after;
}

const isOther = (sign: string) => sign !== "" && !JAPANESE.test(sign) && !WIDE.test(sign);
