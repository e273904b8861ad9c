import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ADMIN, aRule, aUser, aVersion, HOSTILE_NAMES, type VersionFields } from "@retrieval/contract";
import { CLOSED, EVERYONE } from "@retrieval/core";
import type { DocumentCatalog } from "@retrieval/core/ports";
import { ruleClauses } from "./document-catalog-rules.js";
import type { LeftOutOfDocuments, OpenDocuments } from "./open-documents.js";
import { given } from "./open-users.js";

/**
 * The contract of {@link DocumentCatalog}.
 * @param open a store without documents and users
 */
export function documentCatalogContract(
  name: string,
  open: () => Promise<OpenDocuments>,
  leftOut: LeftOutOfDocuments = {},
): void {
  describe(`${name} keeps the contract of DocumentCatalog`, () => {
    let opened: OpenDocuments;
    let catalog: DocumentCatalog;
    beforeEach(async () => {
      opened = await open();
      catalog = opened.catalog;
    });
    afterEach(() => opened.close());

    const publish = async (fields: Omit<VersionFields, "accepted"> = {}) =>
      opened.chunks.publish(aVersion({ tree: { children: [] }, ...fields, accepted: await opened.accept() }));
    const idsOf = (found: readonly { document_id: string }[]) => found.map(({ document_id }) => document_id);

    describe("groups", () => {
      it("are those of users and of published documents' rules, each once, by code point", async () => {
        await given(
          opened.users,
          aUser({ user_id: "1", permission_groups: ["b", "グループ", ...HOSTILE_NAMES] }),
          aUser({ user_id: "2", permission_groups: ["B", "b"], is_active: false }),
        );
        await publish({ document_id: "a", access_rules: aRule({ allowed_groups: ["b", "rule"] }) });
        await publish({ document_id: "gone", access_rules: aRule({ allowed_groups: ["gone"] }) });
        await catalog.remove("gone");
        const expected = [...new Set(["b", "グループ", "B", "rule", ...HOSTILE_NAMES])];
        const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect((await catalog.reach()).groups.map(({ group }) => group)).toEqual(expected.sort(byCodePoint));
      });

      it("are none if no user has one", async () => {
        expect((await catalog.reach()).groups.map(({ group }) => group)).toEqual([]);
      });
    });

    describe("reach", () => {
      it("counts active ordinary users and published documents of each department and group", async () => {
        await opened.users.replaceDepartments(
          [
            { code: "D1", name: "総務部" },
            { code: "D9", name: "空部" },
          ],
          () => ({
            code: null,
            why: "unknown",
          }),
        );
        await given(
          opened.users,
          aUser({ user_id: "1", department_code: "D1", permission_groups: ["g", "グループ"] }),
          aUser({ user_id: "2", department_code: "D1", permission_groups: ["g"] }),
          aUser({ user_id: "3", department_code: "D2", permission_groups: ["g", "old"], is_active: false }),
          aUser({ user_id: "4", department_code: "D1", permission_groups: ["g"], role: "admin" }),
        );
        const access_rules = aRule({ allowed_groups: ["g", "board"], allowed_department_codes: ["D1", "d1"] });
        await publish({ document_id: "a", access_rules });
        await publish({ document_id: "b", access_rules: aRule({ allowed_groups: ["g"] }) });
        await publish({ document_id: "gone", access_rules });
        await catalog.remove("gone");
        expect(await catalog.reach()).toEqual({
          departments: [
            { code: "D1", name: "総務部", users: 2, documents: 1 },
            { code: "D2", name: null, users: 0, documents: 0 },
            { code: "D9", name: "空部", users: 0, documents: 0 },
            { code: "d1", name: null, users: 0, documents: 1 },
          ],
          groups: [
            { group: "board", users: 0, documents: 1 },
            { group: "g", users: 2, documents: 2 },
            { group: "old", users: 0, documents: 0 },
            { group: "グループ", users: 1, documents: 0 },
          ],
        });
        expect(idsOf(await catalog.list({ limit: 9, allowed_group: "g" }))).toEqual(["a", "b"]);
        expect(idsOf(await catalog.list({ limit: 9, allowed_group: "g", allowed_department_code: "D1" }))).toEqual([
          "a",
        ]);
        expect(await catalog.list({ limit: 9, allowed_group: "G" })).toEqual([]);
        expect(await catalog.list({ limit: 9, allowed_department_code: "\0" })).toEqual([]);
      });

      it("is empty without departments, users and rules", async () => {
        expect(await catalog.reach()).toEqual({ departments: [], groups: [] });
      });
    });

    describe("drafts", () => {
      const draft = async (document_id: string, title: string) =>
        opened.chunks.saveDraft(
          aVersion({ document_id, title, tree: { children: [] }, accepted: await opened.accept() }),
        );

      it("are those that wait, under their new names, by code point and in pages", async () => {
        await publish({ document_id: "b", title: "before" });
        await publish({ document_id: "only-published" });
        await draft("b", "after");
        await draft("第一", "新しい規程");
        await draft("A", "first");
        const waiting = await catalog.drafts({ limit: 10 });
        expect(waiting.map(({ document_id, title, published }) => [document_id, title, published])).toEqual([
          ["A", "first", false],
          ["b", "after", true],
          ["第一", "新しい規程", false],
        ]);
        expect(idsOf(await catalog.drafts({ limit: 1, after: "A" }))).toEqual(["b"]);
        expect(idsOf(await catalog.drafts({ limit: 5, after: "b" }))).toEqual(["第一"]);
      });

      it("disappear once published, replaced by a newer version or removed", async () => {
        for (const document_id of ["published", "overtaken", "removed"]) await draft(document_id, document_id);
        await opened.chunks.publishDraft("published");
        await publish({ document_id: "overtaken" });
        await catalog.remove("removed");
        expect(await catalog.drafts({ limit: 10 })).toEqual([]);
      });
    });

    describe("find", () => {
      it("returns the document with its rule", async () => {
        const access_rules = aRule({
          allowed_department_codes: ["D2", "D1"],
          allowed_groups: ["z", "a"],
          allowed_users: ["1", "0"],
        });
        await publish({ title: "就業規則", version: "2025-04-01", access_rules });
        expect(await catalog.find("work-rules")).toEqual({
          document_id: "work-rules",
          title: "就業規則",
          version: "2025-04-01",
          access_rules,
          rules_version: 1,
        });
      });

      it("returns null for an unknown, deleted or unpublished document", async () => {
        await publish({ document_id: "deleted" });
        await catalog.remove("deleted");
        await opened.chunks.saveDraft(aVersion({ document_id: "draft", accepted: await opened.accept() }));
        await publish();
        for (const id of [
          "unknown",
          "deleted",
          "draft",
          "Work-rules",
          "work-rules ",
          "work_rules",
          "",
          "%",
          "\0",
          "\uD800",
        ]) {
          expect(await catalog.find(id)).toBeNull();
        }
      });
    });

    describe("list", () => {
      it("goes through the published documents in code-point order", async () => {
        for (const document_id of ["b", "a", "Z", "10", "9", "就業規則", "𠮷", "ｶ", "a-1", "a.1", "deleted"]) {
          await publish({ document_id });
        }
        await catalog.remove("deleted");
        await opened.chunks.saveDraft(aVersion({ document_id: "draft", accepted: await opened.accept() }));
        const all = ["10", "9", "Z", "a", "a-1", "a.1", "b", "就業規則", "ｶ", "𠮷"];
        expect(idsOf(await catalog.list({ limit: 100 }))).toEqual(all);
        for (const limit of [1, 3, 10]) {
          const seen: string[] = [];
          for (let after: string | undefined; ; after = seen.at(-1) as string) {
            const page = await catalog.list({ limit, ...(after === undefined ? {} : { after }) });
            if (page.length === 0) break;
            expect(page.length).toBeLessThanOrEqual(limit);
            seen.push(...idsOf(page));
          }
          expect(seen).toEqual(all);
        }
      });

      it("returns each with its rule", async () => {
        await publish({ document_id: "a", access_rules: CLOSED });
        await publish({ document_id: "b", access_rules: EVERYONE });
        const [a, b] = await catalog.list({ limit: 2 });
        expect([a, b]).toMatchObject([await catalog.find("a"), await catalog.find("b")]);
      });

      it.each([
        ["part of a title", "業規", true],
        ["part of a document_id", "k-rul", true],
        ["another case", "WORK-RULES", true],
        ["another case beyond ASCII", "ÉTÉ", true],
        ["full width for half", "ＡＢＣ", true],
        ["half width for full", "カタカナ", true],
        ["nothing, which matches everything", "", true],
        ["a wildcard of LIKE for any text", "w%s", false],
        ["the same in full width", "w％s", false],
        ["a wildcard of LIKE for one character", "work_rules", false],
        ["a backslash", "\\", false],
        ["end of one and beginning of the other", "rules就業", false],
        ["the same with the line between them", "rules\n就業", false],
        ["a text that cannot be stored", "\0", false],
        ["half a character", "\uD800", false],
        ["SQL", "' OR ''='", false],
      ])("finds by %s", async (_, query, found) => {
        await publish({ title: "就業規則 été ABC ｶﾀｶﾅ" });
        expect(idsOf(await catalog.list({ query, limit: 10 }))).toEqual(found ? ["work-rules"] : []);
      });

      it.each(["100%", "a_b", "back\\slash", "O'Brien"])("finds %s as it is written", async (title) => {
        await publish({ title });
        await publish({ document_id: "other", title: "1000 axb backslash OBrien" });
        expect(idsOf(await catalog.list({ query: title, limit: 10 }))).toEqual(["work-rules"]);
      });

      it("finds by the title of the version that is published now", async () => {
        await publish({ title: "Old" });
        await publish({ title: "New" });
        expect(await catalog.list({ query: "old", limit: 10 })).toEqual([]);
        expect(await catalog.list({ query: "new", limit: 10 })).toHaveLength(1);
      });

      it("searches and pages together", async () => {
        for (const document_id of ["a1", "b1", "a2", "b2", "a3"]) await publish({ document_id });
        expect(idsOf(await catalog.list({ query: "A", limit: 2, after: "a1" }))).toEqual(["a2", "a3"]);
      });
    });

    describe("remove", () => {
      it("removes the document with all its chunks from every answer, once", async () => {
        await opened.chunks.publish(aVersion({ accepted: await opened.accept() }));
        await opened.chunks.saveDraft(aVersion({ accepted: await opened.accept() }));
        expect(await catalog.remove("work-rules")).toBe(true);
        expect(await catalog.find("work-rules")).toBeNull();
        expect(await catalog.list({ limit: 10 })).toEqual([]);
        expect(await opened.chunks.find("work-rules", "work-rules::paragraph-1", ADMIN, { related: 20 })).toBeNull();
        for (const draft of [true, false]) {
          expect(await opened.chunks.list("work-rules", { draft, limit: 10 })).toBeNull();
        }
        expect(await catalog.remove("work-rules")).toBe(false);
      });

      it("returns false for a missing document, and changes no other", async () => {
        await publish();
        for (const id of ["unknown", "Work-rules", "work-rule_", "%", "\0"])
          expect(await catalog.remove(id)).toBe(false);
        expect(await catalog.find("work-rules")).not.toBeNull();
      });

      it("removes an upload that waits to be read, before and after its first version", async () => {
        for (const first of [true, false]) {
          if (!first) await publish();
          const { accepted } = await opened.jobs.add({
            document_id: "work-rules",
            options: {},
            payload: Buffer.from("# Rules"),
          });
          expect(await catalog.remove("work-rules")).toBe(true);
          expect(await catalog.find("work-rules")).toBeNull();
          expect(await opened.chunks.publish(aVersion({ accepted }))).toBe("superseded");
          expect(await catalog.list({ limit: 10 })).toEqual([]);
        }
        await publish({ default_rules: CLOSED });
        expect((await catalog.find("work-rules"))?.access_rules).toEqual(EVERYONE);
      });

      it("returns true to one of many callers", async () => {
        await publish();
        const answers = await Promise.all(Array.from({ length: 6 }, () => catalog.remove("work-rules")));
        expect(answers.filter(Boolean)).toHaveLength(1);
      });
    });

    ruleClauses(() => opened, leftOut);
  });
}
