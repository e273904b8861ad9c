import type { ComparedArticle } from "./compare.js";

type Articles = readonly ComparedArticle[] | null;

const PAIRS_MAX = 32;
/** A comparison with more rows is made again for each reader, so that the memory is bounded. */
const ROWS_MAX = 2_000;

/** Keeps the latest comparisons: versions never change, and readers of one notice all open the same comparison. */
export class LatestComparisons {
  readonly #kept = new Map<string, Promise<Articles>>();

  /** @param compare answers null if this reader may not read the versions any more; another reader may */
  async of(pair: string, compare: () => Promise<Articles>): Promise<Articles> {
    const kept = this.#kept.get(pair);
    const known = kept === undefined ? null : await kept.catch(() => null);
    if (known !== null) return known;
    const comparing = compare();
    this.#kept.set(pair, comparing);
    const articles = await comparing.catch((error) => {
      this.#kept.delete(pair);
      throw error;
    });
    const rows = articles?.reduce((sum, article) => sum + article.rows.length, 0) ?? Number.POSITIVE_INFINITY;
    if (rows > ROWS_MAX) this.#kept.delete(pair);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > PAIRS_MAX) this.#kept.delete(oldest);
    return articles;
  }
}
