import { isHeading, type StructuredChunk } from "@retrieval/core/chunks";
import type { IndexedDocument } from "@retrieval/core/ports";
import { makeTermVectors } from "@retrieval/core/search";
import { readCorpus } from "./corpus.js";
import { Random } from "./random.js";

const CHUNKS_PER_DOCUMENT = 10;
const SENTENCE_END = /(?<=[。．！？\n]|[.!?]\s)/;

/** Groups, and of how many documents each sees one. */
export const SEES_ONE_OF = { tenth: 10, few: 200 } as const;

/**
 * Documents of ten chunks whose sections all differ: headings and types of chunks that follow each other in the corpus,
 * with sentences that are drawn from all of it, as many as the chunk had.
 */
export async function* distinctDocuments(chunks: number): AsyncGenerator<IndexedDocument> {
  const { documents } = await readCorpus();
  const base = documents.flatMap((document) => document.chunks);
  const sentencesOf = ({ content }: StructuredChunk) => content?.split(SENTENCE_END) ?? [];
  const sentences = base.flatMap(sentencesOf).filter((sentence) => sentence.trim().length > 5);
  const random = new Random(11);
  for (let i = 1; i <= chunks / CHUNKS_PER_DOCUMENT; i += 1) {
    const first = random.upTo(base.length - CHUNKS_PER_DOCUMENT);
    const own = base.slice(first, first + CHUNKS_PER_DOCUMENT).map((chunk): StructuredChunk => {
      if (chunk.content === null || isHeading(chunk)) return chunk;
      const content = sentencesOf(chunk).map(() => random.pick(sentences));
      return { ...chunk, content: content.join("") };
    });
    const title = `Document ${i}`;
    const audience = Object.entries(SEES_ONE_OF).flatMap(([group, of]) => (i % of === 0 ? `g:${group}` : []));
    const key = { document_id: `d${i}`, revision_id: String(i) };
    const head = { ...key, title, version: "1", published_at: 0, audience };
    yield { ...head, vectors: makeTermVectors(title, own), meaning: null };
  }
}
