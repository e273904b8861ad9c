import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Embedder, isModelFailure } from "@retrieval/core/ports";

export interface OpenEmbedder {
  readonly embedder: Embedder;
  /** How many requests its server has received. */
  requests(): number;
  close(): Promise<void>;
}

/**
 * The contract of {@link Embedder}.
 * @param open an embedder whose model is healthy and gives one text the same vector each time
 */
export function embedderContract(name: string, open: () => Promise<OpenEmbedder>): void {
  describe(`${name} keeps the contract of Embedder`, () => {
    let opened: OpenEmbedder;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    const { signal } = new AbortController();
    const texts = [
      "通勤手当は月額55,000円を上限とする。",
      "Annual leave",
      "年次有給休暇",
      "x",
      "\ud842\udfb7野家",
      "  ",
    ];

    async function embed(given: readonly string[], kind: "query" | "passage" = "passage") {
      const vectors = await opened.embedder.embed(kind, given, signal);
      if (isModelFailure(vectors)) throw new Error(vectors.failed);
      return vectors;
    }

    it("gives each text a vector of length 1, all of one dimension", async () => {
      const vectors = await embed(texts);
      expect(vectors).toHaveLength(texts.length);
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect(new Set(vectors.map(({ length }) => length)).size).toBe(1);
    });

    it.each([1, 31, 32, 33, 100])("keeps the order of %d texts", async (count) => {
      const many = Array.from({ length: count }, (_, i) => `第${i + 1}条`);
      const vectors = await embed(many);
      expect(vectors).toHaveLength(count);
      for (const place of new Set([0, Math.floor(count / 2), count - 1])) {
        expect(await embed([many[place] as string])).toEqual([vectors[place]]);
      }
    });

    it("gives equal texts equal vectors", async () => {
      const [first, other, second] = await embed(["休暇", "手当", "休暇"]);
      expect(first).toEqual(second);
      expect(first).not.toEqual(other);
    });

    it("takes queries as well as passages", async () => {
      const [[query], [passage]] = [await embed(["休暇"], "query"), await embed(["休暇"])];
      expect(query?.length).toBe(passage?.length);
    });

    it("takes a lone surrogate as U+FFFD", async () => {
      expect(await embed(["a\ud83db"])).toEqual(await embed(["a\ufffdb"]));
    });

    it("answers no texts without its server", async () => {
      expect(await embed([])).toEqual([]);
      expect(opened.requests()).toBe(0);
    });

    it("answers timeout, without its server, if the signal aborted before", async () => {
      const outcome = await opened.embedder.embed("query", ["休暇"], AbortSignal.abort());
      expect(outcome).toEqual({ failed: "timeout" });
      expect(opened.requests()).toBe(0);
    });

    it("answers calls at the same time independently", async () => {
      const alone = await embed(texts);
      const together = await Promise.all(texts.map((text) => embed([text])));
      expect(together.flat()).toEqual(alone);
    });

    it("names its model and where it sends texts", () => {
      expect(opened.embedder.model).not.toBe("");
      expect(opened.embedder.host ?? "none").toMatch(/^[^/@]+$/);
    });
  });
}
