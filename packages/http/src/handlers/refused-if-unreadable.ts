import { Refusal } from "@retrieval/core/errors";
import { UnreadableDocumentError } from "@retrieval/core/ports";

/** A refusal where the words of a version cannot be indexed within the limits; what is published stays. */
export async function refusedIfUnreadable<T>(publishing: Promise<T>): Promise<T | Refusal> {
  try {
    return await publishing;
  } catch (error) {
    if (!(error instanceof UnreadableDocumentError)) throw error;
    return new Refusal("INVALID_REQUEST", error.problems);
  }
}
