import { describe, expect, it } from "@jest/globals";
import { ADMIN, aParagraph, aRule, aUser, aVersion, type VersionFields } from "@retrieval/contract";
import { CLOSED, EVERYONE } from "@retrieval/core";
import type { DocumentTree } from "@retrieval/core/chunks";
import type { DocumentStanding } from "@retrieval/core/ports";
import type { OpenDocuments } from "./open-documents.js";
import { given } from "./open-users.js";

/** Drafts are invisible before they are published, and a rule that came with one is never forgotten. */
export function draftClauses(opened: () => OpenDocuments): void {
  const version = async ({ text, ...fields }: Partial<VersionFields> & { text: string }) =>
    aVersion({
      tree: one(text),
      title: text,
      ...fields,
      accepted: fields.accepted ?? (await opened().accept()),
    });
  const one = (text: string): DocumentTree => ({ children: [aParagraph(text)] });
  const publish = async (fields: Parameters<typeof version>[0]) => opened().chunks.publish(await version(fields));
  const saveDraft = async (fields: Parameters<typeof version>[0]) => opened().chunks.saveDraft(await version(fields));
  const publishDraft = async () => (await opened().chunks.publishDraft("work-rules"))?.changes ?? null;
  const rules = async () => (await opened().catalog.find("work-rules"))?.access_rules;
  const texts = async (draft: boolean) => {
    const found = await opened().chunks.list("work-rules", { draft, limit: 10 });
    return found === null ? null : found.chunks.map(({ content }) => content).join();
  };
  const restricted = aRule({ allowed_groups: ["board"] });

  describe("a draft", () => {
    it("of a new document appears in no answer but its own", async () => {
      expect(await saveDraft({ text: "draft" })).toEqual({ unchanged: 0, changed: 0, added: 1, removed: 0 });
      const { chunks, catalog } = opened();
      expect(await texts(true)).toBe("draft");
      expect(await texts(false)).toBeNull();
      expect(await chunks.find("work-rules", "work-rules::paragraph-1", ADMIN, { related: 20 })).toBeNull();
      expect(await catalog.find("work-rules")).toBeNull();
      expect(await catalog.list({ limit: 10 })).toEqual([]);
      expect(await catalog.changeRules("work-rules", CLOSED, null)).toBeNull();
    });

    it("leaves the published version and its rule as they are", async () => {
      await publish({ text: "published", access_rules: EVERYONE });
      const before = await opened().catalog.find("work-rules");
      expect(await saveDraft({ text: "draft", access_rules: restricted })).toEqual({
        unchanged: 0,
        changed: 1,
        added: 0,
        removed: 0,
      });
      expect(await opened().catalog.find("work-rules")).toEqual(before);
      expect(await texts(false)).toBe("published");
      expect(await texts(true)).toBe("draft");
    });

    it("takes the place of an earlier one, not of one accepted later", async () => {
      await saveDraft({ text: "first" });
      const early = await opened().accept();
      await saveDraft({ text: "late" });
      expect(await saveDraft({ text: "early", accepted: early })).toBe("superseded");
      expect(await texts(true)).toBe("late");
    });

    it("comes too late after a version or a deletion that was accepted later", async () => {
      const early = await opened().accept();
      await publish({ text: "published" });
      expect(await saveDraft({ text: "early", accepted: early })).toBe("superseded");
      const between = await opened().accept();
      await opened().catalog.remove("work-rules");
      expect(await saveDraft({ text: "between", accepted: between })).toBe("superseded");
      expect(await texts(true)).toBeNull();
    });

    it("that is saved twice is there once, and does not come back when it has been published", async () => {
      const accepted = await opened().accept();
      await saveDraft({ text: "draft", accepted });
      await saveDraft({ text: "draft", accepted });
      expect(await texts(true)).toBe("draft");
      await publishDraft();
      expect(await saveDraft({ text: "draft", accepted })).toEqual({ unchanged: 1, changed: 0, added: 0, removed: 0 });
      expect(await texts(true)).toBeNull();
    });

    it("is dropped by a version accepted later, and outlives one accepted earlier", async () => {
      const early = await opened().accept();
      await saveDraft({ text: "draft" });
      await publish({ text: "early", accepted: early });
      expect([await texts(false), await texts(true)]).toEqual(["early", "draft"]);
      await publish({ text: "later" });
      expect([await texts(false), await texts(true)]).toEqual(["later", null]);
    });

    it("goes with its document, also when that was never published", async () => {
      await saveDraft({ text: "draft" });
      expect(await opened().catalog.remove("work-rules")).toBe(true);
      expect(await opened().catalog.remove("work-rules")).toBe(false);
      expect(await texts(true)).toBeNull();
      expect(await publishDraft()).toBeNull();
    });
  });

  describe("publishDraft", () => {
    it("makes the draft with its rule the published version, and returns what changed", async () => {
      await publish({ text: "published" });
      await saveDraft({ text: "draft", title: "New", version: "2", access_rules: restricted });
      expect(await publishDraft()).toEqual({ unchanged: 0, changed: 1, added: 0, removed: 0 });
      expect(await opened().catalog.find("work-rules")).toEqual({
        document_id: "work-rules",
        title: "New",
        version: "2",
        access_rules: restricted,
        rules_version: 2,
      });
      expect([await texts(false), await texts(true)]).toEqual(["draft", null]);
    });

    it("returns null when none is waiting, for the second caller too", async () => {
      expect(await publishDraft()).toBeNull();
      await saveDraft({ text: "draft" });
      const answers = await Promise.all([publishDraft(), publishDraft(), publishDraft()]);
      expect(answers.filter((changes) => changes !== null)).toHaveLength(1);
      expect(await opened().chunks.publishDraft("work-rules\0")).toBeNull();
    });

    it("counts as accepted: an upload accepted before the draft comes too late", async () => {
      const early = await opened().accept();
      await saveDraft({ text: "draft" });
      await publishDraft();
      expect(await publish({ text: "early", accepted: early })).toBe("superseded");
    });

    it("keeps the current rule if the draft brings none", async () => {
      await publish({ text: "published", access_rules: restricted });
      await saveDraft({ text: "draft", default_rules: EVERYONE });
      await publishDraft();
      expect(await rules()).toEqual(restricted);
    });

    it("gives a new document the default of the draft that is published", async () => {
      await saveDraft({ text: "first", default_rules: EVERYONE });
      await saveDraft({ text: "second", default_rules: CLOSED });
      await publishDraft();
      expect(await opened().catalog.find("work-rules")).toMatchObject({ access_rules: CLOSED, rules_version: 1 });
    });
  });

  describe("the rule that came with a draft", () => {
    it("does not replace one that was stated later", async () => {
      await publish({ text: "published", access_rules: EVERYONE });
      await saveDraft({ text: "draft", access_rules: EVERYONE });
      await opened().catalog.changeRules("work-rules", restricted, null);
      expect(await opened().chunks.publishDraft("work-rules")).toMatchObject({ rule_outdated: true });
      expect(await rules()).toEqual(restricted);
      expect(await texts(false)).toBe("draft");
    });

    it("replaces one that was stated before, also by an earlier upload", async () => {
      await publish({ text: "published", access_rules: EVERYONE });
      await opened().catalog.changeRules("work-rules", CLOSED, null);
      await saveDraft({ text: "draft", access_rules: restricted });
      const replaced = { rule_outdated: false, rule_replaced: true };
      expect(await opened().chunks.publishDraft("work-rules")).toMatchObject(replaced);
      expect(await rules()).toEqual(restricted);
    });
  });

  describe("the rule that came with a corrected draft", () => {
    it("is still the one of the previous draft if it brings none", async () => {
      await publish({ text: "published", access_rules: EVERYONE });
      await saveDraft({ text: "draft", access_rules: restricted });
      await saveDraft({ text: "corrected" });
      await publishDraft();
      expect(await rules()).toEqual(restricted);
    });

    it("is not put back over one that was stated between the two", async () => {
      await publish({ text: "published", access_rules: EVERYONE });
      await saveDraft({ text: "draft", access_rules: EVERYONE });
      await opened().catalog.changeRules("work-rules", restricted, null);
      await saveDraft({ text: "corrected" });
      await publishDraft();
      expect(await rules()).toEqual(restricted);
    });

    it("is not put back over one that was stated between the two and arrives after both", async () => {
      await publish({ text: "published", access_rules: EVERYONE });
      await saveDraft({ text: "draft", access_rules: EVERYONE });
      const between = await opened().accept();
      await saveDraft({ text: "corrected" });
      await publish({ text: "between", access_rules: restricted, accepted: between });
      expect(await opened().chunks.publishDraft("work-rules")).toMatchObject({ rule_outdated: true });
      expect(await rules()).toEqual(restricted);
      expect(await texts(false)).toBe("corrected");
    });

    it("does not replace one that was stated after both", async () => {
      await publish({ text: "published", access_rules: EVERYONE });
      await saveDraft({ text: "draft", access_rules: EVERYONE });
      await saveDraft({ text: "corrected" });
      await opened().catalog.changeRules("work-rules", restricted, null);
      await publishDraft();
      expect(await rules()).toEqual(restricted);
    });
  });

  describe("the rule that came with a draft of a new document", () => {
    it("stays with a corrected draft that brings none", async () => {
      await saveDraft({ text: "first", access_rules: restricted });
      await saveDraft({ text: "corrected", default_rules: EVERYONE });
      await publishDraft();
      expect(await rules()).toEqual(restricted);
    });

    it("applies to a version without one that is published instead", async () => {
      await saveDraft({ text: "draft", access_rules: restricted });
      await publish({ text: "published", default_rules: EVERYONE });
      expect(await rules()).toEqual(restricted);
    });

    it("is not opened by a version accepted before the draft, once another version applied it", async () => {
      const [first, second] = [await opened().accept(), await opened().accept()];
      await saveDraft({ text: "draft", access_rules: restricted });
      await publish({ text: "first", accepted: first });
      expect(await publish({ text: "second", accepted: second, access_rules: EVERYONE })).toMatchObject({
        rule_outdated: true,
      });
      expect(await rules()).toEqual(restricted);
    });

    it("outlasts the deletion of the draft", async () => {
      await given(opened().users, aUser({ user_id: "000001", role: "admin" }));
      await saveDraft({ text: "draft", access_rules: restricted });
      await opened().catalog.remove("work-rules", "000001");
      await publish({ text: "again", default_rules: EVERYONE });
      expect(await rules()).toEqual(restricted);
    });

    it("is in the history from the deletion of the draft on, which applies it", async () => {
      await given(opened().users, aUser({ user_id: "000001", role: "admin" }));
      await saveDraft({ text: "draft", access_rules: restricted });
      await opened().catalog.remove("work-rules", "000001");
      const recorded = () => opened().catalog.rulesHistory("work-rules", { limit: 10 });
      const first = { rules_version: 1, by_user: "000001", cause: "upload", before: null, after: restricted };
      expect(await recorded()).toMatchObject([first]);
      await publish({ text: "again", default_rules: EVERYONE });
      expect(await recorded()).toMatchObject([first]);
    });
  });

  describe("standings", () => {
    const standing = async () => (await opened().catalog.standings(["work-rules"]))[0] as DocumentStanding;
    const older = aRule({ allowed_groups: ["older"] });
    const byHand = aRule({ allowed_groups: ["by-hand"] });
    const remove = () => opened().catalog.remove("work-rules");
    const edit = () => opened().catalog.changeRules("work-rules", byHand, null);
    const STATES: Readonly<Record<string, () => Promise<unknown>>> = {
      unknown: async () => undefined,
      published: () => publish({ text: "a", access_rules: older }),
      "published by default": () => publish({ text: "a" }),
      deleted: () => publish({ text: "a", access_rules: older }).then(remove),
      "a draft only": () => saveDraft({ text: "a" }),
      "a draft only, with a rule": () => saveDraft({ text: "a", access_rules: restricted }),
      "a draft only, corrected": () =>
        saveDraft({ text: "a", access_rules: restricted }).then(() => saveDraft({ text: "b" })),
      "a deleted draft with a rule": () => saveDraft({ text: "a", access_rules: restricted }).then(remove),
      "published, with a draft": () => publish({ text: "a", access_rules: older }).then(() => saveDraft({ text: "b" })),
      "published, with a draft and its rule": () =>
        publish({ text: "a", access_rules: older }).then(() => saveDraft({ text: "b", access_rules: restricted })),
      "published, with a draft whose rule is outdated": () =>
        publish({ text: "a" })
          .then(() => saveDraft({ text: "b", access_rules: restricted }))
          .then(edit),
    };

    it.each(Object.entries(STATES))("foretells the rule of a document that is %s", async (_, make) => {
      await make();
      const { published, next_rules } = await standing();
      expect(published?.access_rules).toEqual(await rules());
      await publish({ text: "next", default_rules: CLOSED });
      expect(await rules()).toEqual(next_rules ?? CLOSED);
    });

    it.each(Object.entries(STATES))("foretells what a draft brings in a document that is %s", async (_, make) => {
      await make();
      const { draft } = await standing();
      const published = await publishDraft();
      expect(draft?.access_rules).toEqual(published === null ? undefined : await rules());
    });

    it("answers in the order of the names, also for one that no store can have", async () => {
      await publish({ text: "a", access_rules: older });
      await saveDraft({ text: "b", access_rules: restricted });
      const unknown = { published: null, draft: null, next_rules: null };
      expect(await opened().catalog.standings(["a\0b", "work-rules", "other"])).toMatchObject([
        { document_id: "a\0b", ...unknown },
        { document_id: "work-rules", published: { access_rules: older }, draft: { access_rules: restricted } },
        { document_id: "other", ...unknown },
      ]);
    });
  });
}
