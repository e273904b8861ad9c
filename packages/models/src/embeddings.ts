import { isObject } from "@retrieval/core/limits";
import { type Embedder, isModelFailure, type ModelFailure } from "@retrieval/core/ports";
import { askByHalves } from "./halves.js";
import { askJson } from "./http/ask-json.js";
import { modelServer, type ServerSettings } from "./http/model-server.js";
import { inOrder } from "./places.js";
import { readVector } from "./vector.js";

export interface EmbedderSettings extends ServerSettings {
  /** Put before each query: `query: ` for E5. Default none. */
  readonly queryPrefix?: string;
  /** Put before each passage: `passage: ` for E5. Default none. */
  readonly passagePrefix?: string;
}

/** The time limit of one request in milliseconds. */
const ATTEMPT_MS = 30_000;
/** Texts in one request. Text Embeddings Inference accepts no more unless it is told to. */
const BATCH = 32;

/** The embeddings of OpenAI's API, which most servers have: POST {url}/embeddings. */
export function createEmbedder(settings: EmbedderSettings): Embedder {
  const { queryPrefix = "", passagePrefix = "" } = settings;
  const server = modelServer(settings);
  const { model, host } = server;

  async function ask(input: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[] | ModelFailure> {
    // Servers that have base64 would answer it by default to some clients.
    const body = { model, input, encoding_format: "float" };
    const answer = await askJson(server, `${server.base}/embeddings`, body, { signal, attemptMs: ATTEMPT_MS });
    if (isModelFailure(answer)) return answer;
    const data = isObject(answer.done) ? answer.done.data : null;
    return inOrder(data, input.length, ({ embedding }) => readVector(embedding)) ?? { failed: "malformed" };
  }

  return {
    model,
    host,
    embed: async (kind, texts, signal) => {
      const prefix = kind === "query" ? queryPrefix : passagePrefix;
      // A lone surrogate cannot be sent as UTF-8: servers in Rust refuse the whole request for one.
      const inputs = texts.map((text) => `${prefix}${text}`.toWellFormed());
      const vectors: Float32Array[] = [];
      for (let first = 0; first < inputs.length; first += BATCH) {
        const batch = await askByHalves(inputs.slice(first, first + BATCH), (part) => ask(part, signal), first);
        if (isModelFailure(batch)) return batch;
        vectors.push(...batch);
      }
      return vectors.every(({ length }) => length === vectors[0]?.length) ? vectors : { failed: "malformed" };
    },
  };
}
