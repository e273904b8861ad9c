/** A sentence of the service, and its translation with the sentence's values. */
export type SentenceRule = readonly [RegExp, (...parts: string[]) => string];

/** @returns the translation by the first rule that matches, or null */
export function translated(sentence: string, rules: readonly SentenceRule[]): string | null {
  for (const [pattern, words] of rules) {
    const found = pattern.exec(sentence);
    if (found) return words(...found.slice(1));
  }
  return null;
}
