import type { ModelFailure } from "@retrieval/core/ports";

/**
 * What servers write about a text, or a batch, that is longer than they read: OpenAI and vLLM "maximum context length",
 * llama.cpp "exceeds the available context size" and (with status 500) "too large to process", Ollama "exceeds the
 * context length", Text Embeddings Inference "must have less than 512 tokens" and "maximum allowed batch size".
 */
const TOO_LONG =
  /context[ _](?:length|size|window)|too (?:long|large)|have less than \d{1,9} tokens|maximum (?:allowed )?(?:batch|input|sequence)|max(?:imum)? [\d,]{1,12} tokens/i;

/**
 * The failure that an error status means.
 * @param text the beginning of the body, which is read here and never repeated
 */
export function failureOfStatus(status: number, text: string): ModelFailure {
  if (status === 413) return { failed: "too_long", status };
  if ((status === 400 || status === 422 || status === 500) && TOO_LONG.test(text))
    return { failed: "too_long", status };
  if (status === 429 || status === 503) return { failed: "overloaded", status };
  if (status === 408 || status === 504) return { failed: "timeout", status };
  if (status === 502) return { failed: "unreachable", status };
  return { failed: "refused", status };
}
