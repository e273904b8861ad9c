/** The index at hand cannot be used any more; a new one has to be built. */
export class IndexLostError extends Error {
  override readonly name = "IndexLostError";
}
