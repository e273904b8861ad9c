/** A problem that the caller can correct: an option, an argument, a local file. The message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  /** @param lines what follows the message on lines of its own */
  constructor(
    message: string,
    readonly lines: readonly string[] = [],
  ) {
    super(message);
  }
}
