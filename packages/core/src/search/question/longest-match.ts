const NONE: readonly number[] = [];

/** Finds the longest of many keys at a place of a text, in a time that does not grow with the number of keys. */
export class LongestMatch<T> {
  readonly #values = new Map<string, T>();
  /** The lengths of the keys with this beginning, longest first. */
  readonly #lengths = new Map<number, number[]>();

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: T): void {
    this.#values.set(key, value);
    const beginning = beginningOf(key, 0, key.length);
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
    for (const length of this.#lengthsAt(text, place)) {
      const key = text.slice(place, place + length);
      const value = key.length === length ? this.#values.get(key) : undefined;
      if (value !== undefined) yield { key, value };
    }
  }

  #lengthsAt(text: string, place: number): readonly number[] {
    const ofOne = this.#lengths.get(beginningOf(text, place, 1)) ?? NONE;
    if (place + 1 >= text.length) return ofOne;
    const ofTwo = this.#lengths.get(beginningOf(text, place, 2)) ?? NONE;
    return ofOne.length === 0 ? ofTwo : [...ofTwo, ...ofOne];
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

/**
 * A number for the first two UTF-16 units at a place, or for the only one. Few beginnings share one, which costs no more
 * than a look-up; a number that is unique would be too large for a Map to find quickly.
 */
function beginningOf(text: string, place: number, length: number): number {
  const first = text.charCodeAt(place);
  return length < 2 ? -1 - first : (first << 13) ^ text.charCodeAt(place + 1);
}
