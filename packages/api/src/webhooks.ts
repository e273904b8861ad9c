import {
  CHANGE_TYPES,
  DELIVERY_DAYS,
  DISABLED_BY,
  OUTGOING_FAILURES,
  ROTATION_HOURS,
  WEBHOOK_URL_MAX,
  WEBHOOKS_MAX,
} from "@retrieval/core/limits";
import Type from "typebox";
import { jsonBody, operationsOf } from "./parts/define.js";
import { PAGE } from "./parts/parameters.js";
import { closed, named, nullable, pageOfList } from "./parts/shapes.js";
import { count, flag, text, texts, timestamp } from "./parts/values.js";

const WEBHOOK = {
  webhook_id: text("The webhook's identifier."),
  url: text("Where changes are sent.", "https://chat.example.com/hooks/documents"),
  types: texts("The types of changes that are sent."),
  enabled: flag("false: nothing is sent, and changes wait."),
  disabled_by: nullable(
    Type.Enum([...DISABLED_BY], {
      description:
        "Why it is not enabled. gone: the receiver answered 410. failing: it failed for five days. null: it is enabled.",
    }),
  ),
  position: count("Every change up to this position was delivered, or is not of its types.", 1),
  attempts: count("Failed attempts to deliver the next change."),
  failing_since: nullable(timestamp("When the first of them was; null: there is none.")),
  next_at: timestamp("When the next attempt is due."),
  created_at: timestamp("When it was created."),
};
const SECRET = {
  secret: text("Signs the messages (Standard Webhooks). It is shown this once.", "whsec_…"),
};

const ATTEMPT = {
  status: nullable(count("The status that the receiver answered, whatever else it answered; null: it did not.", 204)),
  failed: nullable(
    Type.Enum([...OUTGOING_FAILURES], {
      description:
        "Why there was no answer. address_refused: not https, or an address of a private network that OUTGOING_PRIVATE_NETWORKS does not allow.",
    }),
  ),
};

const Url = Type.String({
  minLength: 1,
  maxLength: WEBHOOK_URL_MAX,
  description: "https, and not to a private network, unless OUTGOING_PRIVATE_NETWORKS allows it.",
});
const Types = Type.Array(Type.Enum([...CHANGE_TYPES]), {
  minItems: 1,
  uniqueItems: true,
  description: "The types of changes that are sent.",
});

const WebhookSchema = named("Webhook", "An address that is told changes, without its secret.", WEBHOOK);
const EXAMPLE = { url: "https://chat.example.com/hooks/documents", types: ["document.in_force", "access.changed"] };

export const webhookOperations = operationsOf("Changes", {
  listWebhooks: {
    summary: "List webhooks",
    answers: { 200: { description: "The oldest first.", json: pageOfList("WebhookList", WebhookSchema) } },
  },
  createWebhook: {
    summary: "Create a webhook",
    description: `Sends each change of these types from now on as a message of Standard Webhooks, whose body is the change as the feed has it. Changes come in the order of the feed, each at least once: a message may come again under the same \`webhook-id\`. A status of 2xx within 15 seconds takes it. Otherwise it is sent again after 5 seconds, 5 and 30 minutes, and then every 2 hours or when Retry-After says, and later changes wait. After five days, or the status 410, the webhook is disabled. Redirects are not followed. There are at most ${WEBHOOKS_MAX}.`,
    hasSecret: true,
    body: jsonBody(named("WebhookRequest", "The webhook to create.", { url: Url, types: Types })),
    example: { bodies: { "application/json": EXAMPLE } },
    answers: {
      201: {
        description: "The webhook with its secret.",
        json: named("NewWebhook", "A webhook with its secret.", { ...WEBHOOK, ...SECRET }),
      },
    },
    refusals: ["CONFLICT"],
  },
  changeWebhook: {
    summary: "Change, enable or replay a webhook",
    description: "What waits is usually sent within 15 seconds.",
    body: jsonBody(
      Type.Object(
        {
          url: Type.Optional(Url),
          types: Type.Optional(Types),
          enabled: Type.Optional(Type.Boolean({ description: "Whether changes are sent." })),
          position: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: Number.MAX_SAFE_INTEGER,
              description: "Sends the changes after this position, also those that were sent before.",
            }),
          ),
        },
        {
          $id: "WebhookChanges",
          description: "What changes.",
          additionalProperties: false,
          minProperties: 1,
        },
      ),
    ),
    example: { bodies: { "application/json": { enabled: true } } },
    answers: { 200: { description: "The webhook.", json: WebhookSchema } },
    refusals: ["WEBHOOK_NOT_FOUND", "CHANGES_GONE"],
  },
  deleteWebhook: {
    summary: "Delete a webhook",
    answers: { 204: { description: "It is deleted, with the list of its deliveries." } },
    refusals: ["WEBHOOK_NOT_FOUND"],
  },
  rotateWebhookSecret: {
    summary: "Make a new secret for a webhook",
    description: `For ${ROTATION_HOURS} hours each message has a signature by the new secret and one by the secret before.`,
    hasSecret: true,
    answers: {
      200: {
        description: "The new secret.",
        json: named("RotatedSecret", "A new secret.", {
          ...SECRET,
          previous_until: timestamp("Until when the secret before signs too."),
        }),
      },
    },
    refusals: ["WEBHOOK_NOT_FOUND"],
  },
  testWebhook: {
    summary: "Send a test message to a webhook",
    description: "Of the type `webhook.test`, once and now, also while the webhook is disabled.",
    answers: {
      200: {
        description: "What came back.",
        json: named("WebhookTest", "The end of a test.", ATTEMPT),
      },
    },
    refusals: ["WEBHOOK_NOT_FOUND"],
  },
  listWebhookDeliveries: {
    summary: "List the deliveries of a webhook",
    description: `Each attempt of the last ${DELIVERY_DAYS} days, the newest first.`,
    query: Type.Object(PAGE),
    answers: {
      200: {
        description: "A page of attempts.",
        json: pageOfList(
          "WebhookDeliveryPage",
          closed({
            at: timestamp("When it was sent."),
            position: count("The position of the change.", 1),
            type: text("The type of the change.", "document.in_force"),
            ...ATTEMPT,
            duration_ms: count("How long it took, in milliseconds.", 120),
          }),
        ),
      },
    },
    refusals: ["WEBHOOK_NOT_FOUND"],
  },
});
