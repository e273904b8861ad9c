import { isObject } from "@retrieval/core/limits";
import { isModelFailure, type ModelFailure, type Reranker } from "@retrieval/core/ports";
import { askByHalves } from "./halves.js";
import { askJson } from "./http/ask-json.js";
import { type ModelServer, modelServer, type ServerSettings } from "./http/model-server.js";
import { type Entry, inOrder } from "./places.js";

/** The time limit of one request in milliseconds. */
const ATTEMPT_MS = 10_000;

/** A dialect of /rerank: where it is, and what it calls the passages. */
interface Dialect {
  readonly url: string;
  readonly body: (query: string, passages: readonly string[]) => object;
}

/** Statuses with which a server says that it has no such address, or that it does not know such a body. */
const NO_ADDRESS: readonly unknown[] = [404, 405];
const NO_BODY: readonly unknown[] = [400, 422];

/**
 * POST {url}/rerank as Jina, Cohere, vLLM, llama.cpp and Text Embeddings Inference have it. It learns from refusals
 * which dialect the server speaks, and remembers it.
 */
export function createReranker(settings: ServerSettings): Reranker {
  const server = modelServer(settings);
  const { model, host } = server;
  const dialects = dialectsOf(server);
  let [spoken] = dialects;

  async function ask(query: string, passages: readonly string[], signal: AbortSignal) {
    const missing = new Set<string>();
    let refused: ModelFailure | undefined;
    for (const dialect of [spoken, ...dialects.filter((other) => other !== spoken)]) {
      if (missing.has(dialect.url)) continue;
      const answer = await askJson(server, dialect.url, dialect.body(query, passages), {
        signal,
        attemptMs: ATTEMPT_MS,
      });
      const isFailure = isModelFailure(answer);
      if (!isFailure || answer.failed === "too_long") spoken = dialect;
      if (!isFailure) return readScores(answer.done, passages.length) ?? malformed;
      if (answer.failed !== "refused") return answer;
      refused ??= answer;
      if (NO_ADDRESS.includes(answer.status)) missing.add(dialect.url);
      else if (!NO_BODY.includes(answer.status)) return answer;
    }
    return refused ?? malformed;
  }

  return {
    model,
    host,
    rerank: async (query, passages, signal) => {
      if (passages.length === 0) return [];
      const wellFormed = passages.map((passage) => passage.toWellFormed());
      return askByHalves(wellFormed, (part) => ask(query.toWellFormed(), part, signal));
    },
  };
}

const malformed: ModelFailure = { failed: "malformed" };

/**
 * The most common dialect first. No body has a field that a server of its dialect does not know: Cohere refuses such a
 * body. A body with both `documents` and `texts` would therefore not do for all.
 */
function dialectsOf({ base, model }: ModelServer): readonly [Dialect, ...Dialect[]] {
  const documents = (query: string, documents: readonly string[]) => ({
    model,
    query,
    documents,
    top_n: documents.length,
  });
  // Text Embeddings Inference. Without `truncate` one passage that is too long fails all.
  const texts = (query: string, texts: readonly string[]) => ({ query, texts, truncate: true });
  // Its /rerank is not below /v1.
  const root = base.endsWith("/v1") ? base.slice(0, -"/v1".length) : base;
  return [
    { url: `${base}/rerank`, body: documents },
    { url: `${base}/rerank`, body: texts },
    { url: `${root}/rerank`, body: texts },
  ];
}

/** A bare list, or one in `results` or `data`; null unless each passage has one finite score. */
function readScores(answer: unknown, count: number): readonly number[] | null {
  const entries = isObject(answer) ? (answer.results ?? answer.data) : answer;
  return inOrder(entries, count, readScore);
}

function readScore({ score, relevance_score }: Entry): number | null {
  const value = relevance_score ?? score;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
