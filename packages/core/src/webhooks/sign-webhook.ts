import { createHmac } from "node:crypto";
import type { WebhookSecrets } from "./webhook.js";

const PREFIX = "whsec_";

/** @param secret 256 random bits as base64url */
export const webhookSecret = (secret: string): string =>
  `${PREFIX}${Buffer.from(secret, "base64url").toString("base64")}`;

/**
 * The headers of a message (Standard Webhooks 1.0.0): a signature by each secret, so that a receiver may know any of them.
 *
 * @param id the same at each attempt
 * @param now milliseconds since 1970
 */
export function webhookHeaders(secrets: WebhookSecrets, id: string, body: string, now: number) {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`, "utf8").digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
