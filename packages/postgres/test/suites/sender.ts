import { describe, expect, it } from "@jest/globals";
import { aParagraph, aUser, aVersion } from "@retrieval/contract";
import { CLOSED, EVERYONE } from "@retrieval/core";
import { SenderNotAdminError, SenderRefusedError } from "@retrieval/core/errors";
import type { OpenDocuments } from "./open-documents.js";
import { given } from "./open-users.js";

/** Senders whose changes of documents are refused when they would take effect. */
const NO_ADMINS = {
  demoted: aUser({ user_id: "sender", role: "user" }),
  deactivated: aUser({ user_id: "sender", role: "admin", is_active: false }),
  unknown: null,
};

/** Every change of a document checks its sender when it takes effect. */
export function senderClauses(opened: () => OpenDocuments): void {
  const version = async (by_user: string | null) =>
    aVersion({
      accepted: await opened().accept(),
      tree: { children: [aParagraph("new")] },
      access_rules: CLOSED,
      by_user,
    });
  const changes: Readonly<Record<string, (by_user: string) => Promise<unknown>>> = {
    publish: async (by_user) => opened().chunks.publish(await version(by_user)),
    saveDraft: async (by_user) => opened().chunks.saveDraft(await version(by_user)),
    publishDraft: (by_user) => opened().chunks.publishDraft("work-rules", by_user),
    changeRules: (by_user) => opened().catalog.changeRules("work-rules", CLOSED, null, { by_user, cause: "edit" }),
    changeFields: (by_user) => opened().catalog.changeFields("work-rules", { owner: "HR" }, by_user),
    returnDraft: (by_user) => opened().lives.change("work-rules", { event: "return-draft", comment: "x" }, by_user),
    deleteDraft: (by_user) => opened().lives.change("work-rules", { event: "delete-draft" }, by_user),
    remove: (by_user) => opened().catalog.remove("work-rules", by_user),
  };
  /** Everything that one of the changes could have touched. */
  const state = async () => ({
    document: await opened().catalog.record("work-rules"),
    published: await opened().chunks.list("work-rules", { draft: false, limit: 100 }),
    draft: await opened().chunks.list("work-rules", { draft: true, limit: 100 }),
    history: await opened().catalog.rulesHistory("work-rules", { limit: 10 }),
  });
  const aDocumentWithDraft = async () => {
    const draft = { tree: { children: [aParagraph("draft")] }, access_rules: EVERYONE };
    await opened().chunks.publish(aVersion({ accepted: await opened().accept() }));
    await opened().chunks.saveDraft(aVersion({ ...draft, accepted: await opened().accept() }));
  };

  describe.each(Object.keys(changes))("%s, when it takes effect,", (name) => {
    const change = changes[name] as (by_user: string) => Promise<unknown>;

    it.each(Object.entries(NO_ADMINS))("is refused and changes nothing where its sender is %s", async (_, sender) => {
      await aDocumentWithDraft();
      if (sender !== null) await given(opened().users, sender);
      const before = await state();
      const refused = await change("sender").catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(SenderNotAdminError);
      expect((refused as SenderNotAdminError).problems).toEqual([
        { code: "change.none" },
        { code: "sender.not_admin", user_id: "sender" },
      ]);
      expect(await state()).toEqual(before);
    });

    it("is refused to an administrator who is no editor, until no editor is an active administrator", async () => {
      await aDocumentWithDraft();
      await given(opened().users, aUser({ user_id: "sender", role: "admin" }));
      await given(opened().users, aUser({ user_id: "editor", role: "admin" }));
      await opened().catalog.changeFields("work-rules", { editors: ["editor", "gone"] }, "sender");
      const before = await state();
      const refused = await change("sender").catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(SenderRefusedError);
      expect((refused as SenderRefusedError).problems).toEqual([
        { code: "change.none" },
        { code: "document.not_editor", editors: ["editor"] },
      ]);
      expect(await state()).toEqual(before);
      await given(opened().users, aUser({ user_id: "editor", role: "user" }));
      await change("sender");
      expect(await state()).not.toEqual(before);
    });

    it("is done for an active administrator", async () => {
      await aDocumentWithDraft();
      await given(opened().users, aUser({ user_id: "sender", role: "admin" }));
      const before = await state();
      await change("sender");
      expect(await state()).not.toEqual(before);
    });
  });

  it("a first version from a sender who is not an administrator leaves nothing behind, not even a name", async () => {
    await expect(opened().chunks.publish(await version("sender"))).rejects.toThrow(SenderNotAdminError);
    expect(await opened().catalog.remove("work-rules")).toBe(false);
    expect(await opened().chunks.publish(await version(null))).toMatchObject({ changes: { added: 1 } });
  });

  it("a version that was published before its sender was demoted is not refused when its job runs again", async () => {
    await given(opened().users, aUser({ user_id: "sender", role: "admin" }));
    const twice = await version("sender");
    await opened().chunks.publish(twice);
    await given(opened().users, aUser({ user_id: "sender", role: "user" }));
    expect(await opened().chunks.publish(twice)).toMatchObject({ changes: { unchanged: 1 } });
  });
}
