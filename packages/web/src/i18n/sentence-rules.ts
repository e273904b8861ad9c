/** A sentence of the service, and the same in another language from what stands in it. */
export type SentenceRule = readonly [RegExp, (...parts: string[]) => string];

/** @returns the sentence by the first rule that knows it, or null */
export function translated(sentence: string, rules: readonly SentenceRule[]): string | null {
  for (const [pattern, words] of rules) {
    const found = pattern.exec(sentence);
    if (found) return words(...found.slice(1));
  }
  return null;
}
