import Type from "typebox";
import { operationsOf } from "./parts/define.js";
import { closed } from "./parts/shapes.js";

const OTHERS_IGNORED = "Parameters in the query are ignored: probes and caches add some.";

export const serviceOperations = operationsOf("Operation", {
  readHealth: {
    access: "public",
    summary: "Say that the process is there",
    description: `Asks no database. ${OTHERS_IGNORED}`,
    query: "ignored",
    answers: {
      200: {
        description: "It is there.",
        json: closed({ status: Type.Literal("ok") }),
        example: { status: "ok" },
      },
    },
  },
  readReadiness: {
    access: "public",
    summary: "Say whether the service can answer",
    description: `Not while its database is away, and not once it was told to stop. ${OTHERS_IGNORED}`,
    query: "ignored",
    answers: {
      200: {
        description: "It can.",
        json: closed({ status: Type.Literal("ready") }),
        example: { status: "ready" },
      },
    },
    refusals: ["UNAVAILABLE"],
  },
  readMetrics: {
    access: "public",
    summary: "Read what the service counts",
    description:
      "For Prometheus. Where METRICS_TOKEN is set, it needs that token: `Authorization: Bearer <token>`. Without METRICS_TOKEN only direct calls from the loopback address are answered: none with a header that a proxy adds, such as X-Forwarded-For, and none where TRUST_PROXY is set; all others get 404. docs/operate/monitoring.md says what each metric means.",
    answers: {
      200: {
        description: "The metrics of this instance, and the jobs of all.",
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
    description: `A JSON Web Key Set (RFC 7517); empty while the tokens' key is a secret one. ${OTHERS_IGNORED}`,
    query: "ignored",
    answers: {
      200: {
        description: "The keys with which other services verify tokens.",
        json: closed({ keys: Type.Array(Type.Object({})) }),
        example: { keys: [] },
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
        json: Type.Object({ openapi: Type.Literal("3.1.1") }),
        example: { openapi: "3.1.1" },
        headers: ["ETag"],
      },
      304: { description: "It still has the ETag of If-None-Match.", headers: ["ETag"] },
    },
  },
});
