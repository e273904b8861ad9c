import { UnavailableError } from "@retrieval/core/errors";
import type { Logger } from "pino";

/** Logs once that the database is away, and once that it is back, however often callers notice it. */
export class Outage {
  #away = false;

  constructor(private readonly logger: Logger) {}

  /** @returns whether this error is an outage; the caller handles any other */
  noticed(error: unknown): error is UnavailableError {
    if (!(error instanceof UnavailableError)) return false;
    // One line without a stack, which says nothing about the database server.
    if (!this.#away) this.logger.warn({ reason: error.message }, "the database is away; jobs wait until it is back");
    this.#away = true;
    return true;
  }

  over(): void {
    if (this.#away) this.logger.info("the database is back; jobs continue");
    this.#away = false;
  }
}
