import { describe, expect, it } from "@jest/globals";
import { CLOSED, EVERYONE } from "@retrieval/core";
import type { DocumentTree, StructuredChunk } from "@retrieval/core/chunks";
import type { ExportPosition, ExportQuery } from "@retrieval/core/ports";
import { HOSTILE_NAMES } from "../builders.js";
import {
  ADMIN,
  anArticle,
  aParagraph,
  aRule,
  aVersion,
  type VersionFields,
  WORK_RULES_IDS,
} from "../document-builders.js";
import type { OpenDocuments } from "./open-documents.js";

const MODEL = "bge-m3@2026-01-31";
const OTHER = "bge-m3@2026-02-28";

/** External engines need all published chunks with their rules, and the version of their embeddings kept here. */
export function embeddingClauses(opened: () => OpenDocuments): void {
  const versionOf = async (fields: Omit<VersionFields, "accepted"> = {}) =>
    aVersion({ ...fields, accepted: await opened().accept() });
  const publish = async (fields: Omit<VersionFields, "accepted"> = {}) => {
    const version = await versionOf(fields);
    await opened().chunks.publish(version);
    return version;
  };
  const texts = (...given: string[]): DocumentTree => ({ children: given.map(aParagraph) });
  const article = (title: string, ...given: string[]): DocumentTree => ({
    children: [anArticle("第1条", title, ...given.map(aParagraph))],
  });
  const pages = async (query: Omit<ExportQuery, "after"> = { limit: 500 }, between = async () => {}) => {
    const found: { document_id: string; version: string; access_rules: object; chunk: StructuredChunk }[] = [];
    for (let after: ExportPosition | null = null; ; await between()) {
      const page = await opened().chunks.exportPage({ ...query, after });
      for (const { document, access_rules, chunks } of page.documents)
        for (const chunk of chunks) found.push({ ...document, access_rules, chunk });
      if (page.next === null) return found;
      after = page.next;
    }
  };
  const idsOf = (found: Awaited<ReturnType<typeof pages>>) => found.map(({ chunk }) => chunk.chunk_id);
  const embedded = ({ chunks }: { chunks: readonly StructuredChunk[] }) =>
    chunks.map(({ chunk_id, metadata }) => ({ chunk_id, text_hash: metadata.text_hash }));
  const write = async (version: Awaited<ReturnType<typeof publish>>, embed_version = MODEL) =>
    opened().chunks.writeEmbedVersions(version.document_id, embed_version, embedded(version));
  const embedVersions = async (document_id = "work-rules") =>
    (await opened().chunks.list(document_id, { draft: false, limit: 1_000 }))?.chunks.map(
      ({ metadata }) => metadata.embed_version,
    );

  describe("exportPage", () => {
    it.each([1, 2, 3, 8, 9, 10, 500])(
      "goes through all chunks once, documents by code point, %d at a time",
      async (limit) => {
        const rule = aRule({ allowed_users: ["1"] });
        await publish({ document_id: "が", access_rules: EVERYONE, tree: texts("1", "2") });
        await publish({ document_id: "B", access_rules: rule });
        await publish({ document_id: "a", tree: texts("1") });
        await publish({ document_id: "b", tree: { children: [] } });
        const found = await pages({ limit });
        expect(idsOf(found)).toEqual([
          ...WORK_RULES_IDS.map((id) => id.replace("work-rules", "B")),
          "a::paragraph-1",
          "が::paragraph-1",
          "が::paragraph-2",
        ]);
        expect(found[0]).toMatchObject({ document_id: "B", version: "2025-04-01", access_rules: rule });
        expect(found.at(-1)).toMatchObject({ document_id: "が", access_rules: EVERYONE });
      },
    );

    it("returns chunks as they were published, key by key, and rules with any names", async () => {
      const access_rules = aRule({ allowed_groups: [...HOSTILE_NAMES], allowed_department_codes: ["D1"] });
      const version = await publish({ access_rules, tree: texts(...HOSTILE_NAMES) });
      const found = await pages();
      expect(found.map(({ chunk }) => JSON.stringify(chunk))).toEqual(
        version.chunks.map((chunk) => JSON.stringify(chunk)),
      );
      expect(found[0]?.access_rules).toEqual(access_rules);
    });

    it("returns neither drafts nor deleted documents, and only one document if requested", async () => {
      await publish({ document_id: "gone" });
      await opened().catalog.remove("gone");
      await opened().chunks.saveDraft(await versionOf({ document_id: "draft" }));
      await publish({ document_id: "a", tree: texts("1") });
      await publish({ document_id: "b", tree: texts("1") });
      expect(idsOf(await pages())).toEqual(["a::paragraph-1", "b::paragraph-1"]);
      expect(idsOf(await pages({ limit: 1, document_id: "b" }))).toEqual(["b::paragraph-1"]);
      for (const document_id of ["gone", "draft", "unknown", "B", "\0", "'"])
        expect(await pages({ limit: 10, document_id })).toEqual([]);
    });

    it("never returns a chunk with a replaced rule", async () => {
      await publish({ access_rules: EVERYONE });
      let users = 0;
      const found = await pages({ limit: 2 }, async () => {
        users += 1;
        await opened().catalog.changeRules("work-rules", aRule({ allowed_users: [`${users}`] }), null);
      });
      expect(found.slice(0, 2).map(({ access_rules }) => access_rules)).toEqual([EVERYONE, EVERYONE]);
      for (const [i, { access_rules }] of found.entries())
        if (i >= 2) expect(access_rules).toEqual(aRule({ allowed_users: [`${Math.floor(i / 2)}`] }));
    });

    it("restarts a document that is published again in between, and ends one that is deleted", async () => {
      await publish({ tree: texts("1", "2", "3") });
      await publish({ document_id: "z", tree: texts("1", "2", "3") });
      let page = 0;
      const found = await pages({ limit: 2 }, async () => {
        page += 1;
        if (page === 1) await publish({ version: "new", tree: texts("0", "1", "2") });
        if (page === 3) await opened().catalog.remove("z");
      });
      expect(found.map(({ version, chunk }) => `${version} ${chunk.doc_id} ${chunk.content}`)).toEqual([
        "2025-04-01 work-rules 1",
        "2025-04-01 work-rules 2",
        "new work-rules 0",
        "new work-rules 1",
        "new work-rules 2",
        "2025-04-01 z 1",
      ]);
    });

    it("keeps a page small however long its texts and rules are", async () => {
      // One word, because that indexes quickly.
      const long = "x".repeat(2_100_000);
      await publish({ document_id: "a", tree: texts(long, long, long) });
      const allowed_users = Array.from({ length: 5_000 }, (_, i) => `${i}`.padStart(128, "0"));
      for (let i = 0; i < 4; i++)
        await publish({ document_id: `b${i}`, tree: texts("1"), access_rules: aRule({ allowed_users }) });
      let largest = 0;
      let count = 0;
      for (let after: ExportPosition | null = null; ; ) {
        const page = await opened().chunks.exportPage({ limit: 500, after });
        largest = Math.max(largest, Buffer.byteLength(JSON.stringify(page.documents)));
        count += page.documents.reduce((sum, { chunks }) => sum + chunks.length, 0);
        if (page.next === null) break;
        after = page.next;
      }
      expect(count).toBe(7);
      // A text occurs twice in its chunk.
      expect(largest).toBeLessThan(2 * 2_100_000 + 10_000);
    });

    it("with stale, returns exactly the chunks with another embed_version or none", async () => {
      const first = await publish({ document_id: "a", tree: texts("1", "2") });
      const second = await publish({ document_id: "b", tree: texts("1") });
      await write(first);
      await write(second, OTHER);
      const stale = async (name: string, limit = 500) => idsOf(await pages({ limit, stale: name }));
      for (const limit of [1, 2, 500]) {
        expect(await stale(MODEL, limit)).toEqual(["b::paragraph-1"]);
        expect(await stale(OTHER, limit)).toEqual(["a::paragraph-1", "a::paragraph-2"]);
      }
      expect(await stale("none@2026-01-01")).toHaveLength(3);
      await publish({ document_id: "a", tree: texts("1", "other", "3") });
      expect(await stale(MODEL)).toEqual(["a::paragraph-2", "a::paragraph-3", "b::paragraph-1"]);
    });
  });

  describe("writeEmbedVersions", () => {
    it("changes only that field of the chunk, in every answer", async () => {
      const version = await publish({ access_rules: CLOSED });
      expect(await write(version)).toEqual({ written: version.chunks.length, outdated: [], unknown: [] });
      const expected = version.chunks.map((chunk) =>
        JSON.stringify({ ...chunk, metadata: { ...chunk.metadata, embed_version: MODEL } }),
      );
      const listed = await opened().chunks.list("work-rules", { draft: false, limit: 100 });
      expect(listed?.chunks.map((chunk) => JSON.stringify(chunk))).toEqual(expected);
      const found = await opened().chunks.find("work-rules", WORK_RULES_IDS[5], ADMIN, { related: 20 });
      expect(JSON.stringify(found?.chunk)).toBe(expected[5]);
      for (const chunk of found?.related.read() ?? []) expect(chunk.metadata.embed_version).toBe(MODEL);
    });

    it.each([...HOSTILE_NAMES, '"embed_version":null', '\\"embed_version\\":null,"metadata":{'])(
      "leaves every text byte for byte: %j",
      async (text) => {
        const version = await publish({ title: text, tree: article(text, text) });
        await write(version);
        const listed = await opened().chunks.list("work-rules", { draft: false, limit: 10 });
        expect(listed?.chunks).toEqual(
          version.chunks.map((chunk) => ({ ...chunk, metadata: { ...chunk.metadata, embed_version: MODEL } })),
        );
      },
    );

    it("names the chunks whose text has changed, and those that do not exist", async () => {
      const old = await publish({ tree: texts("1", "2", "3") });
      await publish({ tree: texts("1", "other") });
      expect(await write(old)).toEqual({
        written: 1,
        outdated: ["work-rules::paragraph-2"],
        unknown: ["work-rules::paragraph-3"],
      });
      expect(await embedVersions()).toEqual([MODEL, null]);
      expect(await write(old, OTHER)).toMatchObject({ written: 1 });
      expect(await embedVersions()).toEqual([OTHER, null]);
    });

    it("touches neither another document nor a draft", async () => {
      const version = await publish({ tree: texts("1") });
      await publish({ document_id: "other", tree: texts("1") });
      await opened().chunks.saveDraft(await versionOf({ tree: texts("1") }));
      await write(version);
      expect(await embedVersions("other")).toEqual([null]);
      const draft = await opened().chunks.list("work-rules", { draft: true, limit: 10 });
      expect(draft?.chunks[0]?.metadata.embed_version).toBeNull();
    });

    it("returns null for a document that is not published", async () => {
      const chunks = [{ chunk_id: "draft::paragraph-1", text_hash: "sha256:0" }];
      await opened().chunks.saveDraft(await versionOf({ document_id: "draft", tree: texts("1") }));
      await publish({ document_id: "gone" });
      await opened().catalog.remove("gone");
      for (const id of ["draft", "gone", "unknown", "\0"])
        expect(await opened().chunks.writeEmbedVersions(id, MODEL, chunks)).toBeNull();
    });

    it("needs a number of statements that does not grow with the chunks", async () => {
      const cost = async (count: number) => {
        const version = await publish({ tree: texts(...Array.from({ length: count }, (_, i) => `${i} of ${count}`)) });
        return opened().countStatements(() => write(version));
      };
      expect(await cost(1_000)).toBe(await cost(2));
    });
  });

  describe("the embed_version of a chunk", () => {
    it("is kept by a new version in which neither its text nor the headings above it changed", async () => {
      await write(await publish({ tree: article("目的", "1", "2") }));
      await publish({ version: "2026-01-01", tree: article("目的", "1", "other", "new") });
      expect(await embedVersions()).toEqual([MODEL, MODEL, null, null]);
      await publish({ title: "another title", tree: article("目的", "1", "other", "new") });
      expect(await embedVersions()).toEqual([MODEL, MODEL, null, null]);
      // The clause is the same; the heading that is embedded with it is not.
      await publish({ tree: article("趣旨", "1") });
      expect(await embedVersions()).toEqual([null, null]);
    });

    it("is the new version's own if it brings one", async () => {
      await write(await publish({ tree: texts("1") }));
      const version = await versionOf({ tree: texts("1") });
      const chunks = version.chunks.map((chunk) => ({
        ...chunk,
        metadata: { ...chunk.metadata, embed_version: OTHER },
      }));
      await opened().chunks.publish({ ...version, chunks });
      expect(await embedVersions()).toEqual([OTHER]);
    });

    it("is copied to a draft when it is published, also one that was written while it waited", async () => {
      const published = await publish({ tree: texts("1", "2") });
      await opened().chunks.saveDraft(await versionOf({ tree: texts("1", "other") }));
      await write(published);
      await opened().chunks.publishDraft("work-rules");
      expect(await embedVersions()).toEqual([MODEL, null]);
    });

    it("is the same whether it is written before or after another version that is published concurrently", async () => {
      for (let round = 0; round < 6; round++) {
        const document_id = `doc${round}`;
        const first = await publish({ document_id, tree: texts("1", "2") });
        const second = await versionOf({ document_id, tree: texts("1", "other") });
        const store = (round % 2 && opened().elsewhere?.chunks) || opened().chunks;
        const work = [() => store.publish(second), () => write(first)];
        await Promise.all((round % 3 ? work : work.reverse()).map((one) => one()));
        expect(await embedVersions(document_id)).toEqual([MODEL, null]);
      }
    });

    it("does not come back with a document that was deleted", async () => {
      await write(await publish({ tree: texts("1") }));
      await opened().catalog.remove("work-rules");
      await publish({ tree: texts("1") });
      expect(await embedVersions()).toEqual([null]);
    });

    it("is kept in a version of more chunks than one statement looks at", async () => {
      const tree = texts(...Array.from({ length: 5_001 }, (_, i) => `${i}`));
      const version = await publish({ tree });
      const last = { ...version, chunks: version.chunks.slice(-2) };
      await write(last);
      await publish({ version: "new", tree });
      const kept = await opened().chunks.list("work-rules", { draft: false, limit: 10, after: 4_997 });
      expect(kept?.chunks.map(({ metadata }) => metadata.embed_version)).toEqual([null, MODEL, MODEL]);
    });
  });
}
