import Type from "typebox";
import { operationsOf } from "./parts/define.js";
import { named } from "./parts/shapes.js";

const OTHERS_IGNORED = "Query parameters are ignored, because probes and caches add some.";

export const ReadinessSchema = named("Readiness", "That the service can answer.", {
  status: Type.Literal("ready", { description: "Always ready; otherwise the answer is 503." }),
  meaning: Type.Enum(["on", "off", "starting"], {
    description:
      "Search by meaning. starting: the embedded model is being loaded, and searches go by words meanwhile. off: by the settings, or because the embedded model cannot be loaded; the log and `retrieval doctor` say why.",
  }),
});

export const serviceOperations = operationsOf("Operation", {
  readHealth: {
    access: "public",
    summary: "Check that the process is running",
    description: `Does not query the database. ${OTHERS_IGNORED}`,
    query: "ignored",
    answers: {
      200: {
        description: "The process is running.",
        json: named("Health", "That the process runs.", { status: Type.Literal("ok", { description: "Always ok." }) }),
      },
    },
  },
  readReadiness: {
    access: "public",
    summary: "Check that the service can answer",
    description: `Refused while the database is unavailable, while the search index is being built, after the service was told to stop, and once a newer version is ready in its place. ${OTHERS_IGNORED}`,
    query: "ignored",
    answers: { 200: { description: "The service can answer.", json: ReadinessSchema } },
    refusals: ["UNAVAILABLE"],
  },
  readMetrics: {
    access: "public",
    summary: "Read the metrics",
    description:
      "For Prometheus. If METRICS_TOKEN is set, the call needs it: `Authorization: Bearer <token>`. Without METRICS_TOKEN, only direct calls from the loopback address are answered; a call with a header that a proxy adds, such as X-Forwarded-For, and every call while TRUST_PROXY is set, gets 404. docs/operate/monitoring.md explains each metric.",
    answers: {
      200: {
        description: "The metrics of this instance, and the jobs of all instances.",
        texts: {
          "text/plain": {
            description: "Prometheus' text format, version 0.0.4.",
            example: "# TYPE retrieval_database_up gauge\nretrieval_database_up 1\n",
          },
        },
      },
    },
    refusals: ["UNAUTHORIZED", "NOT_FOUND"],
  },
  readPublicKeys: {
    access: "public",
    summary: "Read the public keys of session tokens",
    description: `A JSON Web Key Set (RFC 7517); empty if tokens are signed with a secret. ${OTHERS_IGNORED}`,
    query: "ignored",
    answers: {
      200: {
        description: "The keys that other services verify tokens with.",
        json: named("JsonWebKeySet", "Public keys (RFC 7517).", {
          keys: Type.Array(Type.Object({}), { description: "The current key first." }),
        }),
      },
    },
  },
  readApiDocument: {
    access: "public",
    summary: "Read this document",
    headers: ["If-None-Match"],
    answers: {
      200: {
        description: "The description of the API in OpenAPI 3.1.",
        json: Type.Object(
          { openapi: Type.Literal("3.1.1", { description: "The version of OpenAPI." }) },
          { $id: "ApiDocument", description: "This document." },
        ),
        headers: ["ETag"],
      },
      304: { description: "The document still has the ETag of If-None-Match.", headers: ["ETag"] },
    },
  },
});
