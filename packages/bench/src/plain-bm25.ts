import { type StructuredChunk, sectionName } from "@retrieval/core/chunks";
import { termsOf } from "@retrieval/core/search";

/** The usual values (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). */
const K1 = 1.2;
const B = 0.75;

interface Counted {
  readonly chunk: StructuredChunk;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Textbook BM25, over all chunks in memory: the same terms, without fields, weights or references. */
export class PlainBm25 {
  readonly #chunks: readonly Counted[];
  readonly #having = new Map<string, number>();
  readonly #mean: number;

  constructor(chunks: readonly StructuredChunk[]) {
    this.#chunks = chunks.map(counted);
    for (const { counts } of this.#chunks)
      for (const term of counts.keys()) this.#having.set(term, (this.#having.get(term) ?? 0) + 1);
    this.#mean = this.#chunks.reduce((sum, { length }) => sum + length, 0) / Math.max(1, chunks.length);
  }

  search(query: string, limit: number): StructuredChunk[] {
    const terms = new Set(termsOf(query).map(({ text }) => text));
    return this.#chunks
      .map((counted) => ({ chunk: counted.chunk, score: this.#score(counted, terms) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ chunk }) => chunk);
  }

  #score({ counts, length }: Counted, terms: ReadonlySet<string>): number {
    let score = 0;
    for (const term of terms) {
      const count = counts.get(term);
      if (count === undefined) continue;
      const having = this.#having.get(term) as number;
      const rarity = Math.log(1 + (this.#chunks.length - having + 0.5) / (having + 0.5));
      score += (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / this.#mean));
    }
    return score;
  }
}

function counted(chunk: StructuredChunk): Counted {
  const { section_path, doc_title } = chunk.metadata;
  const isHeading = chunk.text_type === "heading" || chunk.text_type === "annex_title";
  const body = isHeading ? "" : (chunk.content ?? chunk.content_md ?? "");
  const terms = termsOf([doc_title, ...section_path.map(sectionName), body].join("\n"));
  const counts = new Map<string, number>();
  for (const { text } of terms) counts.set(text, (counts.get(text) ?? 0) + 1);
  return { chunk, counts, length: terms.length };
}
