import { UnavailableError } from "@retrieval/core/errors";
import { type DeliverDeps, deliverNext } from "@retrieval/core/use-cases";
import type { Logger } from "pino";
import type { Timing } from "../search-index/timing.js";

/** How many webhooks are delivered to at once, so that a slow receiver does not hold up the others. */
const LANES = 4;
/** The pause after a look that found nothing, in milliseconds: it doubles with each that follows. */
const PAUSE = { first: 1_000, longest: 15_000 };

export interface WebhookKeeperDeps extends DeliverDeps {
  readonly timing: Pick<Timing, "sleep">;
  readonly logger: Pick<Logger, "warn" | "error">;
}

/** Delivers changes to webhooks in the background. All instances do, each webhook by one of them at a time. */
export class WebhookKeeper {
  #lanes: Promise<unknown> = Promise.resolve();
  /** The failure that was logged last; null while all is well. */
  #failure: string | null = null;

  constructor(private readonly deps: WebhookKeeperDeps) {}

  start(): void {
    this.#lanes = Promise.all(Array.from({ length: LANES }, () => this.#lane()));
  }

  /** Resolves soon after `stopping` was aborted: an attempt that runs is given up, and made again later. */
  async stopped(): Promise<void> {
    await this.#lanes;
  }

  /** Delivers until nothing is due. @returns how many webhooks it took */
  async deliverDue(): Promise<number> {
    const { feed, stopping, logger } = this.deps;
    for (let more = true; more && !stopping.aborted; ) more = await feed.number();
    for (let taken = 0; ; taken++) {
      const delivered = stopping.aborted ? null : await deliverNext(this.deps);
      if (delivered === null) return taken;
      const { webhook_id, position, attempts, disabled_by } = delivered;
      // Not its address, which may hold a secret.
      const about = { webhook_id, position };
      if (disabled_by !== null) logger.error(about, `a webhook is disabled: ${disabled_by}`);
      else if (attempts === 1) logger.warn(about, "a webhook fails, and is tried again; its deliveries say why");
    }
  }

  async #lane(): Promise<void> {
    const { stopping, timing } = this.deps;
    for (let pause = PAUSE.first; !stopping.aborted; ) {
      const taken = await this.deliverDue().catch((error) => this.#report(error));
      pause = taken > 0 ? PAUSE.first : Math.min(2 * pause, PAUSE.longest);
      await timing.sleep(pause, stopping);
    }
  }

  /** Logs a failure once, however often it comes. */
  #report(error: unknown): 0 {
    const { stopping, logger } = this.deps;
    const reason = error instanceof Error ? error.message : String(error);
    const isKnown = this.#failure === reason || stopping.aborted;
    this.#failure = reason;
    const what = "webhooks cannot be delivered; trying again";
    if (!isKnown && error instanceof UnavailableError) logger.warn({ reason }, what);
    else if (!isKnown) logger.error({ err: error }, what);
    return 0;
  }
}
