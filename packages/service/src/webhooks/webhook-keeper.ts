import type { HeldWebhook } from "@retrieval/core/ports";
import { type DeliverDeps, deliverNext, takeDue } from "@retrieval/core/use-cases";
import type { Logger } from "pino";
import { OngoingFailure } from "../process/ongoing-failure.js";
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
  /** One lane looks at a time, so that an idle service asks its database rarely; the others send, or wait for it. */
  #look: Promise<HeldWebhook | null> = Promise.resolve(null);
  readonly #failure: OngoingFailure;

  constructor(private readonly deps: WebhookKeeperDeps) {
    this.#failure = new OngoingFailure(deps.logger);
  }

  start(): void {
    this.#lanes = Promise.all(Array.from({ length: LANES }, () => this.#lane()));
  }

  /** Resolves soon after `stopping` was aborted: an attempt that runs is given up, and made again later. */
  async stopped(): Promise<void> {
    await this.#lanes;
  }

  /** Delivers until nothing is due. */
  async deliverDue(first = takeDue(this.deps)): Promise<void> {
    const { logger } = this.deps;
    for (let held = await first; held !== null; held = await takeDue(this.deps)) {
      const progress = await deliverNext(held, this.deps);
      if (progress === null) return;
      const { position, attempts, disabled_by } = progress;
      // Not its address, which may hold a secret.
      const about = { webhook_id: held.webhook_id, position };
      if (disabled_by !== null) logger.error(about, `a webhook is disabled: ${disabled_by}`);
      else if (attempts === 1) logger.warn(about, "a webhook fails, and is tried again; its deliveries say why");
    }
  }

  async #lane(): Promise<void> {
    while (!this.deps.stopping.aborted) {
      this.#look = this.#look.then(() => this.#waitForDue());
      await this.deliverDue(this.#look).catch((error) => this.#report(error));
    }
  }

  /** @returns null when the service stops */
  async #waitForDue(): Promise<HeldWebhook | null> {
    const { stopping, timing } = this.deps;
    for (let pause = PAUSE.first; !stopping.aborted; pause = Math.min(2 * pause, PAUSE.longest)) {
      try {
        const due = await takeDue(this.deps);
        this.#failure.end();
        if (due !== null) return due;
      } catch (error) {
        this.#report(error);
      }
      await timing.sleep(pause, stopping);
    }
    return null;
  }

  #report(error: unknown): void {
    if (!this.deps.stopping.aborted) this.#failure.report(error, "webhooks cannot be delivered; trying again");
  }
}
