import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  aParagraph,
  aRule,
  aVersion,
  changedIn,
  describeUnless,
  documentsOf,
  madeOf,
  ORDINARY,
  type VersionFields,
} from "@retrieval/contract";
import { audienceOf, CLOSED, EVERYONE } from "@retrieval/core";
import type {
  DirectoryDocument,
  Generation,
  HitReader,
  IndexChanges,
  IndexedDocument,
  IndexSource,
  RevisionText,
  VocabularyStore,
} from "@retrieval/core/ports";
import type { LeftOutOfDocuments, OpenDocuments } from "./open-documents.js";
import { replaceEntries } from "./vocabulary-store.js";

/** What an index reads, on one store with documents. Term vectors are the stand-in ones. */
export interface OpenIndexed extends OpenDocuments {
  readonly source: IndexSource;
  readonly hits: HitReader;
  readonly vocabulary: VocabularyStore;
  /** Replaces the store by one that counted as many other changes, as a restored backup may have. */
  exchange(): Promise<void>;
}

/**
 * The contract of {@link IndexSource}.
 * @param open a store without documents and vocabulary
 */
export function indexSourceContract(
  name: string,
  open: () => Promise<OpenIndexed>,
  leftOut: LeftOutOfDocuments = {},
): void {
  describe(`${name} keeps the contract of IndexSource`, () => {
    let opened: OpenIndexed;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    /** Named by its number, so that it is another one than the last. */
    const version = async (document_id: string, fields: Partial<VersionFields> = {}) => {
      const accepted = await opened.accept();
      return aVersion({ document_id, accepted, version: `${accepted}`, ...fields });
    };
    const publish = async (document_id: string, fields?: Partial<VersionFields>) =>
      opened.chunks.publish(await version(document_id, fields));
    const documents = (...ids: string[]) => documentsOf(opened.source, ids);
    const everything = () => documentsOf(opened.source, null);
    const entry = { said: "ボーナス", meant: ["賞与"], both_ways: false, weight: 0.8, on: true, starter: false };

    describe("changes", () => {
      const changesOf = async (work: () => Promise<unknown>) => {
        const before = await opened.source.generation();
        await work();
        const changes = await opened.source.changesSince(before);
        const now = await opened.source.generation();
        expect(changes?.generation).toEqual(now);
        expect(now.number > before.number).toBe(now.stamp !== before.stamp);
        return now.stamp === before.stamp ? null : changedIn(changes as IndexChanges);
      };

      it("are counted for each writer of what search reads, and for nothing else", async () => {
        const only = [["a"], false];
        expect(await changesOf(() => publish("a"))).toEqual(only);
        expect(await changesOf(() => publish("a", { title: "another" }))).toEqual(only);
        expect(await changesOf(async () => opened.chunks.saveDraft(await version("a")))).toBeNull();
        expect(await changesOf(async () => opened.chunks.saveDraft(await version("b")))).toBeNull();
        expect(await changesOf(() => opened.chunks.publishDraft("a"))).toEqual(only);
        expect(await changesOf(() => opened.catalog.changeRules("a", CLOSED, null))).toEqual(only);
        expect(await changesOf(() => opened.catalog.changeRules("a", CLOSED, null))).toBeNull();
        expect(await changesOf(() => opened.catalog.remove("a"))).toEqual(only);
        expect(await changesOf(() => opened.catalog.remove("b"))).toBeNull();
        expect(await changesOf(() => replaceEntries(opened.vocabulary, [entry]))).toEqual([[], true]);
        expect(await changesOf(() => replaceEntries(opened.vocabulary, [entry]))).toBeNull();
        expect(await changesOf(() => opened.vocabulary.addStarters([{ ...entry, said: "賞金" }]))).toEqual([[], true]);
        expect(await changesOf(() => replaceEntries(opened.vocabulary, []))).toEqual([[], true]);
      });

      it("are those since a generation, each document once", async () => {
        await publish("a");
        const since = await opened.source.generation();
        await publish("b");
        await publish("a");
        await replaceEntries(opened.vocabulary, [entry]);
        await publish("a");
        await opened.catalog.remove("b");
        expect(await opened.source.changesSince(since)).toEqual({
          generation: await opened.source.generation(),
          documents: [expect.objectContaining({ document_id: "a", audience: audienceOf(EVERYONE) })],
          removed: ["b"],
          vocabulary: [entry],
        });
      });

      it("are unknown since a generation of another database", async () => {
        await publish("a");
        const since = await opened.source.generation();
        const later: Generation = { ...since, number: since.number + 1 };
        expect(await opened.source.changesSince(later)).toBeNull();
        await opened.exchange();
        expect((await opened.source.generation()).number).toBe(since.number);
        expect(await opened.source.changesSince(since)).toBeNull();
        expect(await opened.source.changesSince(await opened.source.generation())).toMatchObject({
          ...{ documents: [], removed: [], vocabulary: null },
        });
      });
    });

    describe("documents", () => {
      it("have what the index holds of them, as they are now", async () => {
        const before = Date.now();
        await publish("a", { title: "就業規則", version: "3", access_rules: aRule({ allowed_groups: ["g"] }) });
        await publish("b", { access_rules: EVERYONE });
        await opened.chunks.saveDraft(await version("c"));
        await publish("d");
        await opened.catalog.remove("d");
        const [a, ...others] = await documents("d", "c", "b", "a", "unknown");
        expect(others.map(({ document_id }) => document_id)).toEqual(["b"]);
        expect(a).toEqual({
          document_id: "a",
          title: "就業規則",
          version: "3",
          revision_id: expect.any(String),
          published_at: expect.any(Number),
          shelf: { category: null, number: null },
          audience: audienceOf(aRule({ allowed_groups: ["g"] })),
          vectors: expect.any(Uint8Array),
          meaning: null,
        });
        expect((a as IndexedDocument).published_at).toBeGreaterThan(before - 60_000);
        expect((a as IndexedDocument).published_at).toBeLessThan(Date.now() + 60_000);

        await opened.catalog.changeRules("a", CLOSED, null);
        const [closed] = await documents("a");
        expect(closed).toEqual({ ...a, audience: [] });
        await publish("a", { title: "賃金規程", tree: { children: [aParagraph("new")] } });
        const [next] = await documents("a");
        expect(next).toMatchObject({ title: "賃金規程", audience: [] });
        expect(next?.revision_id).not.toBe(a?.revision_id);
        expect(madeOf(next?.vectors)).toEqual(["賃金規程", "a::paragraph-1"]);
      });

      it("were published when their outlines say so", async () => {
        for (let i = 0; i < 20; i += 1) {
          await publish("a");
          const [listed] = await documents("a");
          const outline = await opened.chunks.outline("a", ORDINARY);
          expect(listed?.published_at).toBe(outline?.document.published_at);
        }
      });

      it("bring vectors in memory of their own, which can be transferred to another thread", async () => {
        await publish("a");
        const [a] = await documents("a");
        expect(a?.vectors?.buffer.byteLength).toBe(a?.vectors?.byteLength);
      });

      it("come page after page, each once, in code-point order", async () => {
        expect(await everything()).toEqual([]);
        for (const id of ["b", "Z", "a", "社則", "あ"]) await publish(id);
        const all = await everything();
        expect(all.map(({ document_id }) => document_id)).toEqual(["Z", "a", "b", "あ", "社則"]);
        expect(await documents("あ", "a")).toEqual([all[1], all[3]]);
      });

      it("come without the vectors that the caller has", async () => {
        await publish("a");
        await publish("b");
        const held = (await documents("a", "b")).map(({ revision_id }) => revision_id);
        await publish("b");
        const read = await documentsOf(opened.source, ["a", "b"], held);
        expect(read.map(({ vectors }) => vectors !== null)).toEqual([false, true]);
      });

      it("come with the generation that they were read in, also if there are none", async () => {
        const generations = async () => {
          const read: Generation[] = [];
          for await (const { generation } of opened.source.documents()) read.push(generation);
          return read;
        };
        expect(await generations()).toEqual([await opened.source.generation()]);
        await publish("a");
        expect(await generations()).toEqual([await opened.source.generation()]);
      });

      it("have texts while their revision is in force", async () => {
        await publish("a");
        const [outdated] = await documents("a");
        await publish("a");
        const read: RevisionText[] = [];
        const keys = [outdated as IndexedDocument, { document_id: "unknown", revision_id: "1" }];
        for await (const page of opened.source.texts(keys, new Set())) read.push(...page);
        expect(read).toEqual([]);
      });
    });

    it("gives the vocabulary's entries that are on", async () => {
      await replaceEntries(opened.vocabulary, [
        { ...entry, said: "休み" },
        { ...entry, on: false },
      ]);
      expect(await opened.source.vocabulary()).toEqual({
        generation: await opened.source.generation(),
        entries: [{ ...entry, said: "休み" }],
      });
    });

    describeUnless(leftOut.severalInstances, "while several instances write", () => {
      it("a follower of the changes has the documents as they are, however commits overlap", async () => {
        const followed = new Map<string, DirectoryDocument>();
        let known = await opened.source.generation();
        const catchUp = async () => {
          const changes = await opened.source.changesSince(known);
          if (changes === null) throw new Error("its own generation is unknown");
          expect(changes.generation.number).toBeGreaterThanOrEqual(known.number);
          for (const document_id of changes.removed) followed.delete(document_id);
          for (const document of changes.documents) followed.set(document.document_id, document);
          known = changes.generation;
        };
        let writing = true;
        const write = async (writer: number) => {
          const { chunks, catalog } = (writer % 2 === 0 ? undefined : opened.elsewhere) ?? opened;
          for (let i = 0; i < 12; i++) {
            const document_id = `d${(writer + i) % 5}`;
            await chunks.publish(await version(document_id, { title: `${writer}-${i}` }));
            await catalog.changeRules(document_id, aRule({ allowed_users: [`${writer}-${i}`] }), null);
            if (i % 4 === 3) await catalog.remove(document_id);
          }
        };
        const writers = Promise.all([0, 1, 2, 3].map(write)).finally(() => {
          writing = false;
        });
        while (writing) await catchUp();
        await writers;
        await catchUp();
        const now = (await everything()).map(({ vectors: _, meaning: __, ...document }) => document);
        expect([...followed.values()].sort((a, b) => (a.document_id < b.document_id ? -1 : 1))).toEqual(now);
        expect(known).toEqual(await opened.source.generation());
      });
    });
  });
}
