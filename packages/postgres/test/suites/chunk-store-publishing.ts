import { describe, expect, it } from "@jest/globals";
import {
  ADMIN,
  allChunks,
  anArticle,
  aParagraph,
  aRule,
  aVersion,
  ORDINARY,
  type VersionFields,
  WORK_RULES,
} from "@retrieval/contract";
import { CLOSED, EVERYONE } from "@retrieval/core";
import type { DocumentTree } from "@retrieval/core/chunks";
import type { OpenDocuments } from "./open-documents.js";

/** Publishing writes whole versions, in the order of their acceptance, each under the right rule. */
export function publishingClauses(opened: () => OpenDocuments): void {
  const published = async (fields: Partial<VersionFields> = {}) =>
    opened().chunks.publish(aVersion({ ...fields, accepted: fields.accepted ?? (await opened().accept()) }));
  const publish = async (fields: Partial<VersionFields> = {}) => {
    const outcome = await published(fields);
    return outcome === "superseded" ? outcome : outcome.changes;
  };
  const rulesOf = async (document_id = "work-rules") => (await opened().catalog.find(document_id))?.access_rules;
  const textsOf = async (document_id = "work-rules") =>
    (await allChunks(opened().chunks, document_id))?.map(({ content }) => content);
  const one = (text: string): DocumentTree => ({ children: [aParagraph(text)] });

  describe("publish", () => {
    it("returns the changes from the previously published version", async () => {
      expect(await publish()).toEqual({ unchanged: 0, changed: 0, added: 9, removed: 0 });
      expect(await publish()).toEqual({ unchanged: 9, changed: 0, added: 0, removed: 0 });
      const [preamble, first] = WORK_RULES.children;
      const amended = [
        preamble,
        first,
        anArticle(
          "第16条",
          "手当",
          aParagraph("手当の額は、会社が定める。"),
          aParagraph("手当の第2項"),
          aParagraph("第3項"),
        ),
      ] as DocumentTree["children"];
      expect(await publish({ tree: { children: amended } })).toEqual({
        unchanged: 6,
        changed: 1,
        added: 1,
        removed: 2,
      });
      expect(await publish({ tree: { children: [] } })).toEqual({ unchanged: 0, changed: 0, added: 0, removed: 8 });
    });

    it("removes the previous version completely, and changes nothing else", async () => {
      await publish({ document_id: "other", tree: one("the other") });
      await publish({ title: "Old", version: "1" });
      await publish({ title: "New", version: "2", tree: one("new") });
      expect(await textsOf()).toEqual(["new"]);
      expect(await opened().catalog.find("work-rules")).toMatchObject({ title: "New", version: "2" });
      expect(await opened().chunks.find("work-rules", "work-rules::art1::heading-1", ADMIN, { related: 9 })).toBeNull();
      expect(await textsOf("other")).toEqual(["the other"]);
    });

    it("writes a version of many chunks whole and in order, in a few statements", async () => {
      const texts = Array.from({ length: 2_345 }, (_, i) => `第${i}項 "\\ {},`);
      const tree = { children: texts.map(aParagraph) };
      const statements = await opened().countStatements(() => publish({ tree }));
      expect(statements).toBeLessThan(30);
      expect(await textsOf()).toEqual(texts);
    });

    it("writes nothing at all when it fails", async () => {
      await publish({ tree: one("old") });
      const accepted = await opened().accept();
      const version = aVersion({ accepted, title: "Broken", access_rules: CLOSED });
      const [chunk] = version.chunks;
      const twice = { ...version, chunks: version.chunks.map((other, i) => (i === 8 && chunk ? chunk : other)) };
      await expect(opened().chunks.publish(twice)).rejects.toThrow();
      expect(await textsOf()).toEqual(["old"]);
      expect(await opened().catalog.find("work-rules")).toMatchObject({ title: "就業規則", access_rules: EVERYONE });
    });
  });

  describe("the order of acceptance", () => {
    it("also applies to rules: one that was changed after the upload was accepted stays", async () => {
      await publish({ access_rules: EVERYONE });
      const accepted = await opened().accept();
      await opened().catalog.changeRules("work-rules", CLOSED, null);
      expect(await published({ accepted, tree: one("new"), access_rules: EVERYONE })).toMatchObject({
        rule_outdated: true,
        rule_replaced: false,
      });
      expect(await textsOf()).toEqual(["new"]);
      expect(await rulesOf()).toEqual(CLOSED);
      const replaced = { rule_outdated: false, rule_replaced: true };
      expect(await published({ access_rules: EVERYONE })).toMatchObject(replaced);
      for (const access_rules of [EVERYONE, null])
        expect(await published({ access_rules })).toMatchObject({ ...replaced, rule_replaced: false });
      expect(await rulesOf()).toEqual(EVERYONE);
    });

    it("decides, not that of publishing: an earlier version comes too late and writes nothing", async () => {
      const [early, late] = [await opened().accept(), await opened().accept()];
      await publish({ accepted: late, tree: one("late") });
      expect(await publish({ accepted: early, tree: one("early"), access_rules: CLOSED })).toBe("superseded");
      expect(await textsOf()).toEqual(["late"]);
      expect(await rulesOf()).toEqual(EVERYONE);
    });

    it("counts the same version only once, and keeps later changes", async () => {
      const accepted = await opened().accept();
      await publish({ accepted, access_rules: EVERYONE });
      await opened().catalog.changeRules("work-rules", CLOSED, null);
      expect(await publish({ accepted, access_rules: EVERYONE })).toEqual({
        unchanged: 9,
        changed: 0,
        added: 0,
        removed: 0,
      });
      expect(await rulesOf()).toEqual(CLOSED);
    });

    it("counts deletions too: an upload accepted before one does not come back, a later one does", async () => {
      await publish();
      const before = await opened().accept();
      expect(await opened().catalog.remove("work-rules")).toBe(true);
      expect(await publish({ accepted: before })).toBe("superseded");
      expect(await textsOf()).toBeUndefined();
      expect(await publish()).toEqual({ unchanged: 0, changed: 0, added: 9, removed: 0 });
    });
  });

  describe("the rule of a version", () => {
    it("takes effect together with its rule", async () => {
      const rule = aRule({ allowed_users: ["100009"] });
      await publish({ access_rules: rule });
      expect(await rulesOf()).toEqual(rule);
      expect(await opened().chunks.find("work-rules", "work-rules::paragraph-1", ORDINARY, { related: 0 })).toBeNull();
      await publish({ access_rules: EVERYONE });
      expect(
        await opened().chunks.find("work-rules", "work-rules::paragraph-1", ORDINARY, { related: 0 }),
      ).not.toBeNull();
    });

    it("without a rule is the document's, or the default for a new document", async () => {
      await publish({ document_id: "open", default_rules: EVERYONE });
      await publish({ document_id: "shut", default_rules: CLOSED });
      expect(await rulesOf("open")).toEqual(EVERYONE);
      expect(await rulesOf("shut")).toEqual(CLOSED);
      await publish({ document_id: "open", default_rules: CLOSED });
      await publish({ document_id: "shut", default_rules: EVERYONE });
      expect(await rulesOf("open")).toEqual(EVERYONE);
      expect(await rulesOf("shut")).toEqual(CLOSED);
    });

    it("outlasts deletion: a restricted document does not open by being uploaded again", async () => {
      const rule = aRule({ allowed_department_codes: ["D1"] });
      await publish({ access_rules: rule });
      await opened().catalog.remove("work-rules");
      await publish({ access_rules: null, default_rules: EVERYONE });
      expect(await rulesOf()).toEqual(rule);
      await opened().catalog.remove("work-rules");
      await publish({ access_rules: CLOSED });
      expect(await rulesOf()).toEqual(CLOSED);
    });

    it("increases only if it differs from the current rule", async () => {
      const versions: (number | undefined)[] = [];
      for (const access_rules of [null, EVERYONE, CLOSED, null, CLOSED, EVERYONE]) {
        await publish({ access_rules });
        versions.push((await opened().catalog.find("work-rules"))?.rules_version);
      }
      expect(versions).toEqual([1, 1, 2, 2, 2, 3]);
    });
  });
}
