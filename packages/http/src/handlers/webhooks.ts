import type { webhookOperations } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import type { Webhook } from "@retrieval/core/ports";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  rotateWebhookSecret,
  testWebhook,
} from "@retrieval/core/use-cases";
import { isoOrNull, isoText } from "../answers/moments.js";
import type { HandlersOf } from "../routing/handler.js";
import { rowsBefore, wholeList } from "../routing/page-cursors.js";

export const webhookHandlers: HandlersOf<
  typeof webhookOperations,
  "webhooks" | "feed" | "sender" | "clock" | "newId" | "newSecret"
> = {
  async listWebhooks(_request, { webhooks }) {
    return { status: 200, body: wholeList((await webhooks.list()).map(shownWebhook)) };
  },
  async createWebhook({ body }, deps, { user }) {
    const created = await createWebhook(body, user.user_id, deps);
    if (isRefusal(created)) return created;
    return { status: 201, body: { ...shownWebhook(created.webhook), secret: created.secret } };
  },
  async changeWebhook({ params, body }, deps, { user }) {
    const changed = await changeWebhook(params.webhook_id, body, user.user_id, deps);
    return isRefusal(changed) ? changed : { status: 200, body: shownWebhook(changed) };
  },
  async deleteWebhook({ params }, deps, { user }) {
    return (await deleteWebhook(params.webhook_id, user.user_id, deps)) ?? { status: 204 };
  },
  async rotateWebhookSecret({ params }, deps, { user }) {
    const rotated = await rotateWebhookSecret(params.webhook_id, user.user_id, deps);
    if (isRefusal(rotated)) return rotated;
    const { secret, previous_until } = rotated;
    return { status: 200, body: { secret, previous_until: isoText(previous_until) } };
  },
  async testWebhook({ params }, deps) {
    const answer = await testWebhook(params.webhook_id, deps);
    if (isRefusal(answer)) return answer;
    const { status, failed } = answer;
    return { status: 200, body: { status, failed } };
  },
  async listWebhookDeliveries({ params, query: { limit }, after, cursors }, deps) {
    const rows = await listDeliveries(params.webhook_id, { limit: limit + 1, ...rowsBefore(after) }, deps);
    if (isRefusal(rows)) return rows;
    const { items, next_cursor } = cursors.pageOf(rows, limit, ({ delivery_id }) => String(delivery_id));
    const shown = items.map(({ delivery_id: _, at, ...delivery }) => ({ at: isoText(at), ...delivery }));
    return { status: 200, body: { items: shown, next_cursor } };
  },
};

function shownWebhook(webhook: Webhook) {
  const { webhook_id, url, types, disabled_by, position, attempts, failing_since, next_at, created_at } = webhook;
  return {
    ...{ webhook_id, url, types, enabled: disabled_by === null, disabled_by, position, attempts },
    failing_since: isoOrNull(failing_since),
    next_at: isoText(next_at),
    created_at: isoText(created_at),
  };
}
