import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import {
  ADMIN,
  anAnnex,
  anArticle,
  aParagraph,
  aVersion,
  ORDINARY,
  type VersionFields,
  WORK_RULES_IDS,
} from "@retrieval/contract";
import { CLOSED, EVERYONE, type ReaderFilter } from "@retrieval/core";
import { type FoundPart, type PartToRead, ROWS_BYTES_MAX } from "@retrieval/core/ports";
import type { OpenDocuments } from "./open-documents.js";

/** The clauses of `ChunkStore` about reading a document in order, and about the reasons of related chunks. */
export function readingClauses(current: () => OpenDocuments): void {
  const publish = async (fields: Omit<VersionFields, "accepted"> = {}) => {
    const { chunks, accept } = current();
    const version = aVersion({ ...fields, accepted: await accept() });
    await chunks.publish(version);
    return version;
  };
  const read = (part: PartToRead, limit = 200, reader: ReaderFilter = ORDINARY, document_id = "work-rules") =>
    current().chunks.read(document_id, part, limit, reader);
  const idsOf = (found: FoundPart | null) => found?.chunks.read().map(({ chunk_id }) => chunk_id);
  const START: PartToRead = { around: null };

  describe("read", () => {
    it("returns the chunks in reading order as they were published, each with its scope", async () => {
      const version = await publish({ title: "就業規則 𠮷", version: "2025-04-01", access_rules: EVERYONE });
      const found = await read(START);
      expect(found).toMatchObject({
        document: { document_id: "work-rules", title: "就業規則 𠮷", version: "2025-04-01" },
        access_rules: EVERYONE,
        total: 9,
        first: 0,
        sections: version.relations.map(({ scope }) => scope),
        related_sections: [
          { section: "work-rules::art16", related: ["work-rules::annex1"] },
          { section: "work-rules::annex1", related: ["work-rules::art16"] },
        ],
      });
      expect(found?.chunks.text).toBe(`[${version.chunks.map((chunk) => JSON.stringify(chunk)).join(",")}]`);
    });

    it("says when the version was published, as the outline does, also of one with the same name", async () => {
      const published = async (text: string) => {
        await publish({ tree: { children: [aParagraph(text)] } });
        const outline = await current().chunks.outline("work-rules", ORDINARY);
        const { published_at } = (await read(START))?.document ?? {};
        expect(outline?.document.published_at).toBe(published_at);
        return published_at as number;
      };
      const first = await published("first");
      expect(Math.abs(first - Date.now())).toBeLessThan(60_000);
      await sleep(2);
      expect(await published("second")).toBeGreaterThan(first);
    });

    it("goes through all chunks in both directions, however many at a time", async () => {
      await publish();
      for (const limit of [1, 2, 4, 8, 9, 10]) {
        const forwards = await read(START, limit);
        const { revision, total } = forwards as FoundPart;
        const seen = idsOf(forwards) ?? [];
        while (seen.length < total) seen.push(...(idsOf(await read({ revision, from: seen.length }, limit)) ?? []));
        expect(seen).toEqual(WORK_RULES_IDS);
        const back: string[] = [];
        for (let until = total; until > 0; until = total - back.length)
          back.unshift(...(idsOf(await read({ revision, until }, limit)) ?? []));
        expect(back).toEqual(WORK_RULES_IDS);
      }
    });

    it("begins a little before a passage, or before the first chunk of a section", async () => {
      await publish();
      for (const around of ["work-rules::art16::heading-1", "work-rules::art16"]) {
        const found = await read({ around }, 4);
        expect([found?.first, idsOf(found)]).toEqual([3, WORK_RULES_IDS.slice(3, 7)]);
      }
      expect(idsOf(await read({ around: "work-rules::annex1::table-1" }, 4))).toEqual(WORK_RULES_IDS.slice(7));
      expect(idsOf(await read({ around: "work-rules" }, 1))).toEqual(["work-rules::paragraph-1"]);
    });

    it("has no chunk where there is no such passage, no such place or another revision", async () => {
      await publish();
      const { revision } = (await read(START)) as FoundPart;
      const missing: PartToRead[] = [
        { around: "work-rules::art99" },
        { around: "" },
        { around: "\0" },
        { around: "\uD800" },
        { revision, from: 9 },
        { revision, until: 0 },
        { revision: `${revision}1`, from: 0 },
      ];
      for (const part of missing)
        expect(await read(part)).toMatchObject({ revision, total: 9, first: null, sections: [] });
      await publish({ tree: { children: [] } });
      expect(await read(START)).toMatchObject({ total: 0, first: null, sections: [] });
      expect(await read({ revision, from: 0 })).toMatchObject({ first: null });
    });

    it("has as many chunks as fit, the passage first of all", async () => {
      const long = "長".repeat(ROWS_BYTES_MAX / 10);
      await publish({ tree: { children: Array.from({ length: 9 }, () => aParagraph(long)) } });
      const around = "work-rules::paragraph-5";
      const found = await read({ around }, 8);
      expect(idsOf(found)).toContain(around);
      expect(Buffer.byteLength(found?.chunks.text ?? "")).toBeLessThanOrEqual(ROWS_BYTES_MAX);
      const { revision } = found as FoundPart;
      expect((await read({ revision, until: 9 }))?.first).toBe(
        9 - (idsOf(await read({ revision, until: 9 })) ?? []).length,
      );
      await publish({ tree: { children: [aParagraph("長".repeat(ROWS_BYTES_MAX / 2)), aParagraph("短")] } });
      expect(idsOf(await read(START))).toEqual(["work-rules::paragraph-1"]);
    });

    it("returns the same null for a hidden, deleted, draft or unknown document, with one statement", async () => {
      await publish({ access_rules: CLOSED });
      await current().chunks.saveDraft(aVersion({ document_id: "draft", accepted: await current().accept() }));
      for (const id of ["work-rules", "draft", "unknown"]) {
        const statements = await current().countStatements(async () => {
          expect(await read(START, 50, ORDINARY, id)).toBeNull();
        });
        expect(statements).toBe(1);
      }
      expect(await read(START, 50, ORDINARY, "\0")).toBeNull();
      expect(await read(START, 50, ADMIN)).not.toBeNull();
    });
  });

  describe("find says why a chunk is related", () => {
    const related = async (chunk_id: string) => {
      const found = await current().chunks.find("work-rules", chunk_id, ORDINARY, { related: 20 });
      return [found?.scope_type, found?.related_ids.map(({ chunk_id, beyond }) => [chunk_id, beyond])];
    };

    it("seen from an article, from its annex, and outside both", async () => {
      await publish();
      expect(await related("work-rules::art16::paragraph-2")).toEqual([
        "article",
        [
          ["work-rules::art16::heading-1", false],
          ["work-rules::art16::paragraph-1", false],
          ["work-rules::annex1::annex_title-1", true],
          ["work-rules::annex1::table-1", true],
        ],
      ]);
      expect(await related("work-rules::annex1::table-1")).toEqual([
        "annex",
        [
          ["work-rules::annex1::annex_title-1", false],
          ["work-rules::art16::heading-1", true],
          ["work-rules::art16::paragraph-1", true],
          ["work-rules::art16::paragraph-2", true],
        ],
      ]);
      expect(await related("work-rules::paragraph-1")).toEqual([null, []]);
    });

    it("names the annexes of an article that is longer than the list", async () => {
      const long = Array.from({ length: 30 }, (_, i) => aParagraph(`第${i}項は別表第1及び別表第2による。`));
      const annexes = [1, 2].map((n) => anAnnex(`別表第${n}`, "額", aParagraph("一円")));
      await publish({ tree: { children: [anArticle("第1条", "手当", ...long), ...annexes] } });
      const [, ids] = await related("work-rules::art1::paragraph-9");
      expect(ids).toHaveLength(22);
      expect(ids?.slice(20)).toEqual([
        ["work-rules::annex1::annex_title-1", true],
        ["work-rules::annex2::annex_title-1", true],
      ]);
    });
  });
}
