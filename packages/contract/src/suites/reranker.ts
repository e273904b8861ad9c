import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { isModelFailure, type Reranker } from "@retrieval/core/ports";

export interface OpenReranker {
  readonly reranker: Reranker;
  /** How many requests its server has received. */
  requests(): number;
  close(): Promise<void>;
}

/**
 * The contract of {@link Reranker}.
 * @param open a reranker whose model is healthy, scores each passage independently of the others, and scores a passage
 *   that repeats the query above one that shares no word with it
 */
export function rerankerContract(name: string, open: () => Promise<OpenReranker>): void {
  describe(`${name} keeps the contract of Reranker`, () => {
    let opened: OpenReranker;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    const { signal } = new AbortController();
    const query = "慶弔休暇は何日か";

    async function rerank(passages: readonly string[]) {
      const scores = await opened.reranker.rerank(query, passages, signal);
      if (isModelFailure(scores)) throw new Error(scores.failed);
      return scores;
    }

    it("scores the passage that answers above another, wherever it stands", async () => {
      const [answers, other] = [`${query}。五日とする。`, "Parking"];
      const [first = 0, second = 0] = await rerank([answers, other]);
      expect(first).toBeGreaterThan(second);
      expect(await rerank([other, answers])).toEqual([second, first]);
    });

    it.each([1, 2, 40, 100])("has a finite score for each of %d passages, in their order", async (count) => {
      const passages = Array.from({ length: count }, (_, i) => query.slice(0, i % 7).padEnd(i + 9, "-"));
      const scores = await rerank(passages);
      expect(scores).toHaveLength(count);
      expect(scores.every(Number.isFinite)).toBe(true);
      const last = count - 1;
      expect(await rerank([passages[last] as string])).toEqual([scores[last]]);
    });

    it("scores equal passages equally", async () => {
      const [first, , second] = await rerank(["慶弔休暇", "手当", "慶弔休暇"]);
      expect(first).toBe(second);
    });

    it("takes empty passages and lone surrogates", async () => {
      expect(await rerank(["", "a\ud83db", "休暇"])).toHaveLength(3);
    });

    it("answers no passages without its server", async () => {
      expect(await rerank([])).toEqual([]);
      expect(opened.requests()).toBe(0);
    });

    it("answers timeout, without its server, if the signal aborted before", async () => {
      expect(await opened.reranker.rerank(query, ["休暇"], AbortSignal.abort())).toEqual({ failed: "timeout" });
      expect(opened.requests()).toBe(0);
    });

    it("answers calls at the same time independently", async () => {
      const passages = ["慶弔", "休暇", "何日か", "手当"];
      const alone = await rerank(passages);
      expect((await Promise.all(passages.map((passage) => rerank([passage])))).flat()).toEqual(alone);
    });

    it("names its model and where it sends texts", () => {
      expect(opened.reranker.model).not.toBe("");
      expect(opened.reranker.host).toMatch(/^[^/@]+$/);
    });
  });
}
