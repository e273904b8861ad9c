/** What the caller can mend: an option, an argument, a local file. The message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
