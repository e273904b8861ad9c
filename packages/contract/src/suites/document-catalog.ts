import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type DocumentCatalog, departmentLookup, EVERYONE, NOBODY, readerFilter } from "@retrieval/core";
import { aUser, HOSTILE_NAMES } from "../builders.js";
import { ADMIN, aReader, aRule, aVersion, type VersionFields } from "../document-builders.js";
import { describeUnless } from "./left-out.js";
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
    const isSeenBy = async (user_id: string, store = opened.chunks) =>
      (await store.find("work-rules", "work-rules::paragraph-1", readerFilter(aReader({ user_id })), {
        related: 0,
      })) !== null;

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
        expect(await catalog.groups()).toEqual(expected.sort(byCodePoint));
      });

      it("are none where nobody has one", async () => {
        expect(await catalog.groups()).toEqual([]);
      });
    });

    describe("drafts", () => {
      const draft = async (document_id: string, title: string) =>
        opened.chunks.saveDraft(
          aVersion({ document_id, title, tree: { children: [] }, accepted: await opened.accept() }),
        );

      it("are those that wait, named as they are going to be, by code point and in pages", async () => {
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

      it("are no longer there once published, replaced by a newer version or removed", async () => {
        for (const document_id of ["published", "overtaken", "removed"]) await draft(document_id, document_id);
        await opened.chunks.publishDraft("published");
        await publish({ document_id: "overtaken" });
        await catalog.remove("removed");
        expect(await catalog.drafts({ limit: 10 })).toEqual([]);
      });
    });

    describe("find", () => {
      it("gives the document with its rule", async () => {
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

      it("gives null for what is unknown, deleted or never published", async () => {
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

      it("gives each with its rule", async () => {
        await publish({ document_id: "a", access_rules: NOBODY });
        await publish({ document_id: "b", access_rules: EVERYONE });
        const [a, b] = await catalog.list({ limit: 2 });
        expect([a, b]).toEqual([await catalog.find("a"), await catalog.find("b")]);
      });

      it.each([
        ["part of a title", "業規", true],
        ["part of a document_id", "k-rul", true],
        ["another case", "WORK-RULES", true],
        ["another case beyond ASCII", "ÉTÉ", true],
        ["full width for half", "ＡＢＣ", true],
        ["half width for full", "カタカナ", true],
        ["nothing, which is everything", "", true],
        ["a sign that LIKE would take for anything", "w%s", false],
        ["the same in full width", "w％s", false],
        ["a sign that LIKE would take for one", "work_rules", false],
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

      it("finds and pages at once", async () => {
        for (const document_id of ["a1", "b1", "a2", "b2", "a3"]) await publish({ document_id });
        expect(idsOf(await catalog.list({ query: "A", limit: 2, after: "a1" }))).toEqual(["a2", "a3"]);
      });
    });

    describe("changeRules", () => {
      const change = (user: string, expected: number | null, instance: DocumentCatalog = catalog) =>
        instance.changeRules("work-rules", aRule({ allowed_users: [user] }), expected);

      it("changes the rule and who sees the document, from the next request on", async () => {
        await opened.chunks.publish(aVersion({ accepted: await opened.accept(), access_rules: NOBODY }));
        expect(await isSeenBy("a")).toBe(false);
        const document = await change("a", 1);
        expect(document).toMatchObject({ access_rules: aRule({ allowed_users: ["a"] }), rules_version: 2 });
        expect(document).toEqual(await catalog.find("work-rules"));
        expect(await isSeenBy("a")).toBe(true);
        await change("b", 2);
        expect([await isSeenBy("a"), await isSeenBy("b")]).toEqual([false, true]);
      });

      it("writes nothing if the rule has another version", async () => {
        await publish({ access_rules: NOBODY });
        await change("a", 1);
        const before = await catalog.find("work-rules");
        for (const expected of [0, 1, 3, -1, 2_147_483_647]) expect(await change("b", expected)).toBe("lost");
        expect(await catalog.find("work-rules")).toEqual(before);
        expect(await change("b", 2)).toMatchObject({ rules_version: 3 });
      });

      it("overwrites whatever stands when no version is expected", async () => {
        await publish();
        await change("a", null);
        expect(await change("b", null)).toMatchObject({ rules_version: 3 });
      });

      it("gives null for what does not exist, and makes nothing", async () => {
        await publish({ document_id: "deleted" });
        await catalog.remove("deleted");
        for (const id of ["unknown", "deleted", "\0"]) {
          expect(await catalog.changeRules(id, NOBODY, null)).toBeNull();
          expect(await catalog.changeRules(id, NOBODY, 1)).toBeNull();
        }
        expect(await catalog.list({ limit: 10 })).toEqual([]);
      });

      it("takes the rule that stands already for no change, so its version stays", async () => {
        await publish({ access_rules: aRule({ allowed_users: ["a", "b"] }) });
        expect(await catalog.changeRules("work-rules", aRule({ allowed_users: ["a", "b"] }), 1)).toMatchObject({
          rules_version: 1,
        });
        expect(await catalog.changeRules("work-rules", aRule({ allowed_users: ["b", "a"] }), 1)).toMatchObject({
          access_rules: { allowed_users: ["b", "a"] },
          rules_version: 2,
        });
      });

      it.each(HOSTILE_NAMES)("keeps and compares names exactly: %j", async (text) => {
        const rules = aRule({ allowed_department_codes: [text], allowed_groups: [text, "x"], allowed_users: [text] });
        await opened.chunks.publish(aVersion({ accepted: await opened.accept(), access_rules: NOBODY }));
        await catalog.changeRules("work-rules", rules, null);
        expect((await catalog.find("work-rules"))?.access_rules).toEqual(rules);
        expect(await isSeenBy(text)).toBe(true);
        for (const other of [`${text} `, text.slice(0, -1), `u:${text}`, "*"])
          expect(await isSeenBy(other)).toBe(false);
      });

      it("keeps a rule of thousands of names", async () => {
        const names = Array.from({ length: 5_000 }, (_, i) => `利用者${i}`);
        await opened.chunks.publish(aVersion({ accepted: await opened.accept() }));
        await catalog.changeRules("work-rules", aRule({ allowed_users: names }), 1);
        expect((await catalog.find("work-rules"))?.access_rules.allowed_users).toEqual(names);
        expect([await isSeenBy("利用者4999"), await isSeenBy("利用者5000")]).toEqual([true, false]);
      });

      it("lets exactly one of many editors win who began from the same rule", async () => {
        await publish();
        const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => change(`${i}`, 1)));
        expect(answers.filter((answer) => answer === "lost")).toHaveLength(7);
        const winner = answers.find((answer) => answer !== "lost");
        expect(await catalog.find("work-rules")).toEqual(winner);
        expect(winner).toMatchObject({ rules_version: 2 });
      });
    });

    describe("rulesHistory", () => {
      const board = aRule({ allowed_groups: ["board"] });
      beforeEach(() =>
        given(
          opened.users,
          aUser({ user_id: "1", permission_groups: ["board"] }),
          aUser({ user_id: "2" }),
          aUser({ user_id: "3", is_active: false }),
          aUser({ user_id: "4", role: "admin" }),
        ),
      );

      it("has every rule with who, how, before and after, and how many active users gained and lost", async () => {
        await publish({ access_rules: board, by_user: "4" });
        await catalog.changeRules("work-rules", EVERYONE, null, { by_user: "4", cause: "edit" });
        await catalog.changeRules("work-rules", EVERYONE, null, { by_user: "4", cause: "edit" });
        await catalog.changeRules("work-rules", NOBODY, null, { by_user: "9", cause: "restore" });
        const history = await catalog.rulesHistory("work-rules", { limit: 10 });
        expect(history).toMatchObject([
          { rules_version: 3, by_user: "9", cause: "restore", before: EVERYONE, after: NOBODY, gained: 0, lost: 2 },
          { rules_version: 2, by_user: "4", cause: "edit", before: board, after: EVERYONE, gained: 1, lost: 0 },
          { rules_version: 1, by_user: "4", cause: "upload", before: null, after: board, gained: 1, lost: 0 },
        ]);
        expect(history.every(({ at }) => Number.isInteger(at))).toBe(true);
        expect(await catalog.rulesHistory("work-rules", { limit: 1, before: 3 })).toEqual([history[1]]);
        expect(await catalog.rulesHistory("work-rules", { limit: 1, version: 1 })).toEqual([history[2]]);
        expect(await catalog.rulesHistory("work-rules", { limit: 1, version: 9 })).toEqual([]);
      });

      it("begins with the default of a new document, and outlasts the deletion", async () => {
        await publish();
        await catalog.remove("work-rules", "4");
        await publish({ access_rules: board });
        expect(await catalog.rulesHistory("work-rules", { limit: 10 })).toMatchObject([
          { cause: "upload", before: EVERYONE, after: board, gained: 1, lost: 0 },
          { cause: "default", before: null, after: EVERYONE, gained: 2, lost: 0 },
        ]);
        await catalog.remove("work-rules");
        expect(await catalog.rulesHistory("work-rules", { limit: 10 })).toHaveLength(2);
        for (const id of ["unknown", "\0"]) expect(await catalog.rulesHistory(id, { limit: 10 })).toEqual([]);
      });

      it("has nothing of a draft's rule before it is published", async () => {
        await publish();
        await opened.chunks.saveDraft(aVersion({ access_rules: board, accepted: await opened.accept() }));
        expect(await catalog.rulesHistory("work-rules", { limit: 10 })).toHaveLength(1);
        await opened.chunks.publishDraft("work-rules", "4");
        expect((await catalog.rulesHistory("work-rules", { limit: 10 }))[0]).toMatchObject({
          by_user: "4",
          after: board,
        });
      });
    });

    describe("listFor", () => {
      it("gives full pages of what the reader may see, and nothing of the rest", async () => {
        for (let i = 0; i < 12; i += 1) {
          await publish({
            document_id: `d${i % 10}${i}`,
            access_rules: i % 3 === 0 ? aRule({ allowed_users: ["5"] }) : NOBODY,
          });
        }
        const five = readerFilter(aReader({ user_id: "5" }));
        const ids = async (page: { query?: string; limit: number; after?: string }, reader = five) =>
          (await catalog.listFor(reader, page)).map(({ document_id }) => document_id);
        expect(await ids({ limit: 3 })).toEqual(["d00", "d33", "d66"]);
        expect(await ids({ limit: 3, after: "d66" })).toEqual(["d99"]);
        expect(await ids({ limit: 3, query: "D9" })).toEqual(["d99"]);
        expect(await ids({ limit: 50 }, readerFilter(aReader({ user_id: "6" })))).toEqual([]);
        expect(await ids({ limit: 50 }, ADMIN)).toHaveLength(12);
        expect(await ids({ limit: 5, after: "\0" })).toEqual([]);
      });
    });

    describe("remove", () => {
      it("takes the document with all its chunks out of every answer, once", async () => {
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

      it("says false where there is nothing, and leaves the others", async () => {
        await publish();
        for (const id of ["unknown", "Work-rules", "work-rule_", "%", "\0"])
          expect(await catalog.remove(id)).toBe(false);
        expect(await catalog.find("work-rules")).not.toBeNull();
      });

      it("takes away an upload that waits to be read, before and after its first version", async () => {
        for (const first of [true, false]) {
          if (!first) await publish();
          const { accepted } = await opened.jobs.add({
            kind: "ingest",
            document_id: "work-rules",
            state: "queued",
            options: {},
            report: null,
            payload: Buffer.from("# Rules"),
          });
          expect(await catalog.remove("work-rules")).toBe(true);
          expect(await catalog.find("work-rules")).toBeNull();
          expect(await opened.chunks.publish(aVersion({ accepted }))).toBe("superseded");
          expect(await catalog.list({ limit: 10 })).toEqual([]);
        }
        await publish({ default_rules: NOBODY });
        expect((await catalog.find("work-rules"))?.access_rules).toEqual(EVERYONE);
      });

      it("says true to one of many callers", async () => {
        await publish();
        const answers = await Promise.all(Array.from({ length: 6 }, () => catalog.remove("work-rules")));
        expect(answers.filter(Boolean)).toHaveLength(1);
      });
    });

    describe("unknownNames", () => {
      it("names what is in no master and on no record, in the order of the rule", async () => {
        await opened.users.replaceDepartments([{ code: "D1", name: "総務部" }], departmentLookup([]));
        await given(
          opened.users,
          aUser({ user_id: "1", permission_groups: ["g1", "g2"] }),
          aUser({ user_id: "2", permission_groups: ["g3"], is_active: false }),
        );
        expect(
          await catalog.unknownNames({
            allow_all: true,
            allowed_department_codes: ["d1", "D1", "総務部", "D0"],
            allowed_groups: ["z", "g3", "g1", "G2", "a"],
            allowed_users: ["9", "2", "1", "01", "3"],
          }),
        ).toEqual({
          allowed_department_codes: ["d1", "総務部", "D0"],
          allowed_groups: ["z", "G2", "a"],
          allowed_users: ["9", "01", "3"],
        });
      });

      it("names nothing of an empty rule, and everything where nobody is known", async () => {
        const nothing = { allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
        expect(await catalog.unknownNames(EVERYONE)).toEqual(nothing);
        const all = {
          allowed_department_codes: [...HOSTILE_NAMES],
          allowed_groups: [...HOSTILE_NAMES],
          allowed_users: [...HOSTILE_NAMES],
        };
        expect(await catalog.unknownNames({ allow_all: false, ...all })).toEqual(all);
      });

      it("costs one statement, however long the rule", async () => {
        const names = Array.from({ length: 5_000 }, (_, i) => `${i}`);
        const rules = aRule({ allowed_department_codes: names, allowed_groups: names, allowed_users: names });
        expect(await opened.countStatements(() => catalog.unknownNames(rules))).toBe(1);
      });
    });

    describeUnless(leftOut.severalInstances, "with several instances", () => {
      it("exactly one of many editors wins who began from the same rule", async () => {
        await publish();
        const elsewhere = opened.elsewhere?.catalog as DocumentCatalog;
        for (let expected = 1; expected <= 5; expected++) {
          const answers = await Promise.all(
            Array.from({ length: 8 }, (_, i) =>
              (i % 2 ? catalog : elsewhere).changeRules(
                "work-rules",
                aRule({ allowed_users: [`${expected}-${i}`] }),
                expected,
              ),
            ),
          );
          expect(answers.filter((answer) => answer === "lost")).toHaveLength(7);
        }
      });

      it("each sees what the other has just changed", async () => {
        const elsewhere = opened.elsewhere as NonNullable<OpenDocuments["elsewhere"]>;
        await opened.chunks.publish(aVersion({ accepted: await opened.accept(), access_rules: NOBODY }));
        for (let i = 0; i < 10; i++) {
          expect(await isSeenBy(`${i}`, elsewhere.chunks)).toBe(false);
          await catalog.changeRules("work-rules", aRule({ allowed_users: [`${i}`] }), null);
          expect(await isSeenBy(`${i}`, elsewhere.chunks)).toBe(true);
        }
        await elsewhere.catalog.remove("work-rules");
        expect(await catalog.find("work-rules")).toBeNull();
      });
    });
  });
}
