import { describe, expect, it } from "@jest/globals";
import type { AuditEntryView } from "@retrieval/api";
import { AUDIT_KINDS } from "@retrieval/core/limits";
import { auditAddress, questionIn } from "../../src/admin/audit/addresses.js";
import { detailLines } from "../../src/admin/audit/detail-lines.js";
import { filterIn, isEmpty, KINDS } from "../../src/admin/audit/entry-filter.js";
import { messages } from "../../src/admin/audit/entry-messages.js";
import { entrySentence } from "../../src/admin/audit/entry-sentence.js";
import { namesIn } from "../../src/admin/audit/names.js";
import { FORMATS } from "../../src/i18n/format.js";

const NO_NAMES = namesIn([], messages.en);

const OPEN = { allow_all: true, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
const BOARD = {
  allow_all: false,
  allowed_department_codes: ["D1030", "D1040"],
  allowed_groups: ["executives"],
  allowed_users: [],
};
const NOBODY = { ...OPEN, allow_all: false };

function entry(kind: AuditEntryView["kind"], details: object, about: Partial<AuditEntryView> = {}): AuditEntryView {
  const subject = { by_user: "900001", user_id: null, document_id: null };
  return { at: "2026-11-21T17:38:13.544Z", kind, ...subject, details, ...about };
}

const MINUTES = { document_id: "board-minutes" };
const TAKAHASHI = { user_id: "001234" };

const SAID: readonly (readonly [AuditEntryView, string, string])[] = [
  [entry("sign-in", { address: "127.0.0.1" }, TAKAHASHI), "001234 signed in", "001234 がサインインしました"],
  [
    entry("sign-in-refused", { count: 3, address: null, reason: "INVALID_SIGNATURE" }, { by_user: null }),
    "3 sign-ins were refused",
    "サインインが拒否されました（3 回）",
  ],
  [
    entry("sign-in-refused", { count: 1, address: "::1", reason: "USER_NOT_FOUND" }, { by_user: null, ...TAKAHASHI }),
    "A sign-in of 001234 was refused",
    "001234 のサインインが拒否されました",
  ],
  [
    entry("users-imported", { via: "import", users: 100, results: { created: 4, skipped: 96, unchanged: 0 } }),
    "900001 imported 100 users: 4 added, 96 skipped",
    "900001 がユーザー 100 人を取り込みました（追加 4、対象外 96）",
  ],
  [
    entry("users-imported", { via: "sync", users: 1, results: { deactivated: 1 } }, { by_user: null }),
    "The service synchronised 1 user with a file: 1 deactivated",
    "サービスがユーザー 1 人をファイルと同期しました（無効化 1）",
  ],
  [
    entry("user-changed", { via: "record", result: "deactivated", fields: ["is_active"] }, TAKAHASHI),
    "900001 deactivated 001234",
    "900001 が 001234 を無効にしました",
  ],
  [
    entry(
      "user-changed",
      { result: "updated", before: { role: "user" }, after: { role: "admin" }, fields: ["role"] },
      TAKAHASHI,
    ),
    "900001 changed 001234. Role: User → Administrator",
    "900001 が 001234 を変更しました。権限：一般ユーザー → 管理者",
  ],
  [
    entry(
      "user-changed",
      { result: "created", before: null, after: { role: "admin" } },
      { by_user: null, ...TAKAHASHI },
    ),
    "The service added 001234. Role: Administrator",
    "サービスが 001234 を追加しました。権限：管理者",
  ],
  [
    entry("user-changed", { result: "created", before: null, after: { role: "user" } }, TAKAHASHI),
    "900001 added 001234",
    "900001 が 001234 を追加しました",
  ],
  [
    entry("question-answered", { count: 540, hour: "2026-11-21T17:00:00.000Z" }),
    "900001: 540 more in one hour (Answered questions)",
    "900001：1 時間にさらに 540 件（質問への回答）",
  ],
  [
    entry("token-first-used", { count: 3, hour: "2026-11-21T17:00:00.000Z" }, { by_user: null }),
    "Several users: 3 more in one hour (First uses of access tokens)",
    "複数のユーザー：1 時間にさらに 3 件（アクセストークンの最初の使用）",
  ],
  [
    entry("token-revoked", { tokens: 12 }),
    "900001 revoked the access tokens of all users: 12",
    "900001 が全ユーザーのアクセストークンを取り消しました（12 件）",
  ],
  [
    entry("user-changed", { result: "unchanged", fields: [], asked: ["add_groups"] }, TAKAHASHI),
    "900001 asked for a change of 001234 that changed nothing",
    "900001 が 001234 の変更を求めましたが、変わるものはありませんでした",
  ],
  [
    entry("users-imported", {
      via: "bulk",
      users: 2,
      results: { created: 2 },
      new_admins: { count: 2, first: ["001234", "001235"] },
    }),
    "900001 imported 2 users: 2 added. New administrators: 001234, 001235",
    "900001 がユーザー 2 人を取り込みました（追加 2）。新しい管理者：001234、001235",
  ],
  [
    entry("departments-replaced", { departments: 35, users_resolved_again: 2 }),
    "900001 replaced the department master: 35 departments",
    "900001 が部署マスターを更新しました（35 部署）",
  ],
  [
    entry("document-published", { title: "取締役会議事録", version: "2025-06-24", changes: {} }, MINUTES),
    "900001 published version 2025-06-24 of board-minutes",
    "900001 が board-minutes の版「2025-06-24」を公開しました",
  ],
  [
    entry("document-unchanged", { title: "取締役会議事録", version: "2025-06-24" }, MINUTES),
    "900001 uploaded board-minutes without a change; nothing was published",
    "900001 が board-minutes をアップロードしましたが、変更がないため公開していません",
  ],
  [entry("document-deleted", {}, MINUTES), "900001 deleted board-minutes", "900001 が board-minutes を削除しました"],
  [
    entry("rule-changed", { before: OPEN, after: BOARD, gained: 3, lost: 1 }, MINUTES),
    "900001 changed the access to board-minutes: 3 users gained it, 1 lost it",
    "900001 が board-minutes のアクセスルールを変更しました（3 人が閲覧可能に、1 人が閲覧不可に）",
  ],
  [
    entry("rule-changed", { before: null, after: BOARD, gained: 9, lost: 0 }, MINUTES),
    "900001 set the first access rule of board-minutes: 9 users can read it",
    "900001 が board-minutes の最初のアクセスルールを設定しました（9 人が閲覧可能）",
  ],
  [
    entry("access-explained", { at: "2026-11-21T23:00:00.000Z", readers: 12 }, MINUTES),
    "900001 asked who could read board-minutes: 12 users",
    "900001 が board-minutes を閲覧できた人を照会しました（12 人）",
  ],
  [
    entry("access-explained", { at: "2026-11-21T23:00:00.000Z", documents: 1 }, TAKAHASHI),
    "900001 asked what 001234 could read: 1 document",
    "900001 が 001234 の閲覧できた文書を照会しました（1 件）",
  ],
  [
    entry("access-explained", { allowed: false }, { ...TAKAHASHI, ...MINUTES }),
    "900001 asked whether 001234 may read board-minutes: no",
    "900001 が 001234 による board-minutes の閲覧可否を照会しました（不可）",
  ],
  [
    entry("access-explained", { documents_gained: 1, documents_lost: 3 }, TAKAHASHI),
    "900001 previewed a change of 001234: 1 document gained, 3 lost",
    "900001 が 001234 の変更の影響を確認しました（1 件が閲覧可能に、3 件が閲覧不可に）",
  ],
  [
    entry("access-explained", { asked: ["add_groups"], preview: true, refused: ["admin.last"] }, TAKAHASHI),
    "900001 previewed a change of 001234 that would be refused",
    "900001 が 001234 の変更の影響を確認しましたが、変更できない内容でした",
  ],
  [
    entry("access-explained", { asked: ["add_groups"], refused: ["field.too_many_entries"] }, TAKAHASHI),
    "900001 asked for a change of 001234 that was refused",
    "900001 が 001234 の変更を求めましたが、拒否されました",
  ],
  [
    entry("access-explained", { edit: "replace", gained: 3, lost: 1 }, MINUTES),
    "900001 previewed a change of the access to board-minutes: 3 users would gain it, 1 would lose it",
    "900001 が board-minutes のアクセスルールの変更の影響を確認しました（3 人が閲覧可能に、1 人が閲覧不可に）",
  ],
  [
    entry("access-explained", { edit: "add", document_ids: { count: 2, first: ["a", "b"] }, gained: 1, lost: 0 }),
    "900001 previewed a change of the access to 2 documents: 1 user would gain it, 0 would lose it",
    "900001 が 2 件の文書のアクセスルールの変更の影響を確認しました（1 人が閲覧可能に、0 人が閲覧不可に）",
  ],
  [
    entry("access-explained", { user_ids: { count: 1, first: ["001234"] }, documents_affected: 0 }, TAKAHASHI),
    "900001 checked a CSV of 1 user: the readers of 0 documents would change",
    "900001 がユーザー 1 人の CSV を確認しました（閲覧できる人が変わる文書：0 件）",
  ],
  [
    entry("access-explained", { import_id: "4cf6e1d2", documents_affected: 2 }),
    "900001 checked a CSV of users: the readers of 2 documents would change",
    "900001 がユーザーの CSV を確認しました（閲覧できる人が変わる文書：2 件）",
  ],
  [
    entry("user-signed-out", {}, TAKAHASHI),
    "900001 ended all sessions of 001234",
    "900001 が 001234 のセッションをすべて終了しました",
  ],
  [
    entry("token-created", { name: "週次レポート", audience: "api" }, { user_id: "900001" }),
    "900001 created the access token “週次レポート”",
    "900001 がアクセストークン「週次レポート」を発行しました",
  ],
  [
    entry("token-first-used", { name: "週次レポート", audience: "api" }, { user_id: "900001" }),
    "The access token “週次レポート” of 900001 was used for the first time",
    "900001 のアクセストークン「週次レポート」が初めて使用されました",
  ],
  [
    entry("token-revoked", { name: "週次レポート", audience: "api" }, { user_id: "900001" }),
    "900001 revoked the access token “週次レポート”",
    "900001 がアクセストークン「週次レポート」を取り消しました",
  ],
  [
    entry("token-revoked", { name: "週次レポート", audience: "api" }, TAKAHASHI),
    "900001 revoked the access token “週次レポート” of 001234",
    "900001 が 001234 のアクセストークン「週次レポート」を取り消しました",
  ],
  [
    entry("draft-saved", { title: "議事録", version: "2", changes: {} }, MINUTES),
    "900001 saved a draft of board-minutes, version 2",
    "900001 が board-minutes の下書き（版「2」）を保存しました",
  ],
  [
    entry("draft-read", { chunks: 50 }, MINUTES),
    "900001 read the draft of board-minutes",
    "900001 が board-minutes の下書きを閲覧しました",
  ],
  [
    entry("draft-deleted", { title: "議事録", version: "2" }, MINUTES),
    "900001 deleted the draft of board-minutes",
    "900001 が board-minutes の下書きを削除しました",
  ],
  [
    entry("vocabulary-changed", { entries: { added: 2, changed: 0, removed: 1 } }),
    "900001 changed the vocabulary",
    "900001 が語彙を変更しました",
  ],
  [
    entry("question-answered", { outcome: "answer", model: "none", chunk_ids: ["board-minutes::p1"] }, MINUTES),
    "900001 got an answer from board-minutes",
    "900001 が board-minutes から回答を得ました",
  ],
  [
    entry("question-answered", { outcome: "nothing_found", model: "none", chunk_ids: [] }),
    "900001 asked a question that got no answer",
    "900001 が質問しましたが、回答はありませんでした",
  ],
  [
    entry("answer-judged", { good: false, reason: "outdated" }),
    "900001 found an answer not helpful",
    "900001 が回答を「役に立たなかった」と評価しました",
  ],
  [
    entry("audit-exported", { kind: null, from: null, to: null }),
    "900001 saved audit entries as CSV",
    "900001 が監査ログを CSV に書き出しました",
  ],
  [
    entry("job-cancelled", { job_id: "1", kind: "ingest" }, MINUTES),
    "900001 cancelled an upload of board-minutes",
    "900001 が board-minutes のアップロードを取り消しました",
  ],
  [
    entry("job-cancelled", { job_id: "1", kind: "import" }),
    "900001 cancelled an import of users",
    "900001 がユーザーの取り込みを取り消しました",
  ],
  [
    entry("management-refused", { count: 3, reason: "FORBIDDEN", call: "GET /api/manage/users", address: "::1" }),
    "3 management requests of 900001 were refused",
    "900001 の管理操作が拒否されました（3 回）",
  ],
  [
    entry("management-refused", { count: 1, reason: "UNAUTHORIZED", call: null, address: null }, { by_user: null }),
    "A management request was refused",
    "管理操作が拒否されました",
  ],
];

describe("An entry", () => {
  it.each(SAID)("is one sentence: %j", (given, english, japanese) => {
    expect(entrySentence(given, messages.en, NO_NAMES)).toBe(english);
    expect(entrySentence(given, messages.ja, NO_NAMES)).toBe(japanese);
  });

  it("has a sentence for every kind, and a filter", () => {
    expect(new Set(SAID.map(([{ kind }]) => kind))).toEqual(new Set(AUDIT_KINDS));
    expect(new Set<string>(KINDS)).toEqual(new Set(AUDIT_KINDS));
  });

  it("has names beside numbers, as far as they are known", () => {
    const known = {
      users: [
        { user_id: "900001", display_name: "山田 花子" },
        { user_id: "001234", display_name: "髙橋 一郎" },
      ],
      documents: [{ document_id: "board-minutes", title: "取締役会議事録" }],
    };
    const before = { ...BOARD, allowed_users: ["001234", "000009"] };
    const ruled = entry("rule-changed", { gained: 1, lost: 0, before, after: OPEN }, MINUTES);
    const names = namesIn([known], messages.ja);
    expect(entrySentence(ruled, messages.ja, names)).toBe(
      "900001 山田 花子が取締役会議事録（board-minutes）のアクセスルールを変更しました（1 人が閲覧可能に、0 人が閲覧不可に）",
    );
    expect(
      detailLines(ruled, messages.en, FORMATS.en, names).find(({ name }) => name === "Rule before")?.value,
    ).toContain("users 001234 髙橋 一郎, 000009");
    const changed = entry("user-changed", { result: "updated" }, TAKAHASHI);
    expect(entrySentence(changed, messages.ja, names)).toBe("900001 山田 花子が 001234 髙橋 一郎を変更しました");
    const titles = namesIn(
      [{ users: [], documents: [{ document_id: "board-minutes", title: "Minutes" }] }],
      messages.ja,
    );
    expect(entrySentence(entry("document-deleted", {}, MINUTES), messages.ja, titles)).toBe(
      "900001 が Minutes（board-minutes）を削除しました",
    );
    const imported = entry("users-imported", { new_admins: { count: 1, first: ["001234"] } });
    expect(entrySentence(imported, messages.en, names)).toMatch(/New administrators: 001234 髙橋 一郎$/);
  });

  it("of an unknown kind names its user and document", () => {
    const unknown = entry("moved" as AuditEntryView["kind"], {}, { ...TAKAHASHI, ...MINUTES });
    expect(entrySentence(unknown, messages.en, NO_NAMES)).toBe("moved · 900001 · 001234 · board-minutes");
  });
});

describe("The details of an entry", () => {
  const linesOf = (details: object, kind: AuditEntryView["kind"] = "rule-changed", text = messages.en) =>
    detailLines({ kind, details }, text, FORMATS.en, NO_NAMES).map(({ name, value }) => `${name}: ${value}`);

  it("put rules into words", () => {
    expect(linesOf({ rules_version: 2, cause: "restore", before: OPEN, after: BOARD, gained: 3, lost: 1_000 })).toEqual(
      [
        "Version of the rule: 2",
        "How: an older rule was restored",
        "Rule before: Everyone",
        "Rule after: departments D1030, D1040; groups executives",
        "Gained: 3",
        "Lost: 1,000",
      ],
    );
    expect(linesOf({ before: null, after: NOBODY })).toEqual([
      "Rule before: None yet",
      "Rule after: Only administrators and developers",
    ]);
  });

  it("name the fields that changed, never their values", () => {
    // The form of older entries.
    const older = { via: "import", result: "updated", fields: ["department", "permission_groups"] };
    expect(linesOf(older, "user-changed")).toEqual([
      "How: from a file",
      "Result: changed",
      "What changed: department, groups",
    ]);
  });

  it("show a user's role and state, and only that department and groups changed", () => {
    const details = {
      via: "record",
      result: "updated",
      fields: ["email", "department_code", "role", "permission_groups", "is_active"],
      before: { role: "user", is_active: true, department_code: "D1020" },
      after: { role: "admin", is_active: false, department_code: "D1030" },
      groups_added: { count: 1, first: ["secret-project"] },
      groups_removed: { count: 102, first: ["a-group"] },
    };
    expect(linesOf(details, "user-changed")).toEqual([
      "How: one user",
      "Result: changed",
      "Role: User → Administrator",
      "State: Active → Inactive",
      "Department: changed",
      "Groups: 1 added, 102 removed",
      "What changed: e-mail",
    ]);
    expect(linesOf(details, "user-changed", messages.ja).slice(2, 6)).toEqual([
      "権限: 一般ユーザー → 管理者",
      "状態: 有効 → 無効",
      "部署: 変更",
      "グループ: 追加 1、削除 102",
    ]);
    const created = { ...details, before: null, groups_removed: undefined, fields: undefined };
    const said = linesOf({ ...created, result: "created" }, "user-changed").join("\n");
    expect(said).toContain("Role: Administrator\nState: Inactive");
    for (const kept of ["D1020", "D1030", "secret-project", "a-group"]) expect(said).not.toContain(kept);
  });

  it("list the codes of a new department master, up to the number stored", () => {
    const added = { count: 2, first: ["D1", "D2"] };
    expect(linesOf({ departments: 3, users_resolved_again: 4, added, removed: { count: 120, first: ["D3"] } })).toEqual(
      [
        "Departments: 3",
        "Users whose department code changed: 4",
        "Departments added: D1, D2",
        "Departments removed: D3, and 119 more",
      ],
    );
  });

  it("leave out empty fields", () => {
    const changes = { unchanged: 0, changed: 2, added: 54, removed: 0 };
    expect(linesOf({ changes })).toEqual(["Passages: 2 changed, 54 added"]);
    expect(linesOf({ changes: { unchanged: 0 } })).toEqual(["Passages: –"]);
  });

  it("keep a title that is also one of our words", () => {
    expect(linesOf({ title: "import", version: "default" })).toEqual(["Title: import", "Version: default"]);
  });

  it("show unknown details as they were written", () => {
    expect(linesOf({ colour: { red: "yes" }, why: "because", address: null })).toEqual([
      'colour: {"red":"yes"}',
      "why: because",
      "Address: several",
    ]);
  });
});

describe("A question to the audit log", () => {
  it("is written to the address and read from it", () => {
    const address = auditAddress("entries", { user_id: "00 1&2", document_id: "", kind: "rule-changed" });
    expect(address).toBe("/admin/audit?user_id=00+1%262&kind=rule-changed");
    const query = new URL(address, "https://s.example").searchParams;
    const filter = { user_id: "00 1&2", document_id: "", kind: "rule-changed", without: "", from: "", to: "" };
    expect([questionIn(query), filterIn(query)]).toEqual(["entries", filter]);
  });

  it("is empty without filters", () => {
    expect(auditAddress("entries")).toBe("/admin/audit");
    expect(isEmpty(filterIn(new URLSearchParams()))).toBe(true);
    expect(isEmpty(filterIn(new URLSearchParams("to=2026-01-31")))).toBe(false);
  });

  it("defaults to the entries", () => {
    expect(questionIn(new URLSearchParams("question=who-could-read"))).toBe("who-could-read");
    expect(questionIn(new URLSearchParams("question=else"))).toBe("entries");
  });
});
