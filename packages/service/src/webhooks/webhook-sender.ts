import type { WebhookAnswer, WebhookSender } from "@retrieval/core/ports";
import { retryAfter } from "@retrieval/models";
import type { PublicAddresses } from "../adapters/public-addresses.js";
import { VERSION } from "../version.js";

/** In milliseconds. */
const ANSWER_WITHIN = 15_000;

/** Sends webhooks to public addresses. An answer counts by its status: its body is not read. */
export class PublicWebhookSender implements WebhookSender {
  /** @param stopping aborted when the service stops */
  constructor(
    private readonly addresses: Pick<PublicAddresses, "fetch" | "accepts">,
    private readonly stopping: AbortSignal,
  ) {}

  accepts(url: URL): boolean {
    return this.addresses.accepts(url);
  }

  async post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<WebhookAnswer> {
    const answer = await this.addresses.fetch(new URL(url), {
      ...{ method: "POST", body, bytes: 0, within: ANSWER_WITHIN, stopping: this.stopping },
      headers: { ...headers, "user-agent": `retrieval-service/${VERSION}` },
    });
    if ("failed" in answer) return { status: null, ...answer, retry_after: null };
    const { date = "", "retry-after": wait } = answer.headers;
    const retry_after = wait === undefined ? null : retryAfter(new Headers({ date, "retry-after": wait }));
    return { status: answer.status, failed: null, retry_after };
  }
}
