/** Finds the longest of many keys at a place of a text, in a time that does not grow with the number of keys. */
export class LongestMatch<T> {
  readonly #values = new Map<string, T>();
  /** The lengths of the keys that begin with these two UTF-16 units, or are this unit; longest first. */
  readonly #lengths = new Map<string, number[]>();

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: T): void {
    this.#values.set(key, value);
    const beginning = key.slice(0, 2);
    const lengths = this.#lengths.get(beginning);
    if (!lengths) this.#lengths.set(beginning, [key.length]);
    else if (!lengths.includes(key.length)) {
      lengths.push(key.length);
      lengths.sort((a, b) => b - a);
    }
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  /** The keys at this place, longest first. */
  *at(text: string, place: number): Generator<{ readonly key: string; readonly value: T }> {
    for (const beginning of [text.slice(place, place + 2), text.slice(place, place + 1)]) {
      for (const length of this.#lengths.get(beginning) ?? []) {
        const key = text.slice(place, place + length);
        const value = key.length === length ? this.#values.get(key) : undefined;
        if (value !== undefined) yield { key, value };
      }
      if (beginning.length < 2) return;
    }
  }

  /** The longest keys in a text, from left to right, without overlap; each once. */
  *in(text: string): Generator<{ readonly key: string; readonly value: T }> {
    const seen = new Set<string>();
    for (let place = 0; place < text.length; ) {
      const { value: found } = this.at(text, place).next();
      if (found && !seen.has(found.key)) yield found;
      if (found) seen.add(found.key);
      // The space behind a Latin word is also the space before the next one.
      place += found ? Math.max(1, found.key.length - (found.key.endsWith(" ") ? 1 : 0)) : 1;
    }
  }
}
