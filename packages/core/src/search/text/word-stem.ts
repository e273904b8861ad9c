/**
 * Makes an English plural singular (employees, policies, taxes), and nothing more: a stemmer that also removes endings
 * like -ing and -ed joins words of different meaning. Words of other scripts do not change.
 */
export function wordStem(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || !/^[a-z]+$/.test(word)) return word;
  if (/[^ae]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return /[us]s$/.test(word) ? word : word.slice(0, -1);
}
