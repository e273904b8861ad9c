import { type Answer, json, type Received } from "@retrieval/contract";
import { batchTooLarge, unknownField } from "./embedding-dialects.js";

/** The number of the query's characters that the passage has, above and below 0 as models without a sigmoid answer. */
function scoreOf(query: string, passage: string): number {
  return [...query].filter((character) => passage.includes(character)).length * 1.25 - 4;
}

function scored(request: Received, passages: readonly string[]) {
  const scores = passages.map((passage, index) => ({ index, score: scoreOf(String(request.body.query), passage) }));
  return scores.sort((a, b) => b.score - a.score);
}

function results(request: Received, passages: readonly string[]) {
  const count = Number(request.body.top_n ?? passages.length);
  return scored(request, passages)
    .slice(0, count)
    .map(({ index, score }) => ({ index, relevance_score: score }));
}

const named = ({ body }: Received, field: string) => body[field] as readonly string[] | undefined;
const missing = (field: string) =>
  json(422, { detail: [{ type: "missing", loc: ["body", field], msg: "Field required" }] });
const noAddress = json(404, { detail: "Not Found" });

function at(paths: readonly string[], answer: (request: Received) => Answer): Answer {
  return (request, response) => (paths.includes(request.path) ? answer(request) : noAddress)(request, response);
}

/** As llama.cpp does: the field says which of two forms the answer has. */
function eitherForm(request: Received): Answer {
  const [documents, texts] = [named(request, "documents"), named(request, "texts")];
  if (texts) return json(200, scored(request, texts));
  if (!documents) return json(400, { error: { code: 400, message: '"documents" must be a non-empty string array' } });
  return json(200, { model: "x", object: "list", usage: {}, results: results(request, documents) });
}

/** How servers answer POST /v1/rerank. */
export const RERANK_DIALECTS: Readonly<Record<string, Answer>> = {
  "Text Embeddings Inference": at(["/rerank"], (request) => {
    const texts = named(request, "texts");
    if (!texts) return missing("texts");
    if (texts.length > 32) return json(413, batchTooLarge(texts.length));
    return json(200, scored(request, texts));
  }),
  "Text Embeddings Inference behind a proxy that adds /v1": at(["/v1/rerank"], (request) => {
    const texts = named(request, "texts");
    return texts ? json(200, scored(request, texts)) : missing("texts");
  }),
  vLLM: at(["/v1/rerank", "/rerank", "/v2/rerank"], (request) => {
    const documents = named(request, "documents");
    if (!documents) return missing("documents");
    const entries = results(request, documents).map((one) => ({ ...one, document: { text: documents[one.index] } }));
    return json(200, { id: "rerank-1", model: "test-model", usage: { total_tokens: 9 }, results: entries });
  }),
  "llama.cpp": at(["/v1/rerank", "/rerank"], eitherForm),
  Jina: at(["/v1/rerank"], (request) => {
    const documents = named(request, "documents");
    if (!documents) return missing("documents");
    return json(200, { model: "test-model", object: "list", usage: {}, results: results(request, documents) });
  }),
  "Cohere, which knows no other fields": at(["/v1/rerank"], (request) => {
    const unknown = unknownField(request, ["model", "query", "documents", "top_n", "max_tokens_per_doc", "priority"]);
    const documents = named(request, "documents");
    return unknown ?? (documents ? json(200, { id: "1", results: results(request, documents) }) : missing("documents"));
  }),
  "a server that answers `data`": at(["/v1/rerank"], (request) =>
    json(200, { object: "list", data: results(request, named(request, "documents") ?? []) }),
  ),
};
