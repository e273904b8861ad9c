import { describe, expect, it } from "@jest/globals";
import { ADMIN, aParagraph, aReader, aRule, aVersion, ORDINARY, type VersionFields } from "@retrieval/contract";
import { EVERYONE, readerFilter } from "@retrieval/core";
import type { UploadedOriginal } from "@retrieval/core/documents";
import { UnavailableError } from "@retrieval/core/errors";
import type { Publication } from "@retrieval/core/ports";
import type { OpenVersions } from "./open-versions.js";

const MIB = 1024 * 1024;

/** The contract of {@link OriginalFiles}. */
export function originalClauses(opened: () => OpenVersions): void {
  const aFile = (bytes: Uint8Array | string, fields: Partial<UploadedOriginal> = {}): UploadedOriginal => ({
    bytes: Buffer.from(bytes),
    media_type: "application/pdf",
    original_for: "admins",
    ...fields,
  });
  const version = async (file: UploadedOriginal | null, fields: Omit<Partial<VersionFields>, "accepted"> = {}) =>
    aVersion({
      tree: { children: [aParagraph("text")] },
      access_rules: EVERYONE,
      ...fields,
      original: file,
      accepted: await opened().accept(),
    });
  const publish = async (...given: Parameters<typeof version>) => opened().chunks.publish(await version(...given));
  const find = (document_id = "work-rules", reader = ADMIN) => opened().originals.find(document_id, reader);
  const content = async (document_id?: string, reader = ADMIN) => {
    const found = await find(document_id, reader);
    if (found === null) return null;
    const parts: Uint8Array[] = [];
    for await (const part of found.parts()) {
      expect(part.byteLength).toBeLessThanOrEqual(MIB);
      parts.push(part);
    }
    return Buffer.concat(parts).toString("latin1");
  };

  describe("the original file", () => {
    it.each([1, MIB - 1, MIB, MIB + 1, 2.5 * MIB])("of %d bytes comes back byte for byte, in parts", async (size) => {
      const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 7 + (i >> 8)) % 256);
      await publish(aFile(bytes, { original_for: "readers" }));
      expect(await find()).toMatchObject({
        document: { document_id: "work-rules", title: "就業規則", version: "2025-04-01" },
        access_rules: EVERYONE,
        media_type: "application/pdf",
        original_for: "readers",
        bytes: size,
      });
      expect(await content()).toBe(Buffer.from(bytes).toString("latin1"));
    });

    it("is found by those alone who may see the document, with its rule", async () => {
      const board = aRule({ allowed_groups: ["board"] });
      await publish(aFile("board"), { access_rules: board });
      const member = readerFilter(aReader({ permission_groups: ["board"] }));
      expect(await content("work-rules", member)).toBe("board");
      expect((await find("work-rules", member))?.access_rules).toEqual(board);
      for (const id of ["work-rules", "unknown", "\0"]) expect(await find(id, ORDINARY)).toBeNull();
    });

    it("is that of the published version: none if it brought none, and none of a draft", async () => {
      await publish(aFile("first"));
      await opened().chunks.saveDraft(await version(aFile("draft", { original_for: "readers" })));
      expect(await content()).toBe("first");
      expect((await opened().chunks.outline("work-rules", ADMIN))?.original_for).toBe("admins");
      await opened().chunks.publishDraft("work-rules");
      expect(await content()).toBe("draft");
      expect((await opened().chunks.outline("work-rules", ADMIN))?.original_for).toBe("readers");
      await publish(null);
      expect(await find()).toBeNull();
      expect((await opened().chunks.outline("work-rules", ADMIN))?.original_for).toBeNull();
    });

    it("is stored once for each content, and removed with the last version that has it", async () => {
      await publish(aFile("same"));
      await publish(aFile("same", { media_type: "text/html", original_for: "readers" }), { document_id: "other" });
      expect(await opened().storedOriginals()).toEqual({ files: 1, bytes: 4 });
      expect(await find("other")).toMatchObject({ media_type: "text/html", original_for: "readers" });
      await opened().catalog.remove("work-rules");
      expect(await content("other")).toBe("same");
      await opened().catalog.remove("other");
      expect(await opened().storedOriginals()).toEqual({ files: 0, bytes: 0 });
      await publish(aFile("same"));
      expect(await content()).toBe("same");
    });

    it("is kept with a version of its own if it alone has changed, or who may download it, or its kind", async () => {
      const chosen = aFile("first", { original_for: "readers" });
      await publish(chosen);
      const unchanged = async (file: UploadedOriginal | null) =>
        ((await publish(file, { version_is_default: true })) as Publication).unchanged;
      expect(await unchanged(chosen)).toBe(true);
      expect(await unchanged(aFile("first", { original_for_is_default: true }))).toBe(true);
      expect(await find()).toMatchObject({ original_for: "readers" });
      const others = [aFile("first"), aFile("other"), aFile("other", { media_type: "text/html" }), null, aFile("1")];
      for (const file of others) {
        expect([file, await unchanged(file)]).toEqual([file, false]);
        expect(await content()).toBe(file && Buffer.from(file.bytes).toString());
        expect(await unchanged(file)).toBe(true);
      }
    });

    it("is in the list of versions and in the audit log, with its choice of readers", async () => {
      await publish(aFile("1"));
      await opened().chunks.saveDraft(await version(aFile("2", { original_for: "readers" })));
      await opened().chunks.publishDraft("work-rules");
      await publish(null);
      await opened().versions.restore("work-rules", 2, null);
      const listed = await opened().versions.list("work-rules");
      expect(listed?.map(({ original_for }) => original_for)).toEqual(["admins", null, "readers", "admins"]);
      const entries = (await opened().audit.list({ document_id: "work-rules", limit: 10 }))
        .filter(({ kind }) => kind !== "rule-changed")
        .map(({ kind, details }) => [kind, (details as { original_for: string | null }).original_for]);
      expect(entries).toEqual([
        ["document-published", "admins"],
        ["document-published", null],
        ["document-published", "readers"],
        ["draft-saved", "readers"],
        ["document-published", "admins"],
      ]);
    });

    it("of a draft is removed with it", async () => {
      await opened().chunks.saveDraft(await version(aFile("draft")));
      await opened().chunks.saveDraft(await version(aFile("draft 2")));
      expect(await opened().storedOriginals()).toEqual({ files: 1, bytes: 7 });
      await opened().catalog.remove("work-rules");
      expect(await opened().storedOriginals()).toEqual({ files: 0, bytes: 0 });
    });

    it("stays as long as its version, and comes back with a restored one", async () => {
      for (const text of ["1", "2", "3", "4"]) await publish(aFile(text));
      expect(await opened().storedOriginals()).toEqual({ files: 4, bytes: 4 });
      await opened().versions.restore("work-rules", 2, null);
      expect(await content()).toBe("2");
      expect(await find()).toMatchObject({ media_type: "application/pdf", original_for: "admins" });
      await opened().versions.restore("work-rules", 1, null);
      expect(await content()).toBe("1");
      expect(await opened().storedOriginals()).toEqual({ files: 4, bytes: 4 });
    });

    it.each([
      ["readers", "readers", "readers"],
      ["readers", "admins", "admins"],
      ["readers", null, "admins"],
      ["admins", "readers", "admins"],
    ] as const)("restored for %s is for no more than the published one, for %s: %s", async (before, now, after) => {
      await publish(aFile("1", { original_for: before }));
      await publish(now && aFile("2", { original_for: now }));
      await opened().versions.restore("work-rules", 1, null);
      expect(await content()).toBe("1");
      expect(await find()).toMatchObject({ original_for: after });
    });

    it("fails, rather than end early, where it is removed while it is read", async () => {
      const bytes = new Uint8Array(3 * MIB);
      await publish(aFile(bytes));
      const parts = (await find())?.parts()[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      expect((await parts.next()).value?.byteLength).toBeLessThan(bytes.byteLength);
      await opened().catalog.remove("work-rules");
      await expect(parts.next()).rejects.toBeInstanceOf(UnavailableError);
    });

    it("is there after many instances stored and removed the same content at once", async () => {
      const { chunks } = opened();
      for (let round = 0; round < 5; round += 1) {
        await Promise.all(
          ["a", "b", "c", "d"].map(async (document_id, i) =>
            chunks.publish(await version((i + round) % 2 ? aFile("same") : null, { document_id })),
          ),
        );
      }
      await publish(aFile("same"), { document_id: "last" });
      expect(await content("last")).toBe("same");
      for (const id of ["a", "b", "c", "d", "last"]) await opened().catalog.remove(id);
      expect(await opened().storedOriginals()).toEqual({ files: 0, bytes: 0 });
    });
  });
}
