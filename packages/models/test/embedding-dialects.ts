import { type Answer, json, type Received } from "@retrieval/contract";

type Vector = readonly number[];
type Item = { readonly index: number; readonly embedding: Vector };

/** Not of length 1, as many models answer, and another one for each text. */
export function vectorOf(text: string): Vector {
  const vector = [3, 0, 0, 0, 0, 0, 0, 0];
  let place = 0;
  for (const character of text) {
    place = (place * 31 + (character.codePointAt(0) ?? 0)) % 1009;
    vector[place % 8] = (vector[place % 8] ?? 0) + 1 + place / 1009;
  }
  return vector;
}

export const items = (input: readonly string[]): Item[] =>
  input.map((text, index) => ({ index, embedding: vectorOf(text) }));

export const inputOf = ({ body }: Received) => body.input as readonly string[];

function dialect(path: string, answer: (request: Received) => Answer): Answer {
  return (request, response) => {
    const found = request.path === path ? answer(request) : json(404, { detail: "Not Found" });
    found(request, response);
  };
}

/** How servers answer POST /v1/embeddings. */
export const EMBEDDING_DIALECTS: Readonly<Record<string, Answer>> = {
  OpenAI: dialect("/v1/embeddings", (request) => {
    const asFloats = request.body.encoding_format === "float";
    const data = items(inputOf(request)).map(({ index, embedding }) => ({
      object: "embedding",
      index,
      embedding: asFloats ? embedding : Buffer.from(Float32Array.from(embedding).buffer).toString("base64"),
    }));
    const usage = { prompt_tokens: 8, total_tokens: 8 };
    return json(200, { object: "list", data, model: "test-model", usage });
  }),
  "Text Embeddings Inference": dialect("/v1/embeddings", (request) => {
    const input = inputOf(request);
    if (input.length > 32) return json(413, batchTooLarge(input.length));
    const data = items(input).map((item) => ({ object: "embedding", ...item }));
    return json(200, { object: "list", data, model: "x", usage: { prompt_tokens: 8, total_tokens: 8 } });
  }),
  vLLM: dialect("/v1/embeddings", (request) => {
    if (request.body.model !== "test-model") return json(404, { object: "error", message: "no such model", code: 404 });
    const data = items(inputOf(request)).map((item) => ({ ...item, object: "embedding" }));
    return json(200, { id: "embd-1", object: "list", created: 1, model: "test-model", data, usage: {} });
  }),
  "llama.cpp, whose slots finish in any order": dialect("/v1/embeddings", (request) =>
    json(200, { model: "gpt-3.5-turbo", object: "list", usage: {}, data: items(inputOf(request)).reverse() }),
  ),
  Jina: dialect("/v1/embeddings", (request) =>
    json(200, { model: "test-model", data: items(inputOf(request)).map((item) => ({ object: "embedding", ...item })) }),
  ),
  "Cohere, which knows no other fields": dialect("/v1/embeddings", (request) => {
    const unknown = unknownField(request, ["model", "input", "encoding_format"]);
    return unknown ?? json(200, { object: "list", data: items(inputOf(request)), model: "test-model" });
  }),
};

export function batchTooLarge(size: number) {
  return { error: `batch size ${size} > maximum allowed batch size 32`, error_type: "Validation" };
}

/** Cohere's refusal of a field that it does not know. */
export function unknownField({ body }: Received, known: readonly string[]): Answer | null {
  const field = Object.keys(body).find((name) => !known.includes(name));
  if (field === undefined) return null;
  return json(422, { message: `unknown field: parameter '${field}' is not a valid field` });
}
