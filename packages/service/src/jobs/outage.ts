import { UnavailableError } from "@retrieval/core/errors";
import type { Logger } from "pino";

/** Says once that the database is away, and once that it is back, however many notice it and however often. */
export class Outage {
  #away = false;

  constructor(private readonly logger: Logger) {}

  /** @returns whether this error is one of an outage; any other is the caller's */
  noticed(error: unknown): error is UnavailableError {
    if (!(error instanceof UnavailableError)) return false;
    // The reason in one line: a stack would tell nothing about somebody else's server.
    if (!this.#away) this.logger.warn({ reason: error.message }, "the database is away; jobs wait until it is back");
    this.#away = true;
    return true;
  }

  over(): void {
    if (this.#away) this.logger.info("the database is back; jobs go on");
    this.#away = false;
  }
}
