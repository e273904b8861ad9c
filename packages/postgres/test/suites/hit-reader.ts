import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  aParagraph,
  aRule,
  aVersion,
  describeUnless,
  documentsOf,
  type VersionFields,
  WORK_RULES_IDS,
} from "@retrieval/contract";
import { CLOSED, EVERYONE } from "@retrieval/core";
import { FOUND_TEXT_MAX } from "@retrieval/core/limits";
import type { HitReader, IndexedDocument, ReadHits, SectionRange } from "@retrieval/core/ports";
import type { OpenIndexed } from "./index-source.js";
import type { LeftOutOfDocuments } from "./open-documents.js";

const LIMITS = { timeout_ms: 30_000 };

/**
 * The contract of {@link HitReader}.
 * @param open a store without documents
 */
export function hitReaderContract(
  name: string,
  open: () => Promise<OpenIndexed>,
  leftOut: LeftOutOfDocuments = {},
): void {
  describe(`${name} keeps the contract of HitReader`, () => {
    let opened: OpenIndexed;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    /** @returns the revision */
    const publish = async (document_id: string, fields: Partial<VersionFields> = {}) => {
      const accepted = await opened.accept();
      // Named by its number, so that it is another one than the last.
      await opened.chunks.publish(aVersion({ document_id, accepted, version: `${accepted}`, ...fields }));
      return ((await documentsOf(opened.source, [document_id]))[0] as IndexedDocument).revision_id;
    };
    const read = async (asked: Parameters<HitReader["read"]>[0], limits = LIMITS) =>
      (await opened.hits.read(asked, limits)) as ReadHits;
    const texts = async (asked: readonly SectionRange[]) => await opened.hits.texts(asked, LIMITS);

    it("reads the asked chunks with the document's head, its rule and the generation, in one statement", async () => {
      const rule = aRule({ allowed_groups: ["g"] });
      const one = await publish("work-rules", { title: "就業規則", version: "2025-04-01", access_rules: rule });
      const two = await publish("a");
      const asked = [
        { document_id: "work-rules", revision_id: one, places: [5, 1, 99] },
        { document_id: "a", revision_id: two, places: [0] },
      ];
      const { documents, generation } = await read(asked);
      expect(generation).toEqual(await opened.source.generation());
      const chunks = (await opened.chunks.list("work-rules", { draft: false, limit: 100 }))?.chunks ?? [];
      expect(documents).toEqual([
        {
          document_id: "work-rules",
          revision_id: one,
          document: { document_id: "work-rules", title: "就業規則", version: "2025-04-01" },
          access_rules: rule,
          facts: {
            ...{ number: null, category: null, owner: null, contact: null },
            ...{ effective_from: expect.any(String), version_number: 1, life: null },
          },
          chunks: [1, 5].map((place) => ({ place, chunk: chunks[place] })),
        },
        expect.objectContaining({ document_id: "a", access_rules: EVERYONE }),
      ]);
      expect(documents[0]?.chunks.map(({ chunk }) => chunk.chunk_id)).toEqual([WORK_RULES_IDS[1], WORK_RULES_IDS[5]]);
    });

    it("leaves out what is not published any more, and has the rule of now", async () => {
      const first = await publish("a");
      const second = await publish("b");
      const gone = await publish("c");
      const asked = [
        { document_id: "c", revision_id: gone, places: [0] },
        { document_id: "b", revision_id: second, places: [0] },
        { document_id: "a", revision_id: first, places: [0] },
        { document_id: "a", revision_id: second, places: [0] },
        { document_id: "unknown", revision_id: "1", places: [0] },
      ];
      const before = (await read(asked)).generation;
      await opened.catalog.remove("c");
      await opened.catalog.changeRules("b", CLOSED, null);
      await publish("a");
      const { documents, generation } = await read(asked);
      expect(documents.map(({ document_id, access_rules }) => [document_id, access_rules])).toEqual([["b", CLOSED]]);
      expect(generation).not.toEqual(before);
      expect((await read([])).documents).toEqual([]);
      expect((await read([])).generation).toEqual(generation);
    });

    it("reads the texts of sections that are published, in the order asked", async () => {
      const revision_id = await publish("work-rules");
      const at = { document_id: "work-rules", revision_id };
      const outdated = await publish("a");
      await publish("a");
      expect(
        await texts([
          { ...at, place: 7, chunks: 2 },
          { document_id: "a", revision_id: outdated, place: 0, chunks: 1 },
          { ...at, place: 4, chunks: 2 },
          { ...at, place: 0, chunks: 0 },
        ]),
      ).toEqual([
        ["別表第1（第16条関係）", "職位: 課長 / 額: 30,000円"],
        null,
        ["第16条（手当）", "手当の額は、別表第1のとおりとする。"],
        [],
      ]);
      expect(await texts([])).toEqual([]);
    });

    it("reads no more than its bound, as asked, and the first chunk and section always", async () => {
      // One long word of signs that no compression shortens much, as long as a chunk could be in older versions.
      let state = 1;
      const sign = () => {
        state = (state * 48_271) % 2_147_483_647;
        return (state % 36).toString(36);
      };
      const word = Array.from({ length: FOUND_TEXT_MAX }, sign).join("");
      const paragraphs = Array.from({ length: 30 }, () => aParagraph(word));
      const revision_id = await publish("a", { tree: { children: paragraphs } });
      const section = (place: number, chunks: number) => ({ document_id: "a", revision_id, place, chunks });
      const read = (await texts([section(0, 29), section(29, 1)])) as readonly (readonly string[] | null)[];
      expect(read.map((one) => one?.length ?? null)).toEqual([29, null]);
      const each = (await texts(paragraphs.map((_, i) => section(i, 1)))) as readonly (readonly string[] | null)[];
      const first = each.indexOf(null);
      expect(first).toBeGreaterThan(0);
      expect(each.slice(first).every((one) => one === null)).toBe(true);
      const places = [7, ...paragraphs.keys()];
      const chunks = async (places: readonly number[]) =>
        (await opened.hits.read([{ document_id: "a", revision_id, places }], LIMITS))?.documents[0]?.chunks ?? [];
      const some = await chunks([...new Set(places)]);
      expect(some.length).toBeGreaterThan(1);
      expect(some.length).toBeLessThan(30);
      expect(some.map(({ place }) => place)).toContain(7);
      expect(some.every(({ chunk }) => chunk.content === word)).toBe(true);
    });

    it("ends at its time limit", async () => {
      const limits = { ...LIMITS, timeout_ms: Number.MIN_VALUE };
      expect(await opened.hits.read([], limits)).toBeNull();
      expect(await opened.hits.texts([], limits)).toBeNull();
    });

    describeUnless(leftOut.severalInstances, "while other instances write", () => {
      it("every answer is one state: the rule and the title of one moment", async () => {
        const revision_id = await publish("a", { access_rules: aRule({ allowed_users: ["0"] }) });
        let writing = true;
        const write = async () => {
          for (let i = 1; i <= 20; i++) {
            await (opened.elsewhere ?? opened).catalog.changeRules("a", aRule({ allowed_users: [`${i}`] }), null);
          }
        };
        const writer = write().finally(() => {
          writing = false;
        });
        const seen = new Map<number, string>();
        while (writing) {
          const { documents, generation } = await read([{ document_id: "a", revision_id, places: [0] }]);
          const user = documents[0]?.access_rules.allowed_users[0] as string;
          expect(seen.get(generation.number) ?? user).toBe(user);
          seen.set(generation.number, user);
        }
        await writer;
        const order = [...seen].sort(([a], [b]) => a - b).map(([, user]) => Number(user));
        expect(order).toEqual([...order].sort((a, b) => a - b));
      });
    });
  });
}
