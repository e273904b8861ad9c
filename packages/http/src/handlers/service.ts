import type { serviceOperations } from "@retrieval/api";
import { sameText } from "@retrieval/core";
import { refuse } from "@retrieval/core/errors";
import { bearerToken } from "../routing/authenticate.js";
import type { HandlersOf } from "../routing/handler.js";

const NOT_THE_TOKEN = refuse("UNAUTHORIZED", { code: "metrics_token.wrong" });

export const serviceHandlers: HandlersOf<
  typeof serviceOperations,
  "apiDocument" | "metrics" | "metricsToken" | "ready" | "tokens"
> = {
  async readHealth() {
    return { status: 200, body: { status: "ok" } };
  },
  async readReadiness(_request, { ready }) {
    return { status: 200, body: { status: "ready", ...(await ready()) } };
  },
  async readMetrics({ req }, { metrics, metricsToken }) {
    if (metricsToken !== null && !sameText(bearerToken(req) ?? "", metricsToken)) return NOT_THE_TOKEN;
    const { mediaType, text } = await metrics.exposition();
    return { status: 200, bytes: Buffer.from(text, "utf8"), headers: { "Content-Type": mediaType } };
  },
  async readPublicKeys(_request, { tokens }) {
    return { status: 200, body: { keys: tokens.publicKeys() }, headers: { "Cache-Control": "public, max-age=300" } };
  },
  async readApiDocument(_request, { apiDocument: { etag, ...content } }) {
    return { status: 200, ...content, headers: { "Cache-Control": "no-cache", ETag: etag } };
  },
};
