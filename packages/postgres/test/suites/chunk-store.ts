import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  ADMIN,
  anArticle,
  aParagraph,
  aReader,
  aRule,
  aVersion,
  describeUnless,
  HOSTILE_NAMES,
  ORDINARY,
  type VersionFields,
  WORK_RULES_IDS,
} from "@retrieval/contract";
import { type AccessRules, CLOSED, EVERYONE, type Reader, readerFilter } from "@retrieval/core";
import type { ChunkStore, FoundChunk, FoundPassage } from "@retrieval/core/ports";
import { concurrencyClauses } from "./chunk-store-concurrency.js";
import { draftClauses } from "./chunk-store-drafts.js";
import { publishingClauses } from "./chunk-store-publishing.js";
import { readingClauses } from "./chunk-store-reading.js";
import type { LeftOutOfDocuments, OpenDocuments } from "./open-documents.js";
import { senderClauses } from "./sender.js";

/**
 * The contract of {@link ChunkStore}.
 * @param open a store without documents
 */
export function chunkStoreContract(
  name: string,
  open: () => Promise<OpenDocuments>,
  leftOut: LeftOutOfDocuments = {},
): void {
  describe(`${name} keeps the contract of ChunkStore`, () => {
    let opened: OpenDocuments;
    let chunks: ChunkStore;
    beforeEach(async () => {
      opened = await open();
      chunks = opened.chunks;
    });
    afterEach(() => opened.close());

    const publish = async (fields: Omit<VersionFields, "accepted"> = {}) => {
      const version = aVersion({ ...fields, accepted: await opened.accept() });
      await chunks.publish(version);
      return version;
    };
    const find = (chunk_id: string, { reader = ORDINARY, related = 20 } = {}) =>
      chunks.find("work-rules", chunk_id, reader, { related });

    describe("find", () => {
      it("returns the chunk as it was published, key by key, with its document's fields", async () => {
        const version = await publish({ title: "就業規則 𠮷", version: "2025-04-01", access_rules: EVERYONE });
        for (const [place, chunk] of version.chunks.entries()) {
          const found = await find(chunk.chunk_id);
          expect(JSON.stringify(found?.chunk)).toBe(JSON.stringify(chunk));
          expect(found).toMatchObject({
            document: { document_id: "work-rules", title: "就業規則 𠮷", version: "2025-04-01" },
            access_rules: EVERYONE,
            previous_chunk_id: WORK_RULES_IDS[place - 1] ?? null,
            next_chunk_id: WORK_RULES_IDS[place + 1] ?? null,
          });
        }
      });

      it("gives back every text byte for byte", async () => {
        const names = [...HOSTILE_NAMES, " \t\n 行頭の空白", "line\u2028separator", "\\u0000 \\ud800", "\u0001\u007F"];
        await publish({
          tree: { children: names.map((text, i) => anArticle(`第${i + 1}条`, text, aParagraph(text))) },
        });
        for (const [i, text] of names.entries()) {
          const chunk = (await find(`work-rules::art${i + 1}::paragraph-1`))?.chunk.read();
          expect(chunk).toMatchObject({ content: text, display: { body_text: text } });
          expect(chunk?.metadata.section_path[0]?.title).toBe(text);
        }
        for (const text of names) {
          await publish({ title: text, version: text, tree: { children: [aParagraph("本文")] } });
          const found = await find("work-rules::paragraph-1");
          expect(found?.document).toEqual({ document_id: "work-rules", title: text, version: text });
          expect(found?.chunk.read().metadata.doc_title).toBe(text);
        }
      });

      describe("the related chunks", () => {
        const related = async (chunk_id: string, limit?: number) =>
          (await find(chunk_id, limit === undefined ? {} : { related: limit }))?.related
            .read()
            .map((chunk) => chunk.chunk_id);

        it("are the rest of the article in document order, then the annex that it names", async () => {
          await publish();
          expect(await related("work-rules::art16::paragraph-2")).toEqual([
            "work-rules::art16::heading-1",
            "work-rules::art16::paragraph-1",
            "work-rules::annex1::annex_title-1",
            "work-rules::annex1::table-1",
          ]);
        });

        it("are, for an annex, its own rest first and then the article, although it comes earlier", async () => {
          await publish();
          expect(await related("work-rules::annex1::table-1")).toEqual([
            "work-rules::annex1::annex_title-1",
            "work-rules::art16::heading-1",
            "work-rules::art16::paragraph-1",
            "work-rules::art16::paragraph-2",
          ]);
        });

        it("are whole chunks, as they were published", async () => {
          const version = await publish();
          const found = await find("work-rules::annex1::annex_title-1");
          expect(JSON.stringify(found?.related.read()[0])).toBe(JSON.stringify(version.chunks.at(-1)));
        });

        it("contain nothing from other articles, and can be none", async () => {
          await publish();
          expect(await related("work-rules::art1::paragraph-1")).toEqual([
            "work-rules::art1::heading-1",
            "work-rules::art1::paragraph-2",
          ]);
          expect(await related("work-rules::paragraph-1")).toEqual([]);
        });

        it("are at most as many as asked for, the nearest first", async () => {
          await publish();
          const all = (await related("work-rules::art16::heading-1")) as string[];
          expect(all).toHaveLength(4);
          for (const limit of [0, 1, 2, 3, 4])
            expect(await related("work-rules::art16::heading-1", limit)).toEqual(all.slice(0, limit));
        });
      });

      describe("for a reader", () => {
        const rule = aRule({ allowed_department_codes: ["D1"], allowed_groups: ["G1"], allowed_users: ["U1"] });
        const cases: [string, Partial<Reader>, AccessRules, boolean][] = [
          ["of the role admin", { role: "admin" }, CLOSED, true],
          ["of the role developer", { role: "developer" }, CLOSED, true],
          ["when everyone may", {}, EVERYONE, true],
          ["of an allowed department", { department_code: "D1" }, rule, true],
          ["of an allowed group among others", { permission_groups: ["G0", "G1"] }, rule, true],
          ["who is allowed individually", { user_id: "U1" }, rule, true],
          ["when no reader may", { department_code: "D1", permission_groups: ["G1"], user_id: "U1" }, CLOSED, false],
          ["whom the rule does not name", { department_code: "D2", permission_groups: ["G2"] }, rule, false],
          [
            "whose names differ in case",
            { department_code: "d1", permission_groups: ["g1"], user_id: "u1" },
            rule,
            false,
          ],
          [
            "whose names are of another kind",
            { department_code: "U1", permission_groups: ["D1"], user_id: "G1" },
            rule,
            false,
          ],
        ];

        it.each(cases)("%s, the rule decides inside the query", async (_, facts, access_rules, allowed) => {
          await publish({ access_rules });
          const reader = readerFilter(aReader(facts));
          const chunk_id = "work-rules::art1::heading-1";
          let found = null as FoundChunk | null;
          const statements = await opened.countStatements(async () => {
            found = await find(chunk_id, { reader });
          });
          expect(statements).toBe(1);
          const passages = await chunks.findPassages([chunk_id], reader);
          expect(passages.map((passage) => passage.chunk_id)).toEqual(allowed ? [chunk_id] : []);
          const shown = found && { access_rules: found.access_rules, chunk_id: found.chunk.read().chunk_id };
          expect(shown).toEqual(allowed ? { access_rules, chunk_id } : null);
        });

        it("a reader without access gets the same null as for a missing one, at the same cost", async () => {
          await publish({ access_rules: CLOSED });
          await publish({ document_id: "open", access_rules: EVERYONE });
          const asked: [string, string][] = [
            ["work-rules", "work-rules::art1::heading-1"],
            ["work-rules", "work-rules::art99::heading-1"],
            ["open", "open::art99::heading-1"],
            ["open", "work-rules::art1::heading-1"],
            ["unknown", "unknown::heading-1"],
            ["Open", "open::art1::heading-1"],
            ["open%", "open::art1::heading-1"],
          ];
          for (const [document_id, chunk_id] of asked) {
            const statements = await opened.countStatements(async () => {
              expect(await chunks.find(document_id, chunk_id, ORDINARY, { related: 20 })).toBeNull();
            });
            expect(statements).toBe(1);
          }
        });
      });

      it("returns the passages of several documents, in one statement, and nothing else", async () => {
        await publish({ access_rules: EVERYONE });
        await publish({ document_id: "open", access_rules: EVERYONE, version: "2026-04-01" });
        await publish({ document_id: "closed", access_rules: CLOSED });
        const asked = ["open::paragraph-1", "work-rules::art1::paragraph-1"];
        const others = ["closed::paragraph-1", "open::art99::paragraph-1", "unknown::paragraph-1", "Open::paragraph-1"];
        let found: readonly FoundPassage[] = [];
        const statements = await opened.countStatements(async () => {
          found = await chunks.findPassages([...asked, ...others], ORDINARY);
        });
        expect([statements, found.map(({ chunk_id }) => chunk_id).sort()]).toEqual([1, asked]);
        const stored = (await chunks.find("open", "open::paragraph-1", ORDINARY, { related: 0 }))?.chunk.read();
        expect(found.find(({ document_id }) => document_id === "open")).toMatchObject({
          ...{ access_rules: EVERYONE, version: "2026-04-01", version_number: 1 },
          ...{ effective_from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), text_hash: stored?.metadata.text_hash },
          texts: [stored?.display.body_text],
        });
      });

      it("returns null for an impossible identifier", async () => {
        await publish();
        for (const id of ["", "\0", "work-rules\0", "\uD800", "'", "{}", "a".repeat(100_000)]) {
          expect(await chunks.find(id, "work-rules::paragraph-1", ADMIN, { related: 20 })).toBeNull();
          expect(await chunks.find("work-rules", id, ADMIN, { related: 20 })).toBeNull();
        }
      });
    });

    describe("outline", () => {
      it("returns the headings in reading order, each with the chunk to open", async () => {
        await publish({ access_rules: EVERYONE });
        expect(await chunks.outline("work-rules", ORDINARY)).toEqual({
          document: {
            document_id: "work-rules",
            title: "就業規則",
            version: "2025-04-01",
            published_at: expect.any(Number),
          },
          access_rules: EVERYONE,
          truncated: false,
          original_for: null,
          headings: [
            ["art1::heading-1", "article", "第1条", "目的"],
            ["art16::heading-1", "article", "第16条", "手当"],
            ["annex1::annex_title-1", "annex", "別表第1", "第16条関係"],
          ].map(([id, type, label, title]) => ({
            chunk_id: `work-rules::${id}`,
            section: { level: 1, type, label, title },
          })),
        });
      });

      it("returns the same null for a hidden, deleted, draft or unknown document", async () => {
        await publish({ access_rules: CLOSED });
        await chunks.saveDraft(aVersion({ document_id: "draft", accepted: await opened.accept() }));
        for (const id of ["work-rules", "draft", "unknown", "\0"])
          expect(await chunks.outline(id, ORDINARY)).toBeNull();
        expect(await chunks.outline("work-rules", ADMIN)).not.toBeNull();
      });
    });

    describe("list", () => {
      const page = (limit: number, after?: number) =>
        chunks.list("work-rules", { draft: false, limit, ...(after === undefined ? {} : { after }) });

      it("goes through all chunks in reading order, however many at a time", async () => {
        const version = await publish();
        for (const limit of [1, 2, 4, 8, 9, 10, 200]) {
          const seen: string[] = [];
          let after: number | undefined;
          for (let more = true; more; ) {
            const found = await page(limit, after);
            for (const chunk of found?.chunks ?? []) seen.push(JSON.stringify(chunk));
            after = found?.last ?? undefined;
            more = found?.more ?? false;
            expect({ limit, more }).toEqual({ limit, more: seen.length < version.chunks.length });
          }
          expect(seen).toEqual(version.chunks.map((chunk) => JSON.stringify(chunk)));
        }
      });

      it("returns an empty page after the last chunk, and for a version without chunks", async () => {
        await publish();
        expect(await page(10, 8)).toEqual({ chunks: [], last: null, more: false });
        expect(await page(10, 1_000)).toEqual({ chunks: [], last: null, more: false });
        await publish({ tree: { children: [] } });
        expect(await page(10)).toEqual({ chunks: [], last: null, more: false });
      });

      it("returns null if there is no such version", async () => {
        expect(await page(10)).toBeNull();
        await publish();
        expect(await chunks.list("work-rules", { draft: true, limit: 10 })).toBeNull();
        expect(await chunks.list("Work-rules", { draft: false, limit: 10 })).toBeNull();
        expect(await chunks.list("work-rules\0", { draft: false, limit: 10 })).toBeNull();
      });
    });

    readingClauses(() => opened);
    publishingClauses(() => opened);
    draftClauses(() => opened);
    senderClauses(() => opened);
    concurrencyClauses(() => opened);
    describeUnless(leftOut.severalInstances, "with several instances", () => {
      concurrencyClauses(() => opened, "several");
    });
  });
}
