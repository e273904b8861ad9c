import type { CHANGE_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const changes: TextsOf<keyof typeof CHANGE_PROBLEMS> = {
  "changes.gone": ({ after, forgotten }) =>
    `The changes up to position ${forgotten} are not kept any more, and ${after} is before it. Call without after for the newest position, read everything again, and continue after that position`,
  "changes.ahead": ({ after, last }) =>
    `The newest position is ${last}, and ${after} is after it: the database was restored, or is another one. Call without after for the newest position, read everything again, and continue after that position`,
  "webhook.unknown": () => "No such webhook",
  "webhook.url_refused": () =>
    "The url must begin with https:// and have no user or password, and its host must not be an address of a private network. An operator allows networks with OUTGOING_PRIVATE_NETWORKS",
  "webhooks.too_many": ({ max }) => `There are ${max} webhooks already, the most that can be. Delete one first`,
  "changes.no_readers": () =>
    "There is no change of type access.changed at this position. Take the position from the feed",
};
