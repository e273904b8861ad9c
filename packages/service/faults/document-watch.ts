/** What a reader may find of a document. */
export interface Findable {
  /** The words of the version that search has to find; null: nothing of the document may be found. */
  readonly version: string | null;
}

/** One document, as far as the service has acknowledged its changes. While one is under way, both states are allowed. */
export class DocumentWatch {
  #findable: Findable | null = { version: null };
  #changes = 0;

  constructor(readonly document_id: string) {}

  /** @param work makes the change; it resolves to what is findable then, or null if that is not known */
  async change(work: () => Promise<Findable | null>): Promise<void> {
    this.#changes += 1;
    this.#findable = null;
    this.#findable = await work();
  }

  get now(): { readonly findable: Findable | null; readonly changes: number } {
    return { findable: this.#findable, changes: this.#changes };
  }

  /**
   * @param before {@link now} at the time of the request
   * @param found the version in the answer; null: the document is not in it
   * @returns what is wrong with the answer, "right", "late" if the text is not found yet, null if the document changed in
   *   between
   */
  judge(before: { readonly findable: Findable | null; readonly changes: number }, found: string | null): string | null {
    const { findable, changes } = before;
    if (findable === null || changes !== this.#changes) return null;
    if (found === findable.version) return "right";
    return found === null ? "late" : `${this.document_id}: found ${found}, but it was ${findable.version}`;
  }
}
