import { type StructuredChunk, sectionName } from "@retrieval/core/chunks";
import { termsOf } from "@retrieval/core/search";
import type { CorpusSection } from "./corpus-sections.js";

/** The usual values (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). */
const K1 = 1.2;
const B = 0.75;

interface Counted {
  readonly section: CorpusSection;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Textbook BM25, over all sections in memory: the same terms, without fields, weights or references. */
export class PlainBm25 {
  readonly #sections: readonly Counted[];
  readonly #having = new Map<string, number>();
  readonly #mean: number;

  constructor(sections: readonly CorpusSection[]) {
    this.#sections = sections.map(counted);
    for (const { counts } of this.#sections)
      for (const term of counts.keys()) this.#having.set(term, (this.#having.get(term) ?? 0) + 1);
    this.#mean = this.#sections.reduce((sum, { length }) => sum + length, 0) / Math.max(1, sections.length);
  }

  search(query: string, limit: number): CorpusSection[] {
    const terms = new Set(termsOf(query).map(({ text }) => text));
    return this.#sections
      .map((counted) => ({ section: counted.section, score: this.#score(counted, terms) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ section }) => section);
  }

  #score({ counts, length }: Counted, terms: ReadonlySet<string>): number {
    let score = 0;
    for (const term of terms) {
      const count = counts.get(term);
      if (count === undefined) continue;
      const having = this.#having.get(term) as number;
      const rarity = Math.log(1 + (this.#sections.length - having + 0.5) / (having + 0.5));
      score += (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / this.#mean));
    }
    return score;
  }
}

/** What all peers read of a section. */
export function sectionText({ chunks }: CorpusSection): string {
  const { section_path, doc_title } = (chunks[0] as StructuredChunk).metadata;
  const bodies = chunks.map(({ content, content_md }) => content ?? content_md ?? "");
  return [doc_title, ...section_path.map(sectionName), ...bodies].join("\n");
}

function counted(section: CorpusSection): Counted {
  const terms = termsOf(sectionText(section));
  const counts = new Map<string, number>();
  for (const { text } of terms) counts.set(text, (counts.get(text) ?? 0) + 1);
  return { section, counts, length: terms.length };
}
