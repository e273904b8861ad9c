import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { anEntry, aRule, HOSTILE_NAMES } from "@retrieval/contract";
import { EVERYONE } from "@retrieval/core";
import { AUDIT_KINDS } from "@retrieval/core/limits";
import type { AuditEntry, AuditLog, DocumentAt, UserAt } from "@retrieval/core/ports";

export interface OpenAuditLog {
  readonly audit: AuditLog;
  /** Records an entry with a time other than now. */
  recordAt(at: number, entry: AuditEntry): Promise<void>;
  /** From this moment on the document is as given; null: deleted. */
  documentStateAt(at: number, document_id: string, state: { title: string; version: string } | null): Promise<void>;
  /** From this moment on the document has this rule. */
  ruleAt(at: number, document_id: string, access_rules: DocumentAt["access_rules"]): Promise<void>;
  /** A user with this name is in the directory. */
  userNamed(user_id: string, display_name: string): Promise<void>;
  /** From this moment on the user is as given. */
  userStateAt(at: number, state: UserAt): Promise<void>;
  close(): Promise<void>;
}

export function aUserAt(fields: Partial<UserAt> = {}): UserAt {
  return {
    user_id: "100001",
    display_name: "山田 太郎",
    role: "user",
    department_code: null,
    permission_groups: [],
    is_active: true,
    ...fields,
  };
}

const DAY = 86_400_000;

/**
 * The contract of {@link AuditLog}.
 * @param open an empty log
 */
export function auditLogContract(name: string, open: () => Promise<OpenAuditLog>): void {
  describe(`${name} keeps the contract of AuditLog`, () => {
    let audit: AuditLog;
    let opened: OpenAuditLog;
    beforeEach(async () => {
      opened = await open();
      audit = opened.audit;
    });
    afterEach(() => opened.close());

    const documentsOf = async (query: Partial<Parameters<AuditLog["list"]>[0]> = {}) =>
      (await audit.list({ limit: 100, ...query })).map(({ document_id }) => document_id);

    describe("entries", () => {
      it("come back as they were recorded, with their time, the newest first", async () => {
        const entries = AUDIT_KINDS.map((kind, i) =>
          anEntry({
            kind,
            by_user: "900001",
            user_id: `u${i}`,
            document_id: `d${i}`,
            details: { i, of: [null, ...HOSTILE_NAMES] },
          }),
        );
        const begun = Date.now();
        await audit.record(entries);
        const listed = await audit.list({ limit: 100 });
        expect(listed.map(({ entry_id: _id, at: _at, ...entry }) => entry)).toEqual(entries.toReversed());
        for (const { at } of listed) expect(Math.abs(at - begun)).toBeLessThan(60_000);
      });

      it("are kept all or none", async () => {
        const unheard = { ...anEntry({ document_id: "second" }), kind: null } as unknown as AuditEntry;
        await expect(audit.record([anEntry({ document_id: "first" }), unheard])).rejects.toThrow();
        expect(await documentsOf()).toEqual([]);
        await audit.record([]);
        expect(await documentsOf()).toEqual([]);
      });

      it("keep every name exactly, and are found by it", async () => {
        const names = [...new Set(HOSTILE_NAMES)];
        await audit.record(names.map((name) => anEntry({ user_id: name, document_id: name, details: { name } })));
        for (const name of names) {
          expect(await audit.list({ user_id: name, limit: 9 })).toMatchObject([
            { document_id: name, details: { name } },
          ]);
          expect(await documentsOf({ document_id: name })).toEqual([name]);
        }
        expect(await documentsOf({ user_id: "\0" })).toEqual([]);
        expect(await documentsOf({ document_id: "\ud800" })).toEqual([]);
      });

      it("are found by user, as actor and as subject", async () => {
        await audit.record([
          anEntry({ by_user: "1", document_id: "did" }),
          anEntry({ user_id: "1", document_id: "suffered" }),
          anEntry({ by_user: "1", user_id: "1", document_id: "both" }),
          anEntry({ by_user: "2", user_id: "3", document_id: "others" }),
        ]);
        expect(await documentsOf({ user_id: "1" })).toEqual(["both", "suffered", "did"]);
        expect(await documentsOf({ user_id: "1", limit: 2 })).toEqual(["both", "suffered"]);
      });

      it("are found by kind and by time, from a moment on and before another one", async () => {
        for (const at of [1_000, 2_000, 3_000]) {
          await opened.recordAt(at, anEntry({ document_id: `at ${at}` }));
          await opened.recordAt(at, anEntry({ kind: "rule-changed", document_id: `rule at ${at}` }));
        }
        expect(await documentsOf({ kind: "rule-changed" })).toEqual(["rule at 3000", "rule at 2000", "rule at 1000"]);
        expect(await documentsOf({ from: 2_000, to: 3_000 })).toEqual(["rule at 2000", "at 2000"]);
        expect(await documentsOf({ kind: "sign-in", from: 2_001 })).toEqual(["at 3000"]);
        expect(await documentsOf({ to: 1_000 })).toEqual([]);
      });

      it("are listed without some kinds", async () => {
        await audit.record([
          anEntry({ kind: "rule-changed", document_id: "rule", by_user: "1" }),
          anEntry({ kind: "sign-in", document_id: "sign-in", by_user: "1" }),
          anEntry({ kind: "draft-read", document_id: "draft", by_user: "1" }),
        ]);
        expect(await documentsOf({ without: ["sign-in"] })).toEqual(["draft", "rule"]);
        expect(await documentsOf({ without: ["sign-in", "draft-read"], user_id: "1", limit: 1 })).toEqual(["rule"]);
        expect(await documentsOf({ without: ["sign-in"], kind: "sign-in" })).toEqual([]);
      });

      it("continue page by page under a cursor while new entries are added", async () => {
        await audit.record(Array.from({ length: 7 }, (_, i) => anEntry({ by_user: "1", document_id: `d${i}` })));
        const seen: (string | null)[] = [];
        for (let before: number | undefined; ; ) {
          const page = await audit.list({ user_id: "1", limit: 3, ...(before === undefined ? {} : { before }) });
          seen.push(...page.map(({ document_id }) => document_id));
          await audit.record([anEntry({ by_user: "1", document_id: "new" })]);
          before = page.at(-1)?.entry_id;
          if (before === undefined) break;
        }
        expect(seen).toEqual(["d6", "d5", "d4", "d3", "d2", "d1", "d0"]);
      });
    });

    it("names users as they are called now and documents by their last title, also deleted ones", async () => {
      await opened.userNamed("b", "髙橋 一郎");
      await opened.userNamed("a", "山田 花子");
      await opened.documentStateAt(1_000, "rules", { title: "Old title", version: "1" });
      await opened.documentStateAt(2_000, "rules", { title: "New title", version: "2" });
      await opened.documentStateAt(1_000, "gone", { title: "Deleted", version: "1" });
      await opened.documentStateAt(2_000, "gone", null);
      const unknown = ["unknown", "\0", "\ud800"];
      expect(
        await audit.names({ user_ids: ["b", "a", ...unknown], document_ids: ["rules", "gone", ...unknown] }),
      ).toEqual({
        users: [
          { user_id: "a", display_name: "山田 花子" },
          { user_id: "b", display_name: "髙橋 一郎" },
        ],
        documents: [
          { document_id: "gone", title: "Deleted" },
          { document_id: "rules", title: "New title" },
        ],
      });
      expect(await audit.names({ user_ids: [], document_ids: [] })).toEqual({ users: [], documents: [] });
    });

    describe("a deleted entry", () => {
      const ago = (days: number) => Date.now() - days * DAY;

      it("is older than the given time, oldest first, and at most the given number per call", async () => {
        for (const days of [500, 450, 401, 399]) {
          await opened.recordAt(ago(days), anEntry({ document_id: `${days} days` }));
        }
        expect(await audit.forget(ago(400), 2)).toBe(2);
        expect(await documentsOf()).toEqual(["399 days", "401 days"]);
        expect(await audit.forget(ago(400), 2)).toBe(1);
        expect(await audit.forget(ago(400), 2)).toBe(0);
        expect(await documentsOf()).toEqual(["399 days"]);
      });

      it("is also a question of more than 90 days, within the given number per call", async () => {
        const kind = "question-answered";
        for (const days of [93, 92, 91]) await opened.recordAt(ago(days), anEntry({ kind, document_id: `${days}` }));
        await opened.recordAt(ago(91), anEntry({ document_id: "no question" }));
        await opened.recordAt(ago(89), anEntry({ kind, document_id: "89" }));
        for (const days of [402, 401]) await opened.recordAt(ago(days), anEntry({ document_id: `${days}` }));
        const forgotten = [];
        for (let call = 0; call < 3; call += 1) forgotten.push(await audit.forget(ago(400), 3));
        expect(forgotten).toEqual([3, 2, 0]);
        expect((await documentsOf()).toSorted()).toEqual(["89", "no question"]);
      });

      it("is never younger than 30 days, whatever time is given", async () => {
        await opened.recordAt(ago(31), anEntry({ document_id: "31 days" }));
        await opened.recordAt(ago(29), anEntry({ document_id: "29 days" }));
        await audit.record([anEntry({ document_id: "now" })]);
        expect(await audit.forget(Date.now() + DAY, 100)).toBe(1);
        expect(await documentsOf()).toEqual(["now", "29 days"]);
      });
    });

    describe("a document at a moment", () => {
      const closed = aRule({ allowed_groups: ["managers"] });

      it("is the latest state and rule at or before it", async () => {
        await opened.documentStateAt(1_000, "d", { title: "旧", version: "1" });
        await opened.ruleAt(1_000, "d", EVERYONE);
        await opened.ruleAt(2_000, "d", closed);
        await opened.documentStateAt(3_000, "d", { title: "新", version: "2" });
        const old = { document_id: "d", title: "旧", version: "1", access_rules: EVERYONE };
        expect(await audit.documentAt("d", 999)).toBeNull();
        expect(await audit.documentAt("d", 1_000)).toEqual(old);
        expect(await audit.documentAt("d", 1_999)).toEqual(old);
        expect(await audit.documentAt("d", 2_000)).toEqual({ ...old, access_rules: closed });
        expect(await audit.documentAt("d", 9_000)).toEqual({ ...old, title: "新", version: "2", access_rules: closed });
      });

      it("includes changes within the millisecond", async () => {
        await opened.documentStateAt(1_000.6, "d", { title: "D", version: "1" });
        await opened.ruleAt(1_000.9, "d", EVERYONE);
        expect(await audit.documentAt("d", 999)).toBeNull();
        expect(await audit.documentAt("d", 1_000)).toMatchObject({ title: "D" });
      });

      it("is not there after it was deleted, and there again after it was published again", async () => {
        await opened.documentStateAt(1_000, "d", { title: "D", version: "1" });
        await opened.ruleAt(1_000, "d", closed);
        await opened.documentStateAt(2_000, "d", null);
        await opened.documentStateAt(3_000, "d", { title: "D", version: "2" });
        expect(await audit.documentAt("d", 2_500)).toBeNull();
        expect(await audit.documentAt("d", 3_000)).toMatchObject({ version: "2", access_rules: closed });
        expect(await audit.documentAt("no such", 3_000)).toBeNull();
        expect(await audit.documentAt("\0", 3_000)).toBeNull();
      });

      it("is listed with all that were published then, in code-point order", async () => {
        for (const document_id of ["b", "𠮷", "B", "ａ", "gone"]) {
          await opened.documentStateAt(1_000, document_id, { title: document_id, version: "1" });
          await opened.ruleAt(1_000, document_id, EVERYONE);
        }
        await opened.documentStateAt(1_500, "gone", null);
        await opened.documentStateAt(9_000, "later", { title: "later", version: "1" });
        await opened.ruleAt(9_000, "later", EVERYONE);
        const documents = await audit.documentsAt(2_000);
        expect(documents.map(({ document_id }) => document_id)).toEqual(["B", "b", "ａ", "𠮷"]);
        expect(documents[0]).toEqual({ document_id: "B", title: "B", version: "1", access_rules: EVERYONE });
      });
    });

    describe("a user at a moment", () => {
      it("is the latest state at or before it", async () => {
        const before = aUserAt({ department_code: "D1", permission_groups: ["髙", "managers"], is_active: false });
        await opened.userStateAt(1_000, before);
        await opened.userStateAt(2_000, aUserAt({ role: "admin" }));
        expect(await audit.userAt("100001", 999)).toBeNull();
        expect(await audit.userAt("100001", 1_999)).toEqual(before);
        expect(await audit.userAt("100001", 2_000)).toEqual(aUserAt({ role: "admin" }));
        expect(await audit.userAt("\0", 2_000)).toBeNull();
      });

      it("is listed with all users of that time, in code-point order", async () => {
        for (const user_id of ["b", "𠮷", "B", "ａ"]) await opened.userStateAt(1_000, aUserAt({ user_id }));
        await opened.userStateAt(9_000, aUserAt({ user_id: "later" }));
        expect((await audit.usersAt(2_000)).map(({ user_id }) => user_id)).toEqual(["B", "b", "ａ", "𠮷"]);
      });
    });
  });
}
