import { beforeEach, describe, expect, it } from "@jest/globals";
import {
  aReader,
  aRule,
  aUser,
  aVersion,
  describeUnless,
  HOSTILE_NAMES,
  type VersionFields,
} from "@retrieval/contract";
import { CLOSED, EVERYONE, readerFilter } from "@retrieval/core";
import type { DocumentCatalog } from "@retrieval/core/ports";
import { departmentLookup } from "@retrieval/core/users";
import type { LeftOutOfDocuments, OpenDocuments } from "./open-documents.js";
import { given } from "./open-users.js";

/** How a document's rule changes and is read, the history of every rule, and names in rules that do not exist. */
export function ruleClauses(opened: () => OpenDocuments, leftOut: LeftOutOfDocuments): void {
  let catalog: DocumentCatalog;
  beforeEach(() => {
    catalog = opened().catalog;
  });

  const publish = async (fields: Omit<VersionFields, "accepted"> = {}) =>
    opened().chunks.publish(aVersion({ tree: { children: [] }, ...fields, accepted: await opened().accept() }));
  const isSeenBy = async (user_id: string, store = opened().chunks) =>
    (await store.find("work-rules", "work-rules::paragraph-1", readerFilter(aReader({ user_id })), {
      related: 0,
    })) !== null;

  describe("changeRules", () => {
    const change = (user: string, expected: number | null, instance: DocumentCatalog = catalog) =>
      instance.changeRules("work-rules", aRule({ allowed_users: [user] }), expected);

    it("changes the rule and the readers of the document from the next request on", async () => {
      await opened().chunks.publish(aVersion({ accepted: await opened().accept(), access_rules: CLOSED }));
      expect(await isSeenBy("a")).toBe(false);
      const document = await change("a", 1);
      expect(document).toMatchObject({ access_rules: aRule({ allowed_users: ["a"] }), rules_version: 2 });
      expect(document).toEqual(await catalog.find("work-rules"));
      expect(await isSeenBy("a")).toBe(true);
      await change("b", 2);
      expect([await isSeenBy("a"), await isSeenBy("b")]).toEqual([false, true]);
    });

    it("writes nothing if the rule has another version", async () => {
      await publish({ access_rules: CLOSED });
      await change("a", 1);
      const before = await catalog.find("work-rules");
      for (const expected of [0, 1, 3, -1, 2_147_483_647]) expect(await change("b", expected)).toBe("lost");
      expect(await catalog.find("work-rules")).toEqual(before);
      expect(await change("b", 2)).toMatchObject({ rules_version: 3 });
    });

    it("overwrites any rule when no version is expected", async () => {
      await publish();
      await change("a", null);
      expect(await change("b", null)).toMatchObject({ rules_version: 3 });
    });

    it("returns null for a missing document, and creates nothing", async () => {
      await publish({ document_id: "deleted" });
      await catalog.remove("deleted");
      for (const id of ["unknown", "deleted", "\0"]) {
        expect(await catalog.changeRules(id, CLOSED, null)).toBeNull();
        expect(await catalog.changeRules(id, CLOSED, 1)).toBeNull();
      }
      expect(await catalog.list({ limit: 10 })).toEqual([]);
    });

    it("counts the same rule as no change, so its version stays", async () => {
      await publish({ access_rules: aRule({ allowed_users: ["a", "b"] }) });
      expect(await catalog.changeRules("work-rules", aRule({ allowed_users: ["a", "b"] }), 1)).toMatchObject({
        rules_version: 1,
      });
      expect(await catalog.changeRules("work-rules", aRule({ allowed_users: ["b", "a"] }), 1)).toMatchObject({
        access_rules: { allowed_users: ["b", "a"] },
        rules_version: 2,
      });
    });

    it("keeps and compares names exactly", async () => {
      await opened().chunks.publish(aVersion({ accepted: await opened().accept(), access_rules: CLOSED }));
      for (const text of HOSTILE_NAMES) {
        const rules = aRule({ allowed_department_codes: [text], allowed_groups: [text, "x"], allowed_users: [text] });
        await catalog.changeRules("work-rules", rules, null);
        expect((await catalog.find("work-rules"))?.access_rules).toEqual(rules);
        expect(await isSeenBy(text)).toBe(true);
        for (const other of [`${text} `, text.slice(0, -1), `u:${text}`, "*"])
          expect({ text, other, isSeen: await isSeenBy(other) }).toEqual({ text, other, isSeen: false });
      }
    });

    it("keeps a rule of thousands of names", async () => {
      const names = Array.from({ length: 5_000 }, (_, i) => `利用者${i}`);
      await opened().chunks.publish(aVersion({ accepted: await opened().accept() }));
      await catalog.changeRules("work-rules", aRule({ allowed_users: names }), 1);
      expect((await catalog.find("work-rules"))?.access_rules.allowed_users).toEqual(names);
      expect([await isSeenBy("利用者4999"), await isSeenBy("利用者5000")]).toEqual([true, false]);
    });

    it("lets exactly one of many editors of the same rule win", async () => {
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
        opened().users,
        aUser({ user_id: "1", permission_groups: ["board"] }),
        aUser({ user_id: "2" }),
        aUser({ user_id: "3", is_active: false }),
        aUser({ user_id: "4", role: "admin" }),
        aUser({ user_id: "9", role: "admin" }),
      ),
    );

    it("has every rule with its author, cause, predecessor, and how many active users gained and lost access", async () => {
      await publish({ access_rules: board, by_user: "4" });
      await catalog.changeRules("work-rules", EVERYONE, null, { by_user: "4", cause: "edit" });
      await catalog.changeRules("work-rules", EVERYONE, null, { by_user: "4", cause: "edit" });
      await catalog.changeRules("work-rules", CLOSED, null, { by_user: "9", cause: "restore" });
      const history = await catalog.rulesHistory("work-rules", { limit: 10 });
      expect(history).toMatchObject([
        { rules_version: 3, by_user: "9", cause: "restore", before: EVERYONE, after: CLOSED, gained: 0, lost: 2 },
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

    it("does not have a draft's rule before it is published", async () => {
      await publish();
      await opened().chunks.saveDraft(aVersion({ access_rules: board, accepted: await opened().accept() }));
      expect(await catalog.rulesHistory("work-rules", { limit: 10 })).toHaveLength(1);
      await opened().chunks.publishDraft("work-rules", "4");
      expect((await catalog.rulesHistory("work-rules", { limit: 10 }))[0]).toMatchObject({
        by_user: "4",
        after: board,
      });
    });
  });

  describe("unknownNames", () => {
    it("returns names that no master and no user has, in the order of the rule", async () => {
      await opened().users.replaceDepartments([{ code: "D1", name: "総務部" }], departmentLookup([]));
      await given(
        opened().users,
        aUser({ user_id: "1", permission_groups: ["g1", "g2"] }),
        aUser({ user_id: "2", permission_groups: ["g3"], is_active: false }),
      );
      expect(
        await catalog.unknownNames({
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

    it("returns nothing for an empty rule, and every name if there are no users", async () => {
      const nothing = { allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
      expect(await catalog.unknownNames(EVERYONE)).toEqual(nothing);
      const all = {
        allowed_department_codes: [...HOSTILE_NAMES],
        allowed_groups: [...HOSTILE_NAMES],
        allowed_users: [...HOSTILE_NAMES],
      };
      expect(await catalog.unknownNames(all)).toEqual(all);
    });

    it("needs one statement, however long the rule", async () => {
      const names = Array.from({ length: 5_000 }, (_, i) => `${i}`);
      const rules = aRule({ allowed_department_codes: names, allowed_groups: names, allowed_users: names });
      expect(await opened().countStatements(() => catalog.unknownNames(rules))).toBe(1);
    });
  });

  describeUnless(leftOut.severalInstances, "with several instances", () => {
    it("exactly one of many editors of the same rule wins", async () => {
      await publish();
      const elsewhere = opened().elsewhere?.catalog as DocumentCatalog;
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

    it("each sees the other's latest change", async () => {
      const elsewhere = opened().elsewhere as NonNullable<OpenDocuments["elsewhere"]>;
      await opened().chunks.publish(aVersion({ accepted: await opened().accept(), access_rules: CLOSED }));
      for (let i = 0; i < 10; i++) {
        expect(await isSeenBy(`${i}`, elsewhere.chunks)).toBe(false);
        await catalog.changeRules("work-rules", aRule({ allowed_users: [`${i}`] }), null);
        expect(await isSeenBy(`${i}`, elsewhere.chunks)).toBe(true);
      }
      await elsewhere.catalog.remove("work-rules");
      expect(await catalog.find("work-rules")).toBeNull();
    });
  });
}
