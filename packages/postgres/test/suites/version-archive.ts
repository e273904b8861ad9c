import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { aParagraph, aReader, aRule, aUser, aVersion, documentsOf, type VersionFields } from "@retrieval/contract";
import { CLOSED, EVERYONE, readerFilter } from "@retrieval/core";
import { SenderNotAdminError } from "@retrieval/core/errors";
import type { ChunkStore, DocumentVersion, VersionArchive } from "@retrieval/core/ports";
import { QuestionReader, SearchEngine } from "@retrieval/core/search";
import { given } from "./open-users.js";
import type { OpenVersions } from "./open-versions.js";
import { originalClauses } from "./original-files.js";

/**
 * The contract of {@link VersionArchive}, and of the files that come with versions.
 * @param open a store without documents
 */
export function versionArchiveContract(name: string, open: () => Promise<OpenVersions>): void {
  describe(`${name} keeps the contract of VersionArchive`, () => {
    let opened: OpenVersions;
    let chunks: ChunkStore;
    let versions: VersionArchive;
    beforeEach(async () => {
      opened = await open();
      ({ chunks, versions } = opened);
      await given(opened.users, aUser({ user_id: "admin", role: "admin" }));
    });
    afterEach(() => opened.close());

    type Fields = Omit<Partial<VersionFields>, "tree" | "accepted">;
    /** A version whose passages have these texts. */
    const version = async (texts: readonly string[], fields: Fields = {}) => {
      const title = fields.title ?? texts.join();
      const tree = { children: texts.map(aParagraph) };
      return aVersion({ ...fields, title, tree, accepted: await opened.accept() });
    };
    const publish = async (texts: readonly string[], fields: Fields = {}, to = chunks) =>
      to.publish(await version(texts, fields));
    const numbers = async (document_id = "work-rules") =>
      (await versions.list(document_id))?.map(({ number }) => number) ?? null;
    const texts = async (number: number) => {
      const page = await versions.chunks("work-rules", number, { limit: 100 });
      return page?.chunks.map(({ content }) => content) ?? null;
    };
    const published = async () => {
      const page = await chunks.list("work-rules", { draft: false, limit: 100 });
      return page?.chunks.map(({ content }) => content) ?? null;
    };
    const id = (n: number) => `work-rules::paragraph-${n}`;

    describe("a publication", () => {
      it("keeps the version that it replaces, with its names, user and time", async () => {
        const before = Date.now() - 60_000;
        await publish(["a"], { title: "First", version: "2025-04-01", by_user: "admin" });
        await publish(["b"], { title: "Second", version: "2026-04-01" });
        const listed = await versions.list("work-rules");
        const rest = {
          ...{ by_user: null, published_at: expect.any(Number), original_for: null },
          ...{ effective_from: "2000-01-01", note: null, notice: "none", confirm_by: null, withdrawn: null },
        };
        expect(listed).toEqual([
          { number: 2, title: "Second", version: "2026-04-01", ...rest, standing: "in_force" },
          { number: 1, title: "First", version: "2025-04-01", ...rest, by_user: "admin", standing: "past" },
        ]);
        const [second, first] = (listed ?? []).map(({ published_at }) => published_at) as [number, number];
        expect(first).toBeGreaterThan(before);
        expect(second).toBeGreaterThanOrEqual(first);
        expect(await texts(1)).toEqual(["a"]);
        expect(await texts(2)).toEqual(["b"]);
      });

      it("of what is published already keeps the published version, its name, and those before", async () => {
        const again = { title: "T", version: "2026-01-01", version_is_default: true };
        await publish(["a"], { ...again, title: "Old" });
        await publish(["a", "b"], { title: "T", version: "2025-07-01", access_rules: CLOSED });
        const listed = await versions.list("work-rules");
        const unchanged = { unchanged: true, changes: { unchanged: 2, changed: 0, added: 0, removed: 0 } };
        for (const access_rules of [null, CLOSED]) {
          expect(await publish(["a", "b"], { ...again, access_rules, by_user: "admin" })).toMatchObject(unchanged);
        }
        expect(await publish(["a", "b"], { title: "T", version: "2025-07-01" })).toMatchObject(unchanged);
        expect(await versions.list("work-rules")).toEqual(listed);
        expect(await opened.catalog.find("work-rules")).toMatchObject({ title: "T", version: "2025-07-01" });
        const entries = await opened.audit.list({ document_id: "work-rules", limit: 3 });
        expect(entries.map(({ kind, by_user, details }) => ({ kind, by_user, details }))).toEqual(
          [null, "admin", "admin"].map((by_user) => {
            return { kind: "document-unchanged", by_user, details: { title: "T", version: "2025-07-01" } };
          }),
        );
      });

      it("of the same passages replaces the published version if anything else differs", async () => {
        const same = { title: "T", version_is_default: true };
        const first = await version(["a", "b"], same);
        await chunks.publish(first);
        const [a, b] = first.chunks as [(typeof first.chunks)[0], (typeof first.chunks)[0]];
        const others: Partial<DocumentVersion>[] = [
          { title: "Other" },
          { ...same, version: "2026-02-02", version_is_default: false },
          { access_rules: aRule({ allowed_groups: ["board"] }) },
          { chunks: [{ ...a, metadata: { ...a.metadata, page_range: [1, 2] } }, b] },
          { chunks: [b, a] },
          { relations: first.relations.map((relation) => ({ ...relation, related_scopes: ["work-rules::annex1"] })) },
        ];
        for (const other of others) {
          await publish(["between"]);
          await chunks.publish({ ...first, access_rules: EVERYONE, accepted: await opened.accept() });
          const changed = await chunks.publish({ ...first, ...other, accepted: await opened.accept() });
          expect([other, changed]).toEqual([other, expect.objectContaining({ unchanged: false })]);
        }
      });

      it("of what is published already stays, also as a restored version", async () => {
        await publish(["a"], { title: "T", version: "1" });
        await publish(["b"], { title: "U", version: "2" });
        await versions.restore("work-rules", 1, null);
        const again = { title: "T", version: "3", version_is_default: true };
        expect(await publish(["a"], again)).toMatchObject({ unchanged: true });
        expect(await numbers()).toEqual([3, 2, 1]);
      });

      it("of what is published already counts in the order of acceptance, and is refused to others", async () => {
        await publish(["a"], { title: "T", version: "1" });
        const [early, draft] = [await version(["early"]), await version(["draft"])];
        await chunks.saveDraft(draft);
        const again = await version(["a"], { title: "T", version_is_default: true });
        const bySomebody = chunks.publish({ ...again, by_user: "unknown" });
        await expect(bySomebody).rejects.toThrow(SenderNotAdminError);
        expect(await chunks.publish(again)).toMatchObject({ unchanged: true });
        expect(await chunks.publish(early)).toBe("superseded");
        expect(await chunks.publishDraft("work-rules")).toBeNull();
        expect(await published()).toEqual(["a"]);
      });

      it("of a draft counts too, by the user who publishes it, and a waiting draft does not", async () => {
        await publish(["a"]);
        await chunks.saveDraft(await version(["draft"]));
        expect(await numbers()).toEqual([1]);
        await chunks.publishDraft("work-rules", "admin");
        expect((await versions.list("work-rules"))?.map(({ number, by_user }) => [number, by_user])).toEqual([
          [2, "admin"],
          [1, null],
        ]);
      });

      it("that runs twice, and a change of the rule, make no version", async () => {
        const twice = await version(["a"]);
        await chunks.publish(twice);
        await chunks.publish(twice);
        await opened.catalog.changeRules("work-rules", CLOSED, null);
        expect(await numbers()).toEqual([1]);
      });
    });

    describe("a version", () => {
      it("is listed page by page, as it was published, key by key", async () => {
        const first = await version(["a", "b", "c"]);
        await chunks.publish(first);
        await publish(["d"]);
        const start = await versions.chunks("work-rules", 1, { limit: 2 });
        expect(JSON.stringify(start?.chunks)).toBe(JSON.stringify(first.chunks.slice(0, 2)));
        expect(start).toMatchObject({ last: 1, more: true });
        const rest = await versions.chunks("work-rules", 1, { limit: 2, after: 1 });
        expect(JSON.stringify(rest?.chunks)).toBe(JSON.stringify(first.chunks.slice(2)));
        expect(rest).toMatchObject({ last: 2, more: false });
      });

      it.each([
        ["of an unknown document", "unknown", 1],
        ["that never was", "work-rules", 2],
        ["beyond what the database counts", "work-rules", 9_999_999_999],
        ["of an id that cannot be stored", "\0", 1],
      ])("%s is null in every answer", async (_, document_id, number) => {
        await publish(["a"]);
        expect(await versions.chunks(document_id, number, { limit: 10 })).toBeNull();
        expect(await versions.restore(document_id, number, null)).toBeNull();
        expect(await numbers()).toEqual([1]);
      });

      it("is gone with its deleted document, and its number is not used again", async () => {
        await publish(["a"]);
        await publish(["b"]);
        await opened.catalog.remove("work-rules");
        expect(await versions.list("work-rules")).toBeNull();
        expect(await texts(1)).toBeNull();
        expect(await versions.restore("work-rules", 1, null)).toBeNull();
        await publish(["c"]);
        expect(await numbers()).toEqual([3]);
      });

      it("of a document that only has a draft does not exist", async () => {
        await chunks.saveDraft(await version(["draft"]));
        expect(await versions.list("work-rules")).toBeNull();
      });
    });

    describe("a restoration", () => {
      it("publishes the content as a new version, and keeps the others", async () => {
        await publish(["a", "old"], { title: "First", version: "2025-04-01" });
        await publish(["a", "new", "more"], { title: "Second" });
        expect(await versions.restore("work-rules", 1, "admin")).toMatchObject({
          published: { number: 3 },
          changes: { unchanged: 1, changed: 1, added: 0, removed: 1 },
        });
        expect(await published()).toEqual(["a", "old"]);
        expect(await versions.list("work-rules")).toMatchObject([
          { number: 3, title: "First", version: "2025-04-01", by_user: "admin" },
          { number: 2, title: "Second" },
          { number: 1, title: "First" },
        ]);
        expect(await opened.catalog.find("work-rules")).toMatchObject({ title: "First", version: "2025-04-01" });
      });

      it("keeps the neighbours and related chunks of the version", async () => {
        const first = aVersion({ accepted: await opened.accept() });
        await chunks.publish(first);
        const find = () =>
          chunks.find("work-rules", "work-rules::annex1::table-1", readerFilter(ADMIN_READER), { related: 20 });
        const before = await find();
        await publish(["other"]);
        await versions.restore("work-rules", 1, null);
        expect(JSON.stringify(await find())).toBe(JSON.stringify(before));
      });

      it("leaves the rule in force, whichever rule the version had", async () => {
        const board = aRule({ allowed_groups: ["board"] });
        await publish(["a"], { access_rules: EVERYONE });
        await publish(["b"], { access_rules: board });
        const rules_version = (await opened.catalog.find("work-rules"))?.rules_version;
        await versions.restore("work-rules", 1, "admin");
        expect(await opened.catalog.find("work-rules")).toMatchObject({ access_rules: board, rules_version });
        expect(await chunks.find("work-rules", id(1), readerFilter(aReader()), { related: 20 })).toBeNull();
      });

      it("is accepted now: an upload that was accepted before is superseded, with a waiting draft", async () => {
        await publish(["a"]);
        await publish(["b"]);
        const early = await version(["early"]);
        await chunks.saveDraft(await version(["draft"]));
        await versions.restore("work-rules", 1, "admin");
        expect(await chunks.publish(early)).toBe("superseded");
        expect(await chunks.publishDraft("work-rules")).toBeNull();
        expect(await published()).toEqual(["a"]);
        await publish(["later"]);
        expect(await published()).toEqual(["later"]);
      });

      it("is recorded with its user and the number, in the transaction", async () => {
        await publish(["a"], { title: "First" });
        await publish(["b"]);
        await versions.restore("work-rules", 1, "admin");
        const [entry] = await opened.audit.list({ document_id: "work-rules", limit: 1 });
        expect(entry).toMatchObject({
          kind: "document-published",
          by_user: "admin",
          details: { title: "First", restores: 1, changes: { changed: 1 } },
        });
        expect((await opened.audit.documentAt("work-rules", Date.now() + 60_000))?.title).toBe("First");
      });

      it.each([
        ["demoted", { role: "user" as const }],
        ["deactivated", { is_active: false }],
      ])("is refused and changes nothing where its sender was %s", async (_, fields) => {
        await publish(["a"]);
        await publish(["b"]);
        await given(opened.users, aUser({ user_id: "sender", role: "admin", ...fields }));
        await expect(versions.restore("work-rules", 1, "sender")).rejects.toBeInstanceOf(SenderNotAdminError);
        expect(await published()).toEqual(["b"]);
        expect(await numbers()).toEqual([2, 1]);
      });

      it("loses nothing beside concurrent publications and restorations", async () => {
        await publish(["a"]);
        await publish(["b"]);
        await Promise.all([
          versions.restore("work-rules", 1, null),
          publish(["c"]),
          versions.restore("work-rules", 2, null),
          versions.restore("work-rules", 1, null),
        ]);
        const listed = (await numbers()) as number[];
        // The upload may be superseded by a restoration that was accepted after it.
        expect([5, 6]).toContain(listed[0]);
        expect(listed).toEqual(Array.from({ length: listed[0] as number }, (_, i) => (listed[0] as number) - i));
        expect(await texts(listed[0] as number)).toEqual(await published());
      });
    });

    describe("readers", () => {
      const found = async (query: string) => {
        const engine = new SearchEngine(new QuestionReader(new Set()));
        for (const document of await documentsOf(opened.source, null)) engine.put(document);
        const reader = readerFilter(ADMIN_READER);
        const ask = { query, reader, limit: 10, doc_ids: null, text_types: null, meaning: null };
        // Where nothing is found, an answer repeats no word of the question.
        return engine.search(ask).sections;
      };
      /** Everything that reads documents for readers. */
      const everything = async () => {
        const reader = readerFilter(ADMIN_READER);
        const read = await Promise.all([
          found("marmalade"),
          found('"marmalade"'),
          ...[1, 2, 3].map((n) => chunks.find("work-rules", id(n), reader, { related: 20 })),
          chunks.outline("work-rules", reader),
          chunks.read("work-rules", { around: null }, 100, reader),
          chunks.list("work-rules", { draft: false, limit: 100 }),
          chunks.list("work-rules", { draft: true, limit: 100 }),
          opened.catalog.list({ limit: 10, query: "marmalade" }),
          opened.catalog.drafts({ limit: 10 }),
        ]);
        return JSON.stringify(read);
      };

      it("find and read nothing of an older version: not after a publication, a restoration or a deletion", async () => {
        await publish(["toast"], { title: "Breakfast" });
        await publish(["toast", "marmalade", "marmalade again"], { title: "marmalade" });
        expect(await found("marmalade")).toMatchObject([{ document_id: "work-rules" }]);
        await publish(["butter"], { title: "Breakfast" });
        expect(await everything()).not.toContain("marmalade");
        await versions.restore("work-rules", 2, null);
        expect(await found("marmalade")).toMatchObject([{ document_id: "work-rules" }]);
        await versions.restore("work-rules", 1, null);
        expect(await everything()).not.toContain("marmalade");
        await chunks.saveDraft(await version(["draft"]));
        await chunks.publishDraft("work-rules");
        expect(await everything()).not.toContain("marmalade");
        await opened.catalog.remove("work-rules");
        expect(await everything()).not.toContain("marmalade");
        await publish(["butter"], { title: "Breakfast" });
        expect(await everything()).not.toContain("marmalade");
        expect(await found("butter")).toMatchObject([{ document_id: "work-rules" }]);
      });
    });

    originalClauses(() => opened);
  });
}

const ADMIN_READER = aReader({ user_id: "admin", role: "admin" });
