/** Finds the longest of many keys at a place of a text, in a time that does not grow with the number of keys. */
export class LongestMatch<T> {
  readonly #values = new Map<string, T>();
  /** The lengths of the keys with these first two UTF-16 units, or of the keys of one, longest first. */
  readonly #lengths = new Map<string, number[]>();

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: T): void {
    this.#values.set(key, value);
    const beginning = key.slice(0, 2);
    const lengths = this.#lengths.get(beginning) ?? [];
    if (!lengths.includes(key.length))
      this.#lengths.set(
        beginning,
        [...lengths, key.length].sort((a, b) => b - a),
      );
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  /** The keys at this place, longest first. */
  *at(text: string, place: number): Generator<{ readonly key: string; readonly value: T }> {
    const beginning = text.slice(place, place + 2);
    for (const first of beginning.length > 1 ? [beginning, beginning.charAt(0)] : [beginning]) {
      for (const length of this.#lengths.get(first) ?? []) {
        const key = text.slice(place, place + length);
        const value = key.length === length ? this.#values.get(key) : undefined;
        if (value !== undefined) yield { key, value };
      }
    }
  }

  /** The longest keys in a text, from left to right, without overlap; each once. */
  *in(text: string): Generator<{ readonly key: string; readonly value: T }> {
    const seen = new Set<string>();
    for (let place = 0; place < text.length; ) {
      const [longest] = this.at(text, place);
      if (longest !== undefined && !seen.has(longest.key)) yield longest;
      const key = longest?.key ?? "";
      seen.add(key);
      // The space behind a Latin word is also the space before the next one.
      place += Math.max(1, key.length - (key.endsWith(" ") ? 1 : 0));
    }
  }
}
