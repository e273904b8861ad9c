/** Why the feed of changes cannot be continued, or a webhook cannot be had. */
export const CHANGE_PROBLEMS = {
  "changes.gone": { after: "number", forgotten: "number" },
  "changes.ahead": { after: "number", last: "number" },
  "changes.no_readers": {},
  "webhook.unknown": {},
  "webhook.url_refused": {},
  "webhooks.too_many": { max: "number" },
} as const;
