import { UnavailableError } from "@retrieval/core/errors";
import type { Logger } from "pino";
import { IndexLostError } from "../search-index/index-lost-error.js";

/** Logs an ongoing failure once, until it ends or its reason changes. */
export class OngoingFailure {
  #reason: string | null = null;

  constructor(private readonly logger: Pick<Logger, "warn" | "error">) {}

  /** @returns whether there was one */
  end(): boolean {
    const had = this.#reason !== null;
    this.#reason = null;
    return had;
  }

  warn(about: { readonly reason: string; readonly document_id?: string | undefined }, what: string): void {
    if (this.#isNew(about.reason)) this.logger.warn(about, what);
  }

  /** Errors that are not expected are of our own making, and their stacks help. */
  report(error: unknown, what: string): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof UnavailableError || error instanceof IndexLostError) this.warn({ reason }, what);
    else if (this.#isNew(reason)) this.logger.error({ err: error }, what);
  }

  #isNew(reason: string): boolean {
    const isNew = this.#reason !== reason;
    this.#reason = reason;
    return isNew;
  }
}
