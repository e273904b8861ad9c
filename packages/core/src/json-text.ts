/**
 * A value as the JSON text that it is stored as. What only passes through, from a database to an answer, need not be
 * read and written again; `JSON.stringify` writes it as the value all the same.
 */
export class JsonText<T> {
  /** @param text valid JSON of a T */
  constructor(readonly text: string) {}

  /** The value, made anew at each call. */
  read(): T {
    return JSON.parse(this.text) as T;
  }

  toJSON(): T {
    return this.read();
  }
}
