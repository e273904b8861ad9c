/** The index at hand cannot be used any more; a new one has to be built. */
export class IndexLostError extends Error {
  override readonly name = "IndexLostError";

  /** @param broken_revision the revision that the index could not take; null if it was lost for another reason */
  constructor(
    message: string,
    readonly broken_revision: string | null = null,
  ) {
    super(message);
  }
}
