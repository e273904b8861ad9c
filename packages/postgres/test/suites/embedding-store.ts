import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  ADMIN,
  aParagraph,
  aVersion,
  changedIn,
  describeUnless,
  documentsOf,
  HOSTILE_NAMES,
  type VersionFields,
} from "@retrieval/contract";
import { CLOSED } from "@retrieval/core";
import type { EmbeddingModel, EmbeddingStore, IndexChanges, IndexSource } from "@retrieval/core/ports";
import { type EmbeddingPart, embeddingParts, packVector, SCALE_BYTES } from "@retrieval/core/search";
import type { LeftOutOfDocuments, OpenDocuments } from "./open-documents.js";

export interface OpenEmbeddings extends OpenDocuments {
  readonly store: EmbeddingStore;
  /** The store of another instance. */
  readonly elsewhereStore?: EmbeddingStore;
  /** What an index reads, with the vectors of this model. */
  sourceWith(model: EmbeddingModel): IndexSource;
  /** Makes everything older, also what notes that a model is in use. */
  age(hours: number): Promise<void>;
}

const E5: EmbeddingModel = { model: "e5", variant: "passage: " };
const RURI: EmbeddingModel = { model: "ruri", variant: "" };
const E5_VERSION = "e5@2026-01-31";
const ANY = { only_open: false, except: [], limit: 10 };

/** A vector of length 1 that differs from text to text. */
function vectorOf({ hash }: Pick<EmbeddingPart, "hash">, dimensions = 4): Float32Array {
  const numbers = Array.from({ length: dimensions }, (_, i) => (hash[i] as number) - 127.5);
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}

/**
 * The contract of {@link EmbeddingStore}, and of the meaning that an index reads.
 * @param open a store without documents and vectors
 */
export function embeddingStoreContract(
  name: string,
  open: () => Promise<OpenEmbeddings>,
  leftOut: LeftOutOfDocuments = {},
): void {
  describe(`${name} keeps the contract of EmbeddingStore`, () => {
    let opened: OpenEmbeddings;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    /** Named by its number, so that it is another one than the last. */
    const publish = async (document_id: string, fields: Partial<VersionFields> = {}) => {
      const accepted = await opened.accept();
      return opened.chunks.publish(aVersion({ document_id, accepted, version: `${accepted}`, ...fields }));
    };
    const oneText = (text: string) => ({ tree: { children: [aParagraph(text)] } });
    const next = async (model = E5, which: Partial<Parameters<EmbeddingStore["next"]>[1]> = {}) =>
      (await opened.store.next(model, { ...ANY, ...which })).map(({ document_id }) => document_id);
    const toEmbed = async (document_id: string, model = E5) => {
      const found = (await opened.store.next(model, ANY)).find((one) => one.document_id === document_id);
      if (found === undefined) throw new Error(`${document_id} has its vectors`);
      const parts = embeddingParts(found.title, (await opened.store.chunks(found.revision_id)) ?? []);
      return { ...found, parts };
    };
    const add = (parts: readonly EmbeddingPart[], model = E5, dimensions = 4) =>
      opened.store.add(
        model,
        parts.map((part) => ({ hash: part.hash, vector: vectorOf(part, dimensions) })),
      );
    const finish = (revision_id: string, parts: readonly EmbeddingPart[], model = E5) =>
      opened.store.finish(model, revision_id, parts, `${model.model}@2026-01-31`);
    const embed = async (document_id: string, model = E5) => {
      const { revision_id, parts } = await toEmbed(document_id, model);
      await add(parts, model);
      await finish(revision_id, parts, model);
      return { revision_id, parts };
    };
    const missing = async (parts: readonly EmbeddingPart[], revision_id: string, only_open = false, model = E5) => {
      const hashes = parts.map(({ hash }) => hash);
      const found = await opened.store.missing(model, { revision_id, only_open }, hashes);
      return found?.map((hash) => hashes.indexOf(hash)) ?? null;
    };
    const meaningOf = async (document_id: string, model = E5) =>
      (await documentsOf(opened.sourceWith(model), [document_id]))[0]?.meaning;

    it("keeps one calibration for each model: the first one", async () => {
      expect(await opened.store.calibration(E5)).toBeNull();
      const made = (number: number) => ({
        means: Float32Array.from({ length: 24 }, (_, i) => i / number),
        similarity: { mean: 1 / number, deviation: 0.1 },
      });
      await opened.store.keepCalibration(E5, made(7));
      await opened.store.keepCalibration(E5, made(3));
      expect(await opened.store.calibration(E5)).toEqual(made(7));
      expect(await opened.store.calibration({ ...E5, variant: "other" })).toBeNull();
      expect(await opened.store.calibration(RURI)).toBeNull();
    });

    describe("documents to embed", () => {
      it("are the published ones, the oldest change first, as many as asked for", async () => {
        expect(await next()).toEqual([]);
        for (const id of ["b", "a", "c", "d"]) await publish(id);
        await opened.chunks.saveDraft(aVersion({ document_id: "draft", accepted: await opened.accept() }));
        await opened.catalog.remove("c");
        expect(await next()).toEqual(["b", "a", "d"]);
        await publish("b", { title: "new" });
        expect(await next(E5, { limit: 2 })).toEqual(["a", "d"]);
        expect(await opened.store.next(E5, ANY)).toContainEqual({
          document_id: "b",
          revision_id: expect.any(String),
          title: "new",
        });
      });

      it("are those without vectors of this model, with this prefix", async () => {
        await publish("a");
        await publish("b");
        await embed("a");
        expect(await next()).toEqual(["b"]);
        expect(await next(RURI)).toEqual(["a", "b"]);
        expect(await next({ ...E5, variant: "" })).toEqual(["a", "b"]);
        await publish("a", oneText("new"));
        expect(await next()).toEqual(["b", "a"]);
      });

      it("are only open ones, and not those that are left out, if it is asked for", async () => {
        for (const id of ["a", "b", "c"]) await publish(id);
        await opened.catalog.changeRules("b", CLOSED, null);
        expect(await next(E5, { only_open: true })).toEqual(["a", "c"]);
        const { revision_id } = await toEmbed("a");
        expect(await next(E5, { except: [revision_id], only_open: true })).toEqual(["c"]);
      });

      it("have their chunks, in reading order, while they are published", async () => {
        await publish("a");
        const { revision_id } = await toEmbed("a");
        const { chunks } = aVersion({ document_id: "a", accepted: 1 });
        expect(await opened.store.chunks(revision_id)).toEqual(chunks);
        await publish("a", oneText("new"));
        expect(await opened.store.chunks(revision_id)).toBeNull();
        expect(await opened.store.chunks("999999")).toBeNull();
      });
    });

    describe("vectors", () => {
      it("are missing until they were added, for each model", async () => {
        await publish("a");
        const { revision_id, parts } = await toEmbed("a");
        expect(await missing(parts, revision_id)).toEqual([0, 1, 2, 3]);
        await add([parts[1], parts[3]] as EmbeddingPart[]);
        expect(await missing(parts, revision_id)).toEqual([0, 2]);
        expect(await missing(parts, revision_id, false, RURI)).toEqual([0, 1, 2, 3]);
        expect(await missing([], revision_id)).toEqual([]);
      });

      it("are there for the same text of a new version and of another document", async () => {
        await publish("a");
        const { parts } = await embed("a");
        await publish("a", { title: "new" });
        await publish("b");
        for (const id of ["a", "b"]) {
          const { revision_id, parts } = await toEmbed(id);
          // Every text begins with the document's title.
          expect(await missing(parts, revision_id)).toEqual(id === "a" ? [0, 1, 2, 3] : []);
        }
        expect(parts.length).toBe(4);
      });

      it("are not asked for any more where the revision was replaced, removed or closed", async () => {
        await publish("a");
        const { revision_id, parts } = await toEmbed("a");
        expect(await missing(parts, revision_id, true)).toHaveLength(4);
        await opened.catalog.changeRules("a", CLOSED, null);
        expect(await missing(parts, revision_id, true)).toBeNull();
        expect(await missing(parts, revision_id)).toHaveLength(4);
        await publish("a", oneText("new"));
        expect(await missing(parts, revision_id)).toBeNull();
        const last = await toEmbed("a");
        await opened.catalog.remove("a");
        expect(await missing(parts, last.revision_id)).toBeNull();
      });

      it("are of one dimension; others of the same model are not added", async () => {
        await publish("a");
        const { revision_id, parts } = await toEmbed("a");
        const [first, ...others] = parts as [EmbeddingPart, ...EmbeddingPart[]];
        expect(await add([first])).toBe(4);
        expect(await add(others, E5, 3)).toBe(4);
        expect(await missing(parts, revision_id)).toEqual([1, 2, 3]);
        expect(await add(others, RURI, 3)).toBe(3);
        expect(await add(parts)).toBe(4);
        expect(await missing(parts, revision_id)).toEqual([]);
      });
    });

    describe("a document that has all its vectors", () => {
      it("is a change, and comes with them", async () => {
        await publish("a");
        await publish("b");
        expect(await meaningOf("a")).toBeNull();
        const source = opened.sourceWith(E5);
        const before = await source.generation();
        const { parts } = await embed("a");
        expect(changedIn((await source.changesSince(before)) as IndexChanges)).toEqual([["a"], false]);

        const meaning = await meaningOf("a");
        expect(meaning).toMatchObject({ dimensions: 4 });
        expect(meaning?.parts).toEqual(parts.map(({ place, chunks }) => ({ place, chunks })));
        expect(meaning?.vectors).toEqual(Uint8Array.from(parts.flatMap((part) => [...packVector(vectorOf(part))])));
        expect(meaning?.vectors.buffer.byteLength).toBe(parts.length * (SCALE_BYTES + 4));
        expect(await meaningOf("b")).toBeNull();
        expect(await meaningOf("a", RURI)).toBeNull();
      });

      it("comes with them also to a caller that has its term vectors", async () => {
        await publish("a");
        const { revision_id } = await embed("a");
        const [held] = await documentsOf(opened.sourceWith(E5), ["a"], [revision_id]);
        expect(held).toMatchObject({ vectors: null, meaning: { dimensions: 4 } });
      });

      it("has no meaning of its version before", async () => {
        await publish("a");
        await embed("a");
        await publish("a", oneText("new"));
        expect(await meaningOf("a")).toBeNull();
      });

      it("has those of two models side by side", async () => {
        await publish("a");
        await embed("a");
        const { parts } = await toEmbed("a", RURI);
        await add(parts, RURI, 3);
        await opened.store.finish(RURI, (await toEmbed("a", RURI)).revision_id, parts, E5_VERSION);
        expect([(await meaningOf("a"))?.dimensions, (await meaningOf("a", RURI))?.dimensions]).toEqual([4, 3]);
      });

      it("may be long, and have the same text twice", async () => {
        const paragraphs = Array.from({ length: 4_100 }, (_, i) => aParagraph(`${i % 4_099}${"あ".repeat(100)}`));
        await publish("a", { title: "t", tree: { children: paragraphs } });
        const { parts } = await embed("a");
        const meaning = await meaningOf("a");
        expect(parts.length).toBe(4_100);
        expect(meaning?.parts.length).toBe(4_100);
        const at = (i: number) => meaning?.vectors.slice(i * 8, i * 8 + 8);
        expect(at(4_099)).toEqual(at(0));
        expect(at(2_000)).toEqual(packVector(vectorOf(parts[2_000] as EmbeddingPart)));
      });

      it("is not noted while one is missing, or if the revision is not published any more", async () => {
        await publish("a");
        const { revision_id, parts } = await toEmbed("a");
        const { number } = await opened.sourceWith(E5).generation();
        await finish(revision_id, parts);
        await add(parts.slice(1));
        await finish(revision_id, parts);
        expect(await next()).toEqual(["a"]);
        expect((await opened.sourceWith(E5).generation()).number).toBe(number);
        await publish("a", oneText("new"));
        await add(parts);
        await finish(revision_id, parts);
        expect(await next()).toEqual(["a"]);
        await opened.catalog.remove("a");
        await finish(revision_id, parts);
      });

      it("may have no text", async () => {
        await publish("a", oneText(" "));
        await embedNothing("a");
        expect(await next()).toEqual([]);
        expect(await meaningOf("a")).toBeNull();
      });
      const embedNothing = async (document_id: string) => {
        const { revision_id, parts } = await toEmbed(document_id);
        expect(parts).toEqual([]);
        await finish(revision_id, []);
      };
    });

    describe("the embed_version of a chunk", () => {
      const listed = async () => (await opened.chunks.list("a", { draft: false, limit: 100 }))?.chunks ?? [];
      const versions = async () => (await listed()).map(({ metadata }) => metadata.embed_version);

      it("is null until every part is embedded, and then the same in every answer", async () => {
        await publish("a");
        const before = await listed();
        expect(new Set(await versions())).toEqual(new Set([null]));
        await embed("a");
        const expected = before.map((chunk) => ({
          ...chunk,
          metadata: { ...chunk.metadata, embed_version: E5_VERSION },
        }));
        expect(JSON.stringify(await listed())).toBe(JSON.stringify(expected));
        const part = await opened.chunks.read("a", { around: null }, 100, ADMIN);
        expect(part?.chunks.text).toBe(JSON.stringify(expected));
        const chunk = expected[5] as (typeof expected)[0];
        const found = await opened.chunks.find("a", chunk.chunk_id, ADMIN, { related: 20 });
        expect(found?.chunk.text).toBe(JSON.stringify(chunk));
        const related = found?.related.read() ?? [];
        expect(related.length).toBeGreaterThan(0);
        for (const one of related) expect(expected).toContainEqual(one);
      });

      it.each([...HOSTILE_NAMES, '"embed_version":null', '\\"embed_version\\":null,"metadata":{', '"embed_version'])(
        "changes no text: %j",
        async (text) => {
          await publish("a", { title: text, ...oneText(text) });
          const before = await listed();
          await embed("a");
          expect(await listed()).toEqual(
            before.map((chunk) => ({ ...chunk, metadata: { ...chunk.metadata, embed_version: E5_VERSION } })),
          );
        },
      );

      it("names the model that embedded the revision last, and begins anew with another revision", async () => {
        const { chunks: same, relations, ...head } = aVersion({ document_id: "a", accepted: await opened.accept() });
        const version = { ...head, chunks: same, relations };
        await opened.chunks.publish(version);
        await embed("a");
        await embed("a", RURI);
        expect(new Set(await versions())).toEqual(new Set(["ruri@2026-01-31"]));
        const again = await opened.chunks.publish({ ...version, accepted: await opened.accept() });
        expect(again).toMatchObject({ unchanged: true });
        expect(new Set(await versions())).toEqual(new Set(["ruri@2026-01-31"]));
        await publish("a");
        expect(new Set(await versions())).toEqual(new Set([null]));
      });
    });

    it("says how far it is", async () => {
      const progress = (only_open: boolean) => opened.store.progress(E5, only_open);
      expect(await progress(true)).toEqual({ documents: 0, embedded: 0, kept_back: 0 });
      for (const id of ["a", "b", "c", "d"]) await publish(id);
      for (const id of ["b", "c"]) await opened.catalog.changeRules(id, CLOSED, null);
      await embed("a");
      await embed("b");
      await opened.catalog.remove("d");
      expect(await progress(true)).toEqual({ documents: 3, embedded: 2, kept_back: 1 });
      expect(await progress(false)).toEqual({ documents: 3, embedded: 2, kept_back: 0 });
    });

    describe("what is not used", () => {
      it("is removed: of models that no instance uses for a day", async () => {
        await publish("a");
        await embed("a");
        await embed("a", RURI);
        await opened.age(23);
        await opened.store.removeUnused();
        expect([await next(), await next(RURI)]).toEqual([[], []]);
        await opened.store.noteUse(E5);
        await opened.age(2);
        await opened.store.removeUnused();
        expect([await next(), await next(RURI)]).toEqual([[], ["a"]]);
        expect(await meaningOf("a")).toMatchObject({ dimensions: 4 });
      });

      it.each([
        ["while a model is used", true],
        ["while none is, and nothing else then", false],
      ])("is removed: vectors that no document has, after a day, %s", async (_, isUsed) => {
        const age = async (hours: number) => {
          await opened.age(hours);
          if (isUsed) await opened.store.noteUse(E5);
          return opened.store.removeUnused();
        };
        await publish("a", oneText("old"));
        const { parts: old } = await embed("a");
        await publish("a", oneText("new"));
        const { revision_id, parts } = await embed("a");
        const both = [...old, ...parts];
        expect(await age(23)).toBe(0);
        expect(await missing(both, revision_id)).toEqual([]);
        expect(await age(2)).toBe(1);
        expect(await missing(both, revision_id)).toEqual([0]);
        expect(await meaningOf("a")).toMatchObject({ dimensions: 4 });
      });
    });

    describe("the turn", () => {
      it("can be taken again when it was given back", async () => {
        for (let time = 0; time < 2; time += 1) {
          const giveBack = await opened.store.takeTurn();
          expect(giveBack).not.toBeNull();
          await giveBack?.();
        }
      });

      describeUnless(leftOut.severalInstances, "of several instances", () => {
        it("is one's at a time", async () => {
          const { store, elsewhereStore = store } = opened;
          const giveBack = await store.takeTurn();
          expect(await elsewhereStore.takeTurn()).toBeNull();
          await giveBack?.();
          const other = await elsewhereStore.takeTurn();
          expect(other).not.toBeNull();
          expect(await store.takeTurn()).toBeNull();
          await other?.();
        });
      });
    });
  });
}
