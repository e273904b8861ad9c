import { type Answer, embedderContract, rerankerContract, startModelServer } from "@retrieval/contract";
import { createEmbedder, createReranker } from "../src/index.js";
import { EMBEDDING_DIALECTS } from "./embedding-dialects.js";
import { RERANK_DIALECTS } from "./rerank-dialects.js";
import { testSettings } from "./settings.js";

async function open(answer: Answer) {
  const server = await startModelServer(answer);
  const { settings } = testSettings(server.url);
  return { settings, requests: () => server.received.length, close: server.close };
}

for (const [name, answer] of Object.entries(EMBEDDING_DIALECTS)) {
  embedderContract(`createEmbedder with ${name}`, async () => {
    const { settings, ...server } = await open(answer);
    return { embedder: createEmbedder(settings), ...server };
  });
}

for (const [name, answer] of Object.entries(RERANK_DIALECTS)) {
  rerankerContract(`createReranker with ${name}`, async () => {
    const { settings, ...server } = await open(answer);
    return { reranker: createReranker(settings), ...server };
  });
}
