import type { modelOperations } from "@retrieval/api";
import type { HandlersOf } from "../routing/handler.js";
import { wholeList } from "../routing/page-cursors.js";

const NOT_EMBEDDED = { model: null, documents: 0, embedded: 0, kept_back: 0, waiting: [] };

export const modelHandlers: HandlersOf<typeof modelOperations, "embedding" | "models"> = {
  async listModels(_request, { models }) {
    return { status: 200, body: wholeList(models) };
  },
  async readEmbeddingProgress(_request, { embedding }) {
    if (embedding === null) return { status: 200, body: NOT_EMBEDDED };
    const { waiting, ...progress } = await embedding.progress();
    return { status: 200, body: { model: embedding.model, ...progress, waiting: [...waiting] } };
  },
};
